package io.vtmonitor.waits.census;

import io.vtmonitor.common.CarrierTime;
import io.vtmonitor.common.OwnThreads;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.threads.Carrier;
import io.vtmonitor.threads.Deadlines;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.WaitSite;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Watches for a second which threads the scheduler mounts most, and how much processor time that takes. */
final class WakeLook {
    private static final int STEPS = 40;
    private static final long STEP_NANOS = 25_000_000;

    /**
     * Reads of the carriers in a row. A thread may be on its carrier for only some microseconds: many reads are likely
     * to see one.
     */
    private static final int LOOKS_EACH = 500;

    private static final int MOST_STACKS = 16;
    private static final int TIMER_STEPS = 20;
    private static final long TIMER_STEP_NANOS = 1_000_000;
    private static final int FEWEST_TIMERS = 3;

    /** A thread that waits no longer than this wakes a thousand times a second or more. */
    private static final long SHORT_WAIT_NANOS = 1_000_000;

    /** The shortest wait that is assumed. */
    private static final long LEAST_WAIT_NANOS = 1_000;

    private final JdkThreads jdk;
    private final Deadlines deadlines;
    private final SiteReader sites;

    WakeLook(JdkThreads jdk, Deadlines deadlines, SiteReader sites) {
        this.jdk = jdk;
        this.deadlines = deadlines;
        this.sites = sites;
    }

    /**
     * What a watch saw.
     *
     * @param nanos how long the watch took
     * @param mounts how many mounts the scheduler counted meanwhile
     * @param carrierNanos processor time of the carriers meanwhile; less than 0 if that is not known
     * @param mounted how often a thread was seen on a carrier, each thread once at each of {@value #STEPS} steps
     * @param polls the place that can cause most wake-ups; null if no threads wait for so short a time
     */
    record Sample(
            long nanos,
            long mounts,
            long carrierNanos,
            int mounted,
            @Nullable Polls polls) {}

    /**
     * A place where threads wait for less than a millisecond each time.
     *
     * @param threads how many were found there
     * @param mounted how often they were seen on a carrier
     * @param wakesPerSecond how often their timers can wake all of them together, at most
     */
    record Polls(WaitSite site, int threads, int mounted, double wakesPerSecond) {}

    /** What was seen of a thread. */
    private static final class Woken {
        private int mounted;
        private int shortWaits;
        private int longWaits;
        private long mostLeft;

        boolean polls() {
            return shortWaits >= FEWEST_TIMERS && longWaits == 0;
        }

        /** How often it can wake: its waits take at least the longest time that a timer had left. */
        double wakesPerSecond() {
            return 1e9 / Math.max(LEAST_WAIT_NANOS, mostLeft);
        }
    }

    /**
     * Watches the carriers, then the timers of the threads that were mounted most.
     *
     * @param waiting threads whose waits may have time limits
     */
    Sample watch(List<Thread> waiting, LookBudget cost) {
        IdentityHashMap<Thread, Woken> woken = new IdentityHashMap<>();
        CarrierTime time = CarrierTime.begin();
        long begin = System.nanoTime();
        long steals = jdk.steals();
        List<Thread> carriers = jdk.carriers().stream().map(Carrier::thread).toList();
        int mounted = 0;
        for (int step = 0; step < STEPS; step++) {
            cost.pause(STEP_NANOS);
            mounted += addMounted(carriers, woken);
        }
        long mounts = jdk.steals() - steals;
        long nanos = System.nanoTime() - begin;
        long carrierNanos = time == null ? -1 : time.ranNanos();
        waiting.stream().limit(MOST_STACKS).forEach(thread -> woken.computeIfAbsent(thread, key -> new Woken()));
        return new Sample(nanos, Math.max(0, mounts), carrierNanos, mounted, polls(woken, cost));
    }

    /** Adds each thread that is seen on a carrier at this step, and returns how many there are. */
    private int addMounted(List<Thread> carriers, IdentityHashMap<Thread, Woken> woken) {
        Set<Thread> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int look = 0; look < LOOKS_EACH; look++) {
            for (Thread carrier : carriers) {
                Thread thread = jdk.mountedOn(carrier);
                if (thread != null && !OwnThreads.isOwn(thread.getName())) {
                    seen.add(thread);
                }
            }
        }
        seen.forEach(thread -> woken.computeIfAbsent(thread, key -> new Woken()).mounted++);
        return seen.size();
    }

    private @Nullable Polls polls(IdentityHashMap<Thread, Woken> woken, LookBudget cost) {
        List<Map.Entry<Thread, Woken>> most = woken.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<Thread, Woken> each) -> each.getValue().mounted)
                        .reversed())
                .limit(2 * MOST_STACKS)
                .toList();
        for (int step = 0; step < TIMER_STEPS; step++) {
            cost.pause(TIMER_STEP_NANOS);
            Deadlines.Look limits = deadlines.look(true);
            most.forEach(each -> readTimer(each.getKey(), each.getValue(), limits));
        }
        Map<WaitSite, List<Woken>> bySite = new HashMap<>();
        for (Map.Entry<Thread, Woken> each : most) {
            Thread thread = each.getKey();
            if (each.getValue().polls() && jdk.phase(thread) != Phase.GONE) {
                // It may be mounted now, but its next wait is the same.
                WaitSite site = sites.read(WaitOperation.PARK, List.of(thread.getStackTrace()));
                bySite.computeIfAbsent(site.place(), key -> new ArrayList<>()).add(each.getValue());
            }
        }
        return bySite.entrySet().stream()
                .map(each -> polls(each.getKey(), each.getValue()))
                .max(Comparator.comparingDouble(Polls::wakesPerSecond))
                .orElse(null);
    }

    private static Polls polls(WaitSite site, List<Woken> its) {
        return new Polls(
                site,
                its.size(),
                its.stream().mapToInt(each -> each.mounted).sum(),
                its.stream().mapToDouble(Woken::wakesPerSecond).sum());
    }

    private static void readTimer(Thread thread, Woken woken, Deadlines.Look limits) {
        long end = limits.of(thread);
        if (end != Deadlines.UNKNOWN) {
            long left = end - System.nanoTime();
            boolean isShort = left <= SHORT_WAIT_NANOS;
            woken.shortWaits += isShort ? 1 : 0;
            woken.longWaits += isShort ? 0 : 1;
            woken.mostLeft = isShort ? Math.max(woken.mostLeft, left) : woken.mostLeft;
        }
    }
}
