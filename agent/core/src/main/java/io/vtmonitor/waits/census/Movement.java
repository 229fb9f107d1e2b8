package io.vtmonitor.waits.census;

import io.vtmonitor.common.CarrierTime;
import io.vtmonitor.waits.Cost;
import io.vtmonitor.waits.Moved;
import io.vtmonitor.waits.Phase;
import io.vtmonitor.waits.WatchedTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

    /** Nobody waits for this. */
    private static final Object ELSEWHERE = new Object();

    private final Phases phases;
    private final Blockers blockers;
    private final OwnedLocks locks;
    private final Cost cost;
    private final Deadlines deadlines;

    Movement(Phases phases, Blockers blockers, OwnedLocks locks, Deadlines deadlines, Cost cost) {
        this.deadlines = deadlines;
        this.phases = phases;
        this.blockers = blockers;
        this.locks = locks;
        this.cost = cost;
    }

    /** In the order of the groups. */
    List<Moved> watch(List<Counted> groups) {
        boolean timed =
                groups.stream().anyMatch(group -> group.samples().stream().anyMatch(this::isTimed));
        Deadlines.Look limits = deadlines.look(timed);
        List<Watch> watches =
                groups.stream().map(group -> new Watch(group, limits)).toList();
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

    private boolean isTimed(Thread thread) {
        return phases.of(thread) == Phase.TIMED_PARKED || phases.timer(thread) != null;
    }

    private final class Watch {
        private final Counted group;
        private final List<Thread> samples;

        /**
         * What each sample waited for at the begin, where that is not one object: who parks for another had its turn.
         */
        private final List<@Nullable Object> waitedFor = new ArrayList<>();

        private final Departures departures;
        private final Deadlines.Look limits;
        private final WatchedTime watched = new WatchedTime(System.nanoTime());
        private @Nullable Thread head;
        private long headLimit;
        private int heads;

        /** Those that wait for the lock at this step; null until that is of interest. */
        private @Nullable Set<Thread> queue;

        Watch(Counted group, Deadlines.Look limits) {
            this.group = group;
            this.limits = limits;
            samples = group.samples();
            departures = new Departures(samples.size());
            head = locks.next(group.blocker());
            headLimit = limit(head);
            for (int i = 0; i < samples.size(); i++) {
                Thread sample = samples.get(i);
                Object named = LockSupport.getBlocker(sample);
                waitedFor.add(isStillThere(named) ? named : ELSEWHERE);
                if (waits(i) || isNext(sample)) {
                    departures.waits(i, isTimed(sample), limits.of(sample), System.nanoTime());
                } else {
                    departures.leftBefore(i);
                }
            }
        }

        /** Some time has passed since the census: who sleeps by now has no part in how the group moves. */
        private boolean isStillThere(@Nullable Object named) {
            return group.type() == null
                    || group.blocker() != null
                    || (named != null && named.getClass().getName().equals(group.type()));
        }

        private long limit(@Nullable Thread next) {
            return next == null || !phases.isVirtual(next) ? Departures.UNKNOWN : limits.of(next);
        }

        /**
         * The time is read after each thread was looked at: on a busy machine much of it passes in between, and who
         * left when its own was over must not seem to have left before.
         */
        void look() {
            Thread next = locks.next(group.blocker());
            if (next != head) {
                heads += Departures.isOver(headLimit, System.nanoTime()) ? 0 : 1;
                head = next;
            }
            headLimit = limit(next);
            queue = null;
            for (int i = 0; i < samples.size(); i++) {
                Thread sample = samples.get(i);
                if (waits(i) || isNext(sample)) {
                    boolean timed = isTimed(sample);
                    long limit = limits.of(sample);
                    departures.waits(i, timed, limit, System.nanoTime());
                } else {
                    departures.left(i, System.nanoTime());
                    limits.left(sample);
                }
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
                            : LockSupport.getBlocker(thread) == blocker || isQueued(thread, blocker);
                case BLOCKED, WAITING -> group.phase() == phases.of(thread);
                case GONE, READY, MOUNTED -> false;
            };
        }

        /** Whoever was signaled waits for the lock, had its turn, and may await the next signal by now. */
        private boolean isQueued(Thread thread, Object lock) {
            if (!blockers.namesConditionOf(thread, lock)) {
                return false;
            }
            Set<Thread> now = queue == null ? Blockers.queue(lock) : queue;
            queue = now;
            return now.contains(thread);
        }

        boolean isOver() {
            boolean fast = turns() >= ENOUGH && moved().waitSeconds() < FAST_SECONDS;
            return fast || watched.isOver();
        }

        private double turns() {
            double sampled = departures.turns(group.threads());
            return departures.mayGiveUp() || !gaveUp() ? Math.max(heads, sampled) : sampled;
        }

        private boolean gaveUp() {
            return departures.gaveUp(group.threads()) > 0;
        }

        Moved moved() {
            return new Moved(group.threads(), turns(), watched.seconds())
                    .gaveUp(departures.gaveUp(group.threads()))
                    .mayGiveUp(departures.mayGiveUp());
        }
    }
}
