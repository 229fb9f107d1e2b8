package io.vtmonitor.report.text;

import io.vtmonitor.common.Plural;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A verdict for somebody who watches the log: a short line for each statement, which thread waits for which, and what
 * to do.
 */
public final class VerdictBlock {
    private static final int MOST_LINKS = 6;

    private VerdictBlock() {}

    /**
     * The lines for a new verdict, or for another episode of an earlier one.
     *
     * @param firstLook the time of the first look, before which the waits may have begun; null if there is none
     */
    public static String of(WaitVerdict verdict, @Nullable Instant firstLook) {
        List<String> lines = new ArrayList<>();
        if (verdict.episodes() > 1) {
            return title(verdict) + ", for the " + VerdictText.ordinal(verdict.episodes()) + " time since "
                    + time(verdict.first()) + waiting(verdict);
        }
        lines.add(title(verdict)
                + (verdict.begin().equals(firstLook) ? ", found at the first look" : ", since " + time(verdict.begin()))
                + waiting(verdict));
        if (verdict.facts() instanceof Deadlock deadlock) {
            links(lines, deadlock);
        } else {
            lines.add("  " + VerdictText.evidence(verdict));
        }
        lines.add("  Fix: " + VerdictText.cure(verdict.facts()));
        if (verdict.facts() instanceof Deadlock deadlock) {
            String who = deadlock.threads() == 1 ? "this thread waits for itself" : "these threads wait for each other";
            lines.add("  rescue does not help here: it lends carriers, and " + who + ".");
        }
        return String.join("\n", lines);
    }

    /** How many threads wait; empty for a verdict on threads that need not wait. */
    private static String waiting(WaitVerdict verdict) {
        return verdict.kind() == WaitVerdictKind.THREAD_LOCALS
                ? ""
                : "; " + Plural.of(threads(verdict), "thread") + (threads(verdict) == 1 ? " waits" : " wait");
    }

    /** A line for each verdict that the log already has in full. */
    static void summary(TextWriter page, List<WaitVerdict> verdicts) {
        for (WaitVerdict verdict : verdicts) {
            page.line(
                    "%s %s to %s%s, see above",
                    title(verdict),
                    time(verdict.begin()),
                    verdict.over() ? time(verdict.end()) : "the end",
                    verdict.episodes() > 1 ? ", the last of " + verdict.episodes() : "");
        }
    }

    private static String title(WaitVerdict verdict) {
        return verdict.kind().title().toUpperCase(Locale.ROOT) + " (" + verdict.confidence() + ")";
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static int threads(WaitVerdict verdict) {
        return verdict.facts() instanceof Deadlock deadlock
                ? deadlock.threads() + deadlock.behind()
                : verdict.threads();
    }

    private static void links(List<String> lines, Deadlock deadlock) {
        List<Link> links = deadlock.links();
        Function<Named, String> called = called(links);
        for (Link link : links.subList(0, Math.min(MOST_LINKS, links.size()))) {
            lines.add("  " + DeadlockText.brief(link, called));
        }
        int more = deadlock.threads() - Math.min(MOST_LINKS, links.size());
        if (more > 0) {
            lines.add("  and so on: " + deadlock.threads() + " threads in a circle");
        }
        if (deadlock.behind() > 0) {
            lines.add("  " + deadlock.behind() + " more " + (deadlock.behind() == 1 ? "waits" : "wait") + " for what "
                    + (deadlock.threads() == 1 ? "it holds" : "these hold"));
        }
        if (deadlock.carriers() > 0) {
            boolean alone = deadlock.threads() == 1 && deadlock.behind() == 0;
            lines.add((alone ? "  It holds " : "  They hold ") + Plural.of(deadlock.carriers(), "carrier"));
        }
    }

    /** How to name threads: by the name only, or with the number if the name is empty or not unique. */
    private static Function<Named, String> called(List<Link> links) {
        Map<String, Set<Long>> named = new HashMap<>();
        for (Link link : links) {
            named.computeIfAbsent(link.thread().name(), key -> new HashSet<>())
                    .add(link.thread().id());
            named.computeIfAbsent(link.owner().name(), key -> new HashSet<>())
                    .add(link.owner().id());
        }
        return thread -> thread.name().isEmpty()
                        || named.getOrDefault(thread.name(), Set.of()).size() > 1
                ? ThreadText.of(thread.id(), thread.name(), thread.virtual())
                : thread.name();
    }
}
