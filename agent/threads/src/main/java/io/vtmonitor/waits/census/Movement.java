package io.vtmonitor.waits.census;

import io.vtmonitor.common.CarrierTime;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.threads.Deadlines;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.Synchronizers;
import io.vtmonitor.waits.GroupProgress;
import io.vtmonitor.waits.WatchedTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Measures how fast threads leave their groups. It watches sampled threads and the heads of the queues, of all groups
 * at once. A fast group shows within a millisecond that it is fast. A group that no thread leaves is watched for a
 * second, because a shorter wait is no problem, and because threads may leave in bursts.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are compared by identity
final class Movement {
    private static final int SHORT_STEPS = 20;
    private static final long SHORT_NANOS = 50_000;
    private static final int MIDDLE_STEPS = 24;
    private static final long MIDDLE_NANOS = 2_000_000;
    private static final long MOVING_NANOS = 5_000_000;
    private static final long LONG_NANOS = 10_000_000;

    /**
     * While there are turns, a window of short steps begins this long after the last one: in a longer step, several
     * turns look like one.
     */
    private static final long BETWEEN_WINDOWS_NANOS = 90_000_000;

    private static final int WINDOW_STEPS = 12;

    /** The fewest turns from which a rate is computed. */
    private static final int ENOUGH = 3;

    /** A queue that takes less than this is not judged, so it need not be watched further. */
    private static final double FAST_SECONDS = 1;

    /**
     * If a smaller part of a queue gets its turn, that may be a burst, before and after which the queue stands still.
     */
    private static final double NO_BURST = 0.5;

    /** Stands for what a sample of another group waits for. No thread has it as its blocker. */
    private static final Object ELSEWHERE = new Object();

    private final JdkThreads jdk;
    private final LookBudget cost;
    private final Deadlines deadlines;

    Movement(JdkThreads jdk, Deadlines deadlines, LookBudget cost) {
        this.jdk = jdk;
        this.deadlines = deadlines;
        this.cost = cost;
    }

    /** Watches the groups and returns their progress, in the order of the groups. */
    List<GroupProgress> watch(List<WaiterGroup> groups) {
        boolean timed =
                groups.stream().anyMatch(group -> group.samples().stream().anyMatch(this::isTimed));
        Deadlines.Look limits = deadlines.look(timed);
        List<Watch> watches =
                groups.stream().map(group -> new Watch(group, limits)).toList();
        List<Watch> open = new ArrayList<>(watches);
        CarrierTime time = watches.isEmpty() ? null : CarrierTime.begin();
        int window = SHORT_STEPS;
        long windowEnd = System.nanoTime();
        for (int step = 0; !open.isEmpty(); step++) {
            boolean isShort = window > 0;
            cost.pause(isShort ? SHORT_NANOS : longNanos(step, open));
            open.forEach(watch -> watch.look(isShort));
            if (isShort && --window == 0) {
                windowEnd = System.nanoTime();
                open.forEach(Watch::endWindow);
            } else if (!isShort && System.nanoTime() - windowEnd >= BETWEEN_WINDOWS_NANOS) {
                if (open.stream().anyMatch(watch -> watch.pace.isMoving())) {
                    window = WINDOW_STEPS;
                } else {
                    windowEnd = System.nanoTime();
                    open.forEach(Watch::skipWindow);
                }
            }
            boolean mayEnd = window == 0 && (step == SHORT_STEPS - 1 || step >= SHORT_STEPS + MIDDLE_STEPS - 1);
            open.removeIf(watch -> mayEnd && watch.isOver());
        }
        boolean anySlow = watches.stream().anyMatch(watch -> watch.moved().waitSeconds() >= FAST_SECONDS);
        double processor = time == null || !anySlow ? 0 : time.part();
        return watches.stream().map(watch -> watch.moved().with(processor)).toList();
    }

    /**
     * The length of the next step. Steps stay short if threads wait for a monitor: it does not show which thread is
     * next, so a turn is seen only while it lasts. A running thread may also enter the monitor repeatedly before those
     * that wait, so that these get their turns in bursts.
     */
    private static long longNanos(int step, List<Watch> open) {
        boolean isFine = step < SHORT_STEPS + MIDDLE_STEPS
                || open.stream().anyMatch(watch -> watch.group.phase() == Phase.BLOCKED);
        boolean isMoving = open.stream().anyMatch(watch -> watch.pace.isMoving());
        return isFine ? MIDDLE_NANOS : isMoving ? MOVING_NANOS : LONG_NANOS;
    }

    private boolean isTimed(Thread thread) {
        return jdk.phase(thread) == Phase.TIMED_PARKED || jdk.timer(thread) != null;
    }

    private final class Watch {
        private final WaiterGroup group;
        private final List<Thread> samples;

        /**
         * What each sample waited for at the start. In a group of several objects, a sample that parks for another
         * object has had its turn.
         */
        private final List<@Nullable Object> waitedFor = new ArrayList<>();

        private final SampledDepartures departures;
        private final Deadlines.Look limits;
        private final WatchedTime watched = new WatchedTime(System.nanoTime());
        private final CountedTurns pace = new CountedTurns();
        private final boolean anyTimed;
        private @Nullable Thread head;
        private boolean headIsTimed;
        private long headLimit;
        private int heads;

        /** The threads in the lock's queue at this step; null until they are needed. */
        private @Nullable Set<Thread> queue;

        Watch(WaiterGroup group, Deadlines.Look limits) {
            this.group = group;
            this.limits = limits;
            samples = group.samples();
            anyTimed = samples.stream().anyMatch(Movement.this::isTimed);
            departures = new SampledDepartures(samples.size());
            lookAtHead();
            for (int i = 0; i < samples.size(); i++) {
                Thread sample = samples.get(i);
                Object named = LockSupport.getBlocker(sample);
                waitedFor.add(isStillThere(named) ? named : ELSEWHERE);
                if (!stays(i)) {
                    departures.leftBefore(i);
                }
            }
        }

        /**
         * Whether a sample still waits for an object of the group. Some time has passed since the census, and a thread
         * that sleeps by now says nothing about the group.
         */
        private boolean isStillThere(@Nullable Object named) {
            return group.type() == null
                    || group.blocker() != null
                    || (named != null && named.getClass().getName().equals(group.type()));
        }

        private void lookAtHead() {
            Thread next = jdk.next(group.blocker());
            if (next != head) {
                heads += headHadItsTurn() ? 1 : 0;
                head = next;
                headIsTimed = anyTimed;
                headLimit = SampledDepartures.UNKNOWN;
            }
            if (next == null) {
                return;
            }
            boolean virtual = jdk.isVirtual(next);
            boolean timed = virtual ? isTimed(next) : next.getState() == Thread.State.TIMED_WAITING;
            boolean untimed = virtual ? jdk.phase(next) == Phase.PARKED : next.getState() == Thread.State.WAITING;
            if (timed || untimed) {
                headIsTimed = timed;
                headLimit = timed && virtual ? limits.of(next) : SampledDepartures.UNKNOWN;
            } // else it is awake, and its time limit was read before
        }

        private boolean headHadItsTurn() {
            boolean isUnknown = headIsTimed && headLimit == SampledDepartures.UNKNOWN;
            return head != null && !isUnknown && !SampledDepartures.isOver(headLimit, System.nanoTime());
        }

        /**
         * A step. It reads the time again after each thread: on a busy machine much time passes in between, and a
         * thread that left when its time limit had passed must not seem to have left earlier.
         */
        void look(boolean isShort) {
            lookAtHead();
            queue = null;
            for (int i = 0; i < samples.size(); i++) {
                if (!stays(i)) {
                    departures.left(i, System.nanoTime());
                    limits.left(samples.get(i));
                }
            }
            double before = watched.seconds();
            watched.step(System.nanoTime());
            pace.step(seen(), watched.seconds() - before, isShort);
        }

        void endWindow() {
            pace.endWindow();
        }

        void skipWindow() {
            pace.skipWindow();
        }

        /**
         * Whether a sample still waits; if so, notes that. It reads before and after whether the wait is timed: a
         * thread that is woken up in between seems to have no time limit, and its departure would look like a turn.
         */
        private boolean stays(int sample) {
            Thread thread = samples.get(sample);
            boolean timedBefore = isTimed(thread);
            if (waits(sample)) {
                long limit = limits.of(thread);
                departures.waits(sample, timedBefore || isTimed(thread), limit, System.nanoTime());
            } else if (isNext(thread)) {
                departures.isNext(sample, anyTimed, System.nanoTime());
            } else {
                return false;
            }
            return true;
        }

        /**
         * Whether a thread that was woken up is still the next one. Then another thread was faster, and this one parks
         * again.
         */
        private boolean isNext(Thread thread) {
            return jdk.next(group.blocker()) == thread;
        }

        private boolean waits(int sample) {
            Thread thread = samples.get(sample);
            Object blocker = group.blocker();
            return switch (jdk.phase(thread)) {
                case PARKED, TIMED_PARKED ->
                    blocker == null
                            ? LockSupport.getBlocker(thread) == waitedFor.get(sample)
                            : LockSupport.getBlocker(thread) == blocker || isQueued(thread, blocker);
                case BLOCKED, WAITING -> group.phase() == jdk.phase(thread);
                case GONE, READY, MOUNTED -> false;
            };
        }

        /**
         * Whether a thread that names a condition of the lock is in the lock's queue. A signaled thread waits for the
         * lock but still names the condition. If it is not in the queue, it had its turn, and may await the next
         * signal.
         */
        private boolean isQueued(Thread thread, Object lock) {
            if (!jdk.namesConditionOf(thread, lock)) {
                return false;
            }
            Set<Thread> now = queue == null ? Synchronizers.queued(lock) : queue;
            queue = now;
            return now.contains(thread);
        }

        boolean isOver() {
            boolean noBurst = turns() >= ENOUGH && turns() >= group.threads() * NO_BURST;
            return (noBurst && moved().waitSeconds() < FAST_SECONDS) || watched.isOver();
        }

        private double turns() {
            return pace.turns(watched.seconds());
        }

        /** Turns that the steps have seen. */
        private double seen() {
            double sampled = departures.turns(group.threads());
            return departures.mayGiveUp() || !gaveUp() ? Math.max(heads, sampled) : sampled;
        }

        private boolean gaveUp() {
            return departures.gaveUp(group.threads()) > 0;
        }

        GroupProgress moved() {
            return new GroupProgress(group.threads(), turns(), watched.seconds())
                    .gaveUp(departures.gaveUp(group.threads()))
                    .mayGiveUp(departures.mayGiveUp());
        }
    }
}
