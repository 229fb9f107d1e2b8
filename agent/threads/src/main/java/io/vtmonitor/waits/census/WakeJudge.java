package io.vtmonitor.waits.census;

import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.report.MountFigures;
import io.vtmonitor.report.WaitFacts.WakeStorm;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.Mounts;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.census.WakeLook.Polls;
import io.vtmonitor.waits.census.WakeLook.Sample;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wake storm: at two looks, the carriers use a quarter of a processor or more, and at most 50 µs for each mount that
 * the scheduler counts; and at least half of the threads that are seen on carriers wait at one place, for less than a
 * millisecond each time.
 *
 * <p>Needs the carriers' processor time, and a scheduler that counts mounts. If it counts too few, each mount seems to
 * take longer, and there is no verdict.
 */
final class WakeJudge {
    private static final double NANOS = 1e9;
    private static final double PROCESSORS = 0.25;
    private static final double MOST_NANOS_EACH = 50_000;
    private static final int FEWEST_SEEN = 5;

    /** With fewer mounts, a quarter of a processor would be more than 50 µs for each. */
    private static final double CANDIDATE_PER_SECOND = PROCESSORS * NANOS / MOST_NANOS_EACH;

    private final JdkThreads jdk;
    private final WakeLook wakes;
    private final Mounts mounts = new Mounts();
    private long first;
    private long firstMounts;
    private long last;
    private long lastMounts;
    private boolean any;
    private long measuredNanos;
    private long measuredMounts;
    private long carrierNanos;
    private @Nullable String storm;
    private Instant begin = Instant.EPOCH;
    private volatile @Nullable MountFigures figures;

    WakeJudge(JdkThreads jdk, WakeLook wakes) {
        this.jdk = jdk;
        this.wakes = wakes;
    }

    /**
     * One look: counts mounts, and if there are many, watches which threads are mounted.
     *
     * @param waiting threads whose waits may have time limits
     */
    List<Judgment> look(List<Thread> waiting, Instant at, LookBudget cost) {
        long now = System.nanoTime();
        long counted = mounts.total(jdk.steals(), now);
        double perSecond = any ? (counted - lastMounts) * NANOS / (now - last) : 0;
        if (!any) {
            first = now;
            firstMounts = counted;
        }
        any = true;
        last = now;
        lastMounts = counted;
        Sample seen = perSecond >= CANDIDATE_PER_SECOND ? wakes.watch(waiting, cost) : null;
        if (seen != null && seen.carrierNanos() >= 0) {
            measuredNanos += seen.nanos();
            measuredMounts += seen.mounts();
            carrierNanos += seen.carrierNanos();
        }
        figures = new MountFigures(now - first, counted - firstMounts, measuredNanos, measuredMounts, carrierNanos);
        return judge(seen, at);
    }

    /** @param seen null if there were too few mounts to watch */
    List<Judgment> judge(@Nullable Sample seen, Instant at) {
        Polls polls = seen == null || !takesMuch(seen) ? null : cause(seen);
        String before = storm;
        storm = polls == null ? null : polls.site().site();
        if (seen == null || polls == null || !polls.site().site().equals(before)) {
            begin = at;
            return List.of();
        }
        WakeStorm facts = new WakeStorm(
                polls.site().site(),
                polls.site().caller(),
                polls.threads(),
                seen.nanos(),
                seen.mounts(),
                seen.carrierNanos());
        return List.of(HogJudge.found(
                WaitVerdictKind.WAKE_STORM, facts.site(), begin, facts.threads(), facts.site(), facts, List.of()));
    }

    private static boolean takesMuch(Sample seen) {
        return seen.carrierNanos() >= PROCESSORS * seen.nanos()
                && seen.carrierNanos() <= MOST_NANOS_EACH * seen.mounts();
    }

    /**
     * The place whose threads can cause half of the mounts, and that half of the threads on carriers belong to, if
     * enough of these were seen; null if there is none.
     */
    private static @Nullable Polls cause(Sample seen) {
        Polls polls = seen.polls();
        return polls != null
                        && 2 * polls.wakesPerSecond() >= seen.mounts() * NANOS / seen.nanos()
                        && (seen.mounted() < FEWEST_SEEN || 2 * polls.mounted() >= seen.mounted())
                ? polls
                : null;
    }

    /** Null before the first look. */
    @Nullable
    MountFigures figures() {
        return figures;
    }
}
