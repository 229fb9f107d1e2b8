package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.common.ThreadText;
import io.vtmonitor.model.FewCarriers;
import io.vtmonitor.report.MountFigures;
import io.vtmonitor.report.WaitFacts.Backlog;
import io.vtmonitor.report.WaitFacts.CarrierHog;
import io.vtmonitor.report.WaitFacts.CarrierKeeper;
import io.vtmonitor.report.WaitFacts.Run;
import io.vtmonitor.report.WaitFacts.Spin;
import io.vtmonitor.report.WaitFacts.WakeStorm;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Threads that could run and got no carrier, and how often threads get one, in words. */
public final class CarrierText {
    private static final String SPIN_OF_HIKARI = "com.zaxxer.hikari.util.ConcurrentBag.requite";

    private static final int MOST_KEEPERS = 3;

    /** The JDK's own bound on carriers, unless an option sets another one. */
    private static final int MOST_CARRIERS = 256;

    private static final double NANOS = 1e9;
    private static final double FEW_PER_SECOND = 1_000;

    private CarrierText() {}

    /** What it means that the scheduler has few carriers, and the option that sets more. */
    public static String few(FewCarriers few) {
        String option = " -Djdk.virtualThreadScheduler.parallelism=" + few.enough();
        return few.monitorsPin()
                ? "virtual threads run on " + Plural.of(few.carriers(), "carrier")
                        + " here: each pin takes one of them, and while all are pinned, no virtual thread runs."
                        + option + " starts more."
                : "virtual threads run on 1 carrier here: while one of them computes, or waits in native code or in a"
                        + " class initializer, no other one runs." + option + " starts one more.";
    }

    static String evidence(CarrierHog hog) {
        Run run = hog.run();
        return kept(run) + ", in " + hog.site() + ". All that time " + run.waiters() + " of the " + run.watched()
                + " virtual threads that were watched could run but got no carrier. "
                + (hog.lasting()
                        ? "The look before found it on that carrier, too."
                        : "The same place did so at the look before.")
                + (isStarved(hog.processor()) ? " " + starved(hog.processor()) : "");
    }

    static String evidence(Spin spin) {
        Run run = spin.run();
        return "Threads spin with Thread.yield in " + spin.site() + ": "
                + (run == null
                        ? Durations.percent(spin.part()) + " of those that had just got a carrier were there, and "
                                + spin.ready() + " could run."
                        : kept(run) + ", and " + run.waiters() + " of the " + run.watched()
                                + " virtual threads that were watched could run all that time and got no carrier.")
                + " The look before found the same.";
    }

    private static String kept(Run run) {
        return ThreadText.of(
                        run.thread().id(), run.thread().name(), run.thread().virtual())
                + " was on its carrier each time it was looked at for " + millis(run.seconds());
    }

    static String evidence(Backlog backlog) {
        return backlog.ready() + " virtual threads could run and have no carrier; " + backlog.stayed() + " of "
                + backlog.watched() + " that were watched got none for " + millis(backlog.seconds()) + ". "
                + why(backlog);
    }

    private static String why(Backlog backlog) {
        boolean one = backlog.mounted() == 1;
        String onCarriers = backlog.mounted() == 0
                ? "The carriers" // when the look began, each carrier was between two threads
                : one ? "The one thread on a carrier" : "The " + backlog.mounted() + " threads on carriers";
        return switch (backlog.cause()) {
            case PINNED -> "At least half of the carriers are held by waiting threads: those are pinned.";
            case STARVED -> starved(backlog.processor()) + keepers(backlog);
            case IDLE -> onCarriers + " used hardly any processor time, and left no carrier to others.";
            case PARTLY_IDLE ->
                onCarriers + " left none to others, though only " + backlog.computed() + " of the carriers "
                        + (backlog.computed() == 1 ? "was" : "were") + " computing.";
            case WORK ->
                onCarriers + (one ? " is" : " are") + " running: there is more work than the processors can do.";
        };
    }

    /**
     * Whether the carriers had a processor for less than half of the time in which they needed one.
     *
     * @param processor the share of that time, from 0 to 1; 0 if it is not known
     */
    private static boolean isStarved(double processor) {
        return processor > 0 && processor < 0.5;
    }

    private static String starved(double processor) {
        return "The carriers had a processor for " + Durations.percent(processor)
                + " of the time in which they needed one.";
    }

    private static String keepers(Backlog backlog) {
        List<CarrierKeeper> keepers = backlog.keepers();
        if (keepers.isEmpty()) {
            return "";
        }
        boolean one = keepers.size() == 1;
        String threads = keepers.stream()
                .limit(MOST_KEEPERS)
                .map(keeper -> ThreadText.of(
                                keeper.thread().id(),
                                keeper.thread().name(),
                                keeper.thread().virtual())
                        + " in " + keeper.site())
                .collect(Collectors.joining(", "));
        int more = keepers.size() - MOST_KEEPERS;
        return " At this look and at the one before, " + threads + (more > 0 ? ", and " + more + " more" : "")
                + (one ? " was on its carrier." : " were on their carriers.");
    }

    private static String sites(Backlog backlog) {
        return backlog.keepers().stream()
                .map(CarrierKeeper::site)
                .distinct()
                .limit(MOST_KEEPERS)
                .collect(Collectors.joining(" or "));
    }

    static String cure(CarrierHog hog) {
        return "Run it on a platform thread: the scheduler does not preempt a running virtual thread."
                + (isStarved(hog.processor())
                        ? " Other programs or a quota take processor time from the process, too: with more of it, the"
                                + " computation ends sooner, but keeps its carrier until then."
                        : "");
    }

    /**
     * If the thread was on its carrier at each look, a pin may be the reason: Thread.yield does not unmount a pinned
     * thread, so an update of HikariCP would not help.
     */
    static String cure(Spin spin) {
        if (!spin.site().equals(SPIN_OF_HIKARI)) {
            return "Wait with a lock, a condition, or a latch instead of looping around Thread.yield: the loop keeps"
                    + " the processors busy until it ends.";
        }
        String update = spin.run() == null
                ? "Update HikariCP to 7.1.0 or later, where "
                : "Unless a pin keeps the thread on its carrier, update HikariCP to 7.1.0 or later, where ";
        return update + "virtual threads that return a connection leave their carriers between two attempts. The loop "
                + "lasts until a thread that HikariCP counts as waiting takes a connection: find what holds that one"
                + " up between ConcurrentBag.borrow and SynchronousQueue.poll.";
    }

    static String cure(Backlog backlog) {
        return switch (backlog.cause()) {
            case PINNED -> "Free the carriers; see the pins." + parallelism(backlog);
            case IDLE -> "Free the carriers; see the pins and the stalls." + parallelism(backlog);
            case PARTLY_IDLE -> "Free the carriers; see the pins and the stalls.";
            case STARVED ->
                (backlog.keepers().isEmpty()
                                ? "Give the process more processor time"
                                : "If " + sites(backlog)
                                        + " computes, run it on a platform thread: more processor time does"
                                        + " not free the carriers before it ends. Then give the process more"
                                        + " processor time")
                        + ": other programs or its quota take it away.";
            case WORK ->
                "Find what uses the processors: carrier hogs, garbage collection, or too small a processor quota. More"
                        + " carriers help only if processors are idle.";
        };
    }

    /**
     * The option that starts a carrier for each of these threads; empty if the JDK would not start as many. More
     * carriers than processors help here because a thread that waits on its carrier uses no processor.
     */
    private static String parallelism(Backlog backlog) {
        int wanted = backlog.mounted() + backlog.ready();
        return wanted > MOST_CARRIERS
                ? ""
                : " Until then, -Djdk.virtualThreadScheduler.parallelism=" + wanted
                        + " starts a carrier for each of these " + wanted + " threads.";
    }

    private static String millis(double seconds) {
        return Math.round(seconds * 1_000) + " ms";
    }

    /** One line; null if mounts were not counted, or if they are too few to cost noticeable processor time. */
    static @Nullable String mounts(@Nullable MountFigures figures) {
        if (figures == null || figures.nanos() == 0 || figures.mounts() * NANOS < FEW_PER_SECOND * figures.nanos()) {
            return null;
        }
        String counted = perSecond(figures.mounts(), figures.nanos()) + " mounts a second that the scheduler counts";
        return figures.measuredMounts() == 0
                ? counted
                : counted + "; while there were "
                        + perSecond(figures.measuredMounts(), figures.measuredNanos())
                        + ", the carriers used " + processors(figures.carrierNanos(), figures.measuredNanos())
                        + ": at most " + each(figures.carrierNanos(), figures.measuredMounts()) + " for each";
    }

    static String evidence(WakeStorm storm) {
        return "At least " + storm.threads()
                + (storm.threads() == 1 ? " virtual thread waits" : " virtual threads wait") + " in " + storm.site()
                + (storm.caller() == null || storm.caller().equals(storm.site()) ? "" : ", called by " + storm.caller())
                + ", for less than a millisecond each time, until a timer wakes it. While the carriers were watched"
                + " for "
                + Durations.text(storm.nanos()) + ", they mounted threads "
                + perSecond(storm.mounts(), storm.nanos()) + " times a second or more, and used "
                + processors(storm.carrierNanos(), storm.nanos()) + ": at most "
                + each(storm.carrierNanos(), storm.mounts()) + " for each mount. The look before found the same.";
    }

    static String cure(WakeStorm storm) {
        return "Wait for what the loop checks, with a condition, a latch, or a queue, or wait longer between two"
                + " checks: a thread that waits for 10 ms wakes at most a hundred times a second.";
    }

    /** The average time for each mount. */
    static String each(long nanos, long mounts) {
        return Durations.text(nanos / NANOS / mounts);
    }

    private static String processors(long used, long nanos) {
        return Durations.percent((double) used / nanos) + " of a processor";
    }

    private static long perSecond(long count, long nanos) {
        return Math.round(count * NANOS / nanos);
    }
}
