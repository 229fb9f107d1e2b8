package io.vtmonitor.waits.census;

import io.vtmonitor.common.CarrierTime;
import io.vtmonitor.waits.Moved;
import io.vtmonitor.waits.Phase;
import io.vtmonitor.waits.WatchedTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How fast groups move on: their samples and the heads of their queues are watched, all groups at once. A group that
 * moves fast shows it within a millisecond; where nobody leaves it is watched for a second, because a wait of less than
 * that is no trouble, and because threads may leave in bursts.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are told apart by identity
final class Movement {
    private static final int SHORT_STEPS = 20;
    private static final long SHORT_NANOS = 50_000;
    private static final int MIDDLE_STEPS = 24;
    private static final long MIDDLE_NANOS = 2_000_000;
    private static final long LONG_NANOS = 10_000_000;

    /** So many departures make a pace. */
    private static final int ENOUGH = 3;

    /** Who moves on so fast is not judged. Any other is watched to the end: a burst may just have begun. */
    private static final double FAST_SECONDS = 1;

    private final Phases phases;
    private final Blockers blockers;
    private final OwnedLocks locks;
    private final Cost cost;

    Movement(Phases phases, Blockers blockers, OwnedLocks locks, Cost cost) {
        this.phases = phases;
        this.blockers = blockers;
        this.locks = locks;
        this.cost = cost;
    }

    /** In the order of the groups. */
    List<Moved> watch(List<Counted> groups) {
        List<Watch> watches = groups.stream().map(Watch::new).toList();
        List<Watch> open = new ArrayList<>(watches);
        CarrierTime time = watches.isEmpty() ? null : CarrierTime.begin();
        for (int step = 0; !open.isEmpty(); step++) {
            cost.pause(step < SHORT_STEPS ? SHORT_NANOS : isFine(step, open) ? MIDDLE_NANOS : LONG_NANOS);
            boolean mayEnd = step == SHORT_STEPS - 1 || step >= SHORT_STEPS + MIDDLE_STEPS - 1;
            open.forEach(Watch::look);
            open.removeIf(watch -> mayEnd && watch.isOver());
        }
        boolean anySlow = watches.stream().anyMatch(watch -> watch.moved().waitSeconds() >= FAST_SECONDS);
        double processor = time == null || !anySlow ? 0 : time.part();
        return watches.stream().map(watch -> watch.moved().with(processor)).toList();
    }

    /**
     * A monitor does not tell who is next: a turn is seen only while it lasts. Who runs may also enter again before
     * those that wait, for a while, so that they get their turns in bursts.
     */
    private static boolean isFine(int step, List<Watch> open) {
        return step < SHORT_STEPS + MIDDLE_STEPS
                || open.stream().anyMatch(watch -> watch.group.phase() == Phase.BLOCKED);
    }

    private final class Watch {
        private final Counted group;
        private final List<Thread> samples;

        /**
         * What each sample waited for at the begin, where that is not one object: who parks for another had its turn.
         */
        private final List<@Nullable Object> waitedFor = new ArrayList<>();

        private final Turns turns;
        private final WatchedTime watched = new WatchedTime(System.nanoTime());
        private @Nullable Thread head;
        private int heads;
        private final boolean timed;

        Watch(Counted group) {
            this.group = group;
            samples = group.samples();
            turns = new Turns(samples.size());
            head = locks.next(group.blocker());
            samples.forEach(sample -> waitedFor.add(LockSupport.getBlocker(sample)));
            timed = samples.stream().anyMatch(sample -> phases.of(sample) == Phase.TIMED_PARKED);
        }

        void look() {
            Thread next = locks.next(group.blocker());
            if (next != head) {
                head = next;
                heads++;
            }
            for (int i = 0; i < samples.size(); i++) {
                turns.look(i, waits(i) || isNext(samples.get(i)));
            }
            watched.step(System.nanoTime());
        }

        /** Who was woken up and is still next did not get it: another thread was faster, and it parks again. */
        private boolean isNext(Thread thread) {
            return locks.next(group.blocker()) == thread;
        }

        private boolean waits(int sample) {
            Thread thread = samples.get(sample);
            Object blocker = group.blocker();
            return switch (phases.of(thread)) {
                case PARKED, TIMED_PARKED ->
                    blocker == null
                            ? LockSupport.getBlocker(thread) == waitedFor.get(sample)
                            : blockers.mayWaitFor(thread, blocker);
                case BLOCKED, WAITING -> group.phase() == phases.of(thread);
                case GONE, READY, MOUNTED -> false;
            };
        }

        boolean isOver() {
            boolean fast = departures() >= ENOUGH && moved().waitSeconds() < FAST_SECONDS;
            return fast || watched.isOver();
        }

        private double departures() {
            return Math.max(heads, turns.of(group.threads()));
        }

        Moved moved() {
            return new Moved(group.threads(), departures(), watched.seconds()).mayGiveUp(timed);
        }
    }
}
