package io.vtmonitor.waits.census;

import io.vtmonitor.common.CarrierTime;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.waits.Hog;
import io.vtmonitor.waits.YieldSpin;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Watches which threads stay on carriers while other threads are ready to run. It watches for half a second, or for a
 * whole second if at least half of the ready threads get no carrier.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
final class CarrierLook {
    private static final int STEPS = 50;
    private static final int MOST_STEPS = 100;
    private static final int MOST_STACKS = 40;

    /** Threads on carriers that are watched. */
    private static final int MOST_MOUNTED = 100;

    /**
     * A longer step was delayed, by the garbage collector or by the system. What happened meanwhile is not known, so no
     * more than this counts.
     */
    private static final long MOST_COUNTED = 20_000_000;

    private static final long STEP_NANOS = 10_000_000;

    private final JdkThreads jdk;

    CarrierLook(JdkThreads jdk) {
        this.jdk = jdk;
    }

    /**
     * What a watch saw.
     *
     * @param ready threads that were ready to run and had no carrier, at the start
     * @param watched how many of these were watched
     * @param stayed how many of the watched threads never got a carrier
     * @param mounted threads on carriers, at the start
     * @param unwatched how many of these were not watched, because there were too many
     * @param blocked how many of the watched ones were pinned: they waited on their carriers all the time
     * @param seconds for how long the threads were watched
     * @param processor the part of the time in which the carriers had the processor that they wanted; 0 if that is not
     *     known
     * @param computed how many carriers used a processor for a while; less than 0 if that is not known
     * @param yields of the threads that had just got a carrier and were sampled, the part that was in one method that
     *     calls {@code Thread.yield}
     * @param spinsIn that method; null if there is none, or too few threads got a carrier
     * @param hogs threads that computed for long on their carriers while others were ready
     * @param kept threads that each step found on the same carrier, whatever part of a processor the carriers had
     */
    record Sample(
            int ready,
            int watched,
            int stayed,
            int mounted,
            int unwatched,
            int blocked,
            double seconds,
            double processor,
            int computed,
            double yields,
            @Nullable String spinsIn,
            List<Hog> hogs,
            List<Hog> kept) {
        /** Whether all threads on carriers that were not blocked are known to have used a processor. */
        boolean allComputed() {
            return allComputed(computed, mounted, blocked);
        }

        /** Whether at least half of the watched threads on carriers were pinned. */
        boolean isPinned() {
            return blocked > 0 && 2 * blocked >= mounted - unwatched;
        }

        /** Whether all of the watched threads on carriers were pinned. */
        boolean isAllPinned() {
            return mounted > 0 && blocked == mounted - unwatched;
        }

        private static boolean allComputed(int computed, int mounted, int blocked) {
            return computed >= 0 && computed >= mounted - blocked;
        }

        /** Whether at least half of the watched threads got no carrier in a second. */
        boolean isBacklog() {
            return watched > 0 && 2 * stayed >= watched && seconds >= 1;
        }
    }

    /** @param mounted the threads on carriers */
    Sample watch(WaiterGroup ready, List<Thread> mounted, LookBudget cost) {
        List<Thread> running = mounted.subList(0, Math.min(MOST_MOUNTED, mounted.size()));
        List<Thread> waiting = ready.samples();
        IdentityHashMap<Thread, CarrierRun> runs = new IdentityHashMap<>();
        List<CarrierRun> ofRunning =
                running.stream().map(thread -> run(thread, runs)).toList();
        List<CarrierRun> ofWaiting =
                waiting.stream().map(thread -> run(thread, runs)).toList();
        boolean[] gotOne = new boolean[waiting.size()];
        boolean[] leftCarrier = new boolean[running.size()];
        int stacks = 0;
        YieldSpin spin = new YieldSpin();
        CarrierTime time = CarrierTime.begin();
        long begin = System.nanoTime();
        long last = begin;
        for (int step = 0; step <= STEPS || (step <= MOST_STEPS && 2 * stayed(gotOne) >= gotOne.length); step++) {
            long now = System.nanoTime();
            long passed = Math.min(MOST_COUNTED, now - last);
            last = now;
            for (CarrierRun run : runs.values()) {
                Thread carrier = jdk.carrier(run.thread());
                run.step(carrier, jdk.phase(run.thread()) == Phase.READY, passed);
                if (run.hasBegun() && spin.wantsMore()) {
                    spin.add(run.stack());
                }
                if (run.wantsStack() && stacks < MOST_STACKS) {
                    stacks++;
                    run.takeStack();
                }
            }
            for (CarrierRun run : runs.values()) {
                run.waiters(runs.values());
            }
            for (int i = 0; i < gotOne.length; i++) {
                gotOne[i] |= !ofWaiting.get(i).isReady();
            }
            for (int i = 0; i < leftCarrier.length; i++) {
                leftCarrier[i] |= !ofRunning.get(i).isBlockedOnCarrier();
            }
            cost.pause(STEP_NANOS);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        double processor = time == null ? 0 : time.part();
        int computed = time == null ? -1 : time.busy();
        boolean allComputed = Sample.allComputed(computed, mounted.size(), stayed(leftCarrier));
        List<Hog> ran = runs.values().stream()
                .map(CarrierRun::hog)
                .filter(Objects::nonNull)
                .toList();
        return new Sample(
                ready.threads(),
                gotOne.length,
                stayed(gotOne),
                mounted.size(),
                mounted.size() - running.size(),
                stayed(leftCarrier),
                seconds,
                processor,
                computed,
                spin.part(),
                spin.method(),
                ran.stream().filter(hog -> hog.isLong(processor, allComputed)).toList(),
                runs.values().stream()
                        .filter(CarrierRun::hasStayed)
                        .map(CarrierRun::hog)
                        .filter(Objects::nonNull)
                        .filter(hog -> hog.site() != null)
                        .toList());
    }

    private static CarrierRun run(Thread thread, IdentityHashMap<Thread, CarrierRun> runs) {
        return runs.computeIfAbsent(thread, CarrierRun::new);
    }

    private static int stayed(boolean[] gone) {
        int stayed = 0;
        for (boolean one : gone) {
            stayed += one ? 0 : 1;
        }
        return stayed;
    }
}
