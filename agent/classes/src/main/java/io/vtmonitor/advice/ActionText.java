package io.vtmonitor.advice;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Holder;
import io.vtmonitor.report.NewerJdk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What to do, in sentences: the remedy for the version in use, what else is needed, and what it leaves. */
final class ActionText {
    /** Which JDK to run on stands for itself in actions: bugs are found in releases after an entry is written. */
    private static final Map<String, Integer> JDKS = Map.of("{jdk}", 24, "{jdk26}", 26);

    private final List<String> jdks;
    private final List<String> sentences = new ArrayList<>();
    private final Map<Entry, Set<String>> needed = new LinkedHashMap<>();
    private final Set<String> left = new LinkedHashSet<>();
    private final Set<String> leftByJdks = new LinkedHashSet<>();
    private final Set<String> perhapsLeft = new LinkedHashSet<>();
    private final List<String> last = new ArrayList<>();

    /** @param jdks versions to recommend, see {@link NewerJdk} */
    ActionText(List<String> jdks) {
        this.jdks = jdks;
    }

    void add(String sentence) {
        sentences.add(sentence);
    }

    /** The version is named only where it plays a part. */
    void remedy(Entry entry, @Nullable String version) {
        Entry.Status status = entry.status(version);
        switch (status) {
            case FIXED -> add("You run " + version + ", which should be free of it: please report this stack.");
            case REGRESSED ->
                add("You run " + version + ", which has the problem again since "
                        + String.join(", ", entry.releases().regressed()) + ". "
                        + entry.remedy().action());
            case AFFECTED ->
                add((entry.knowsVersions() ? "You run " + version + ". " : "")
                        + entry.remedy().action());
            case UNKNOWN -> add(condition(entry) + entry.remedy().action());
        }
        if (status != Entry.Status.FIXED
                && entry.releases().guess()
                && entry.releases().regressed().isEmpty()) {
            add("That release is free of it by reports alone: no scan has shown it.");
        }
        Entry.Checked checked = entry.releases().checked();
        if (status != Entry.Status.FIXED && checked != null && checked.left() > 0) {
            add("A scan of " + checked.after() + " finds "
                    + (checked.left() == 1 ? "1 place that holds." : checked.left() + " places that hold."));
        }
        if (status != Entry.Status.FIXED && entry.remedy().workaround() != null) {
            add("Until then: " + entry.remedy().workaround());
        }
    }

    /** Nothing where a newer release may hold again. */
    private static String condition(Entry entry) {
        if (entry.releases().fixed().isEmpty() || !entry.releases().regressed().isEmpty()) {
            return "";
        }
        String fixes = entry.releases().fixed().stream()
                .map(fix -> fix.branch() == null ? fix.in() : fix.in() + " (on " + fix.branch() + ")")
                .collect(Collectors.joining(", "));
        return "If yours is older than " + fixes + ": ";
    }

    /** A holder that the remedy does not remove; an entry of its own says what does. */
    void left(Holder holder, @Nullable Entry entry) {
        String method = holder.frame().method().toString();
        if (entry == null) {
            boolean exact = holder.confidence() == Confidence.EXACT;
            (exact ? staysOnEveryJdk(holder) ? leftByJdks : left : perhapsLeft).add(method);
        } else {
            needed.computeIfAbsent(entry, any -> new LinkedHashSet<>()).add(method);
        }
    }

    /** Whether no JDK frees it: then "run on" a newer one, which remedies end with, does not help alone either. */
    private static boolean staysOnEveryJdk(Holder holder) {
        return switch (holder.hold()) {
            case CLASS_INIT, CLASS_LOAD, NATIVE -> true;
            default -> false;
        };
    }

    void newerJdk() {
        last.add("{jdk} frees all of them at once.");
    }

    void victim(Entry victim, List<String> guilty) {
        last.add(victim.remedy().action() + " It is a victim of " + String.join(", ", guilty) + ".");
    }

    @Override
    public String toString() {
        List<String> all = new ArrayList<>(sentences);
        needed.forEach((entry, methods) -> all.add("Also needed, for " + String.join(", ", methods) + ": "
                + entry.remedy().action()));
        if (!left.isEmpty()) {
            all.add("That leaves " + String.join(", ", left) + " holding the carrier.");
        }
        if (!leftByJdks.isEmpty()) {
            all.add("That leaves " + String.join(", ", leftByJdks) + " holding the carrier, on every JDK.");
        }
        perhapsLeft.removeAll(left);
        perhapsLeft.removeAll(leftByJdks);
        if (!perhapsLeft.isEmpty()) {
            all.add("That may leave " + String.join(", ", perhapsLeft) + " holding the carrier.");
        }
        all.addAll(last);
        return named(String.join(" ", all));
    }

    private String named(String text) {
        String named = text;
        for (Map.Entry<String, Integer> jdk : JDKS.entrySet()) {
            named = named.replace(jdk.getKey(), NewerJdk.text(jdks, jdk.getValue()));
        }
        return named;
    }
}
