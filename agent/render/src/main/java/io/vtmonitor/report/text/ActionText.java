package io.vtmonitor.report.text;

import io.vtmonitor.model.Action;
import io.vtmonitor.model.Action.OfLibrary;
import io.vtmonitor.model.Action.OfStack;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Releases;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The advice for a stack in sentences: the remedy for the version in use, what else is needed, and what still holds the
 * carrier after that.
 */
public final class ActionText {
    /**
     * The placeholders for "the JDK to run on" in advice, and the feature release from which on each one helps. They
     * are filled in late, because bugs of a release are found after its advice is written.
     */
    private static final Map<String, Integer> JDKS = Map.of("{jdk}", 24, "{jdk26}", 26);

    private ActionText() {}

    public static String of(Action action) {
        if (action instanceof Action.Worded worded) {
            return worded.text();
        }
        if (action instanceof Action.KnownToBeFree free) {
            return free.library() + " is known to be free of such waits: record before you change anything.";
        }
        if (action instanceof Action.NotKnownToWait other) {
            return other.library() + " is not known to wait there: record before you change anything.";
        }
        OfStack advised = (OfStack) action;
        List<String> sentences = new ArrayList<>();
        remedy(sentences, advised.remedy());
        for (Action.Needed needed : advised.needed()) {
            sentences.add("Also needed, for " + names(needed.methods()) + ": " + needed.action());
        }
        left(sentences, advised.left());
        if (advised.newerJdk()) {
            sentences.add("{jdk} frees all of them at once.");
        }
        Action.Blamed blamed = advised.blamed();
        if (blamed != null) {
            sentences.add(blamed.action() + " It is a victim of " + names(blamed.guilty()) + ".");
        }
        return withJdks(String.join(" ", sentences), advised.jdks());
    }

    private static void remedy(List<String> sentences, Action.Remedy remedy) {
        if (remedy instanceof OfLibrary library) {
            release(sentences, library);
        } else if (remedy instanceof Action.General general) {
            sentences.add(general.action());
        } else if (remedy instanceof Action.Unexpected unexpected) {
            sentences.add(
                    unexpected.holder() + " is not known to block while it holds a carrier: please report this stack.");
        }
    }

    /** Names the version in use only if the advice depends on it. */
    private static void release(List<String> sentences, OfLibrary library) {
        Releases releases = library.releases();
        String run = "You run " + library.version();
        if (library.status() == Releases.Status.FIXED) {
            sentences.add(run + ", which should be free of it: please report this stack.");
            return;
        }
        sentences.add(switch (library.status()) {
                    case REGRESSED ->
                        run + ", which has the problem again since " + String.join(", ", releases.regressed()) + ". ";
                    case AFFECTED -> releases.fixed().isEmpty() ? "" : run + ". ";
                    default -> condition(releases);
                }
                + library.action());
        if (releases.guess() && releases.regressed().isEmpty()) {
            sentences.add("Only reports say that this release is free of it: no scan has confirmed it.");
        }
        Releases.Checked checked = releases.checked();
        if (checked != null && checked.left() > 0) {
            sentences.add("A scan of " + checked.after() + " finds "
                    + (checked.left() == 1 ? "1 such place." : checked.left() + " such places."));
        }
        if (library.workaround() != null) {
            sentences.add("Until then: " + library.workaround());
        }
    }

    /**
     * On which versions the advice depends, if the version in use is not known; empty if no release is fixed, or if a
     * later one has the problem again.
     */
    private static String condition(Releases releases) {
        if (releases.fixed().isEmpty() || !releases.regressed().isEmpty()) {
            return "";
        }
        String fixes = releases.fixed().stream()
                .map(fix -> fix.branch() == null ? fix.in() : fix.in() + " (on " + fix.branch() + ")")
                .collect(Collectors.joining(", "));
        return "If yours is older than " + fixes + ": ";
    }

    private static void left(List<String> sentences, List<Action.Left> all) {
        Set<MethodName> certain = new LinkedHashSet<>();
        Set<MethodName> onEveryJdk = new LinkedHashSet<>();
        Set<MethodName> perhaps = new LinkedHashSet<>();
        for (Action.Left left : all) {
            boolean exact = left.confidence() == Confidence.EXACT;
            (exact ? left.everyJdk() ? onEveryJdk : certain : perhaps).add(left.method());
        }
        perhaps.removeAll(certain);
        perhaps.removeAll(onEveryJdk);
        if (!certain.isEmpty()) {
            sentences.add("That leaves " + names(certain) + " holding the carrier.");
        }
        if (!onEveryJdk.isEmpty()) {
            sentences.add("That leaves " + names(onEveryJdk) + " holding the carrier, on every JDK.");
        }
        if (!perhaps.isEmpty()) {
            sentences.add("That may leave " + names(perhaps) + " holding the carrier.");
        }
    }

    private static String names(Collection<MethodName> methods) {
        return methods.stream().map(MethodName::toString).collect(Collectors.joining(", "));
    }

    private static String withJdks(String text, List<String> jdks) {
        String named = text;
        for (Map.Entry<String, Integer> jdk : JDKS.entrySet()) {
            named = named.replace(jdk.getKey(), JdkText.toRun(jdks, jdk.getValue()));
        }
        return named;
    }
}
