package io.vtmonitor.advice;

import io.vtmonitor.model.Holder;
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
    private final List<String> sentences = new ArrayList<>();
    private final Map<Entry, Set<String>> needed = new LinkedHashMap<>();
    private final Set<String> left = new LinkedHashSet<>();
    private final List<String> last = new ArrayList<>();

    void add(String sentence) {
        sentences.add(sentence);
    }

    void remedy(Entry entry, @Nullable String version) {
        Entry.Status status = entry.status(version);
        switch (status) {
            case FIXED -> add("You run " + version + ", which should be free of it: please report this stack.");
            case REGRESSED ->
                add("You run " + version + ", which does it again since " + String.join(", ", entry.regressed()) + ". "
                        + entry.action());
            case AFFECTED -> add("You run " + version + ". " + entry.action());
            case UNKNOWN -> add(condition(entry) + entry.action());
        }
        if (status != Entry.Status.FIXED && entry.workaround() != null) {
            add("Until then: " + entry.workaround());
        }
    }

    private static String condition(Entry entry) {
        if (entry.fixed().isEmpty()) {
            return "";
        }
        String fixes = entry.fixed().stream()
                .map(fix -> fix.branch() == null ? fix.in() : fix.in() + " (on " + fix.branch() + ")")
                .collect(Collectors.joining(", "));
        return "If yours is older than " + fixes + ": ";
    }

    /** A holder that the remedy does not remove; an entry of its own says what does. */
    void left(Holder holder, @Nullable Entry entry) {
        String method = holder.frame().method().toString();
        if (entry == null) {
            left.add(method);
        } else {
            needed.computeIfAbsent(entry, any -> new LinkedHashSet<>()).add(method);
        }
    }

    void newerJdk() {
        last.add("JDK 24 or later frees all of them at once.");
    }

    void victim(Entry victim, List<String> guilty) {
        last.add(victim.action() + " It is a victim of " + String.join(", ", guilty) + ".");
    }

    @Override
    public String toString() {
        List<String> all = new ArrayList<>(sentences);
        needed.forEach(
                (entry, methods) -> all.add("Also needed, for " + String.join(", ", methods) + ": " + entry.action()));
        if (!left.isEmpty()) {
            all.add("That leaves " + String.join(", ", left) + " holding the carrier.");
        }
        all.addAll(last);
        return String.join(" ", all);
    }
}
