package io.vtmonitor.waits.census;

import io.vtmonitor.waits.Moved;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How fast a group moves on: for 50 ms at most its samples and the head of its queue are watched. A long queue whose
 * threads get their turn at once is no trouble.
 */
@SuppressWarnings("ReferenceEquality") // threads and what they wait for are told apart by identity
final class Movement {
    private static final int SHORT_STEPS = 20;
    private static final long SHORT_NANOS = 50_000;
    private static final int LONG_STEPS = 24;
    private static final long LONG_NANOS = 2_000_000;

    private final Phases phases;
    private final OwnedLocks locks;
    private final Cost cost;

    Movement(Phases phases, OwnedLocks locks, Cost cost) {
        this.phases = phases;
        this.locks = locks;
        this.cost = cost;
    }

    Moved watch(Counted group) {
        Watch watch = new Watch(group);
        long begin = System.nanoTime();
        watch.steps(SHORT_STEPS, SHORT_NANOS);
        if (watch.departures() < 2) {
            watch.steps(LONG_STEPS, LONG_NANOS);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Moved(group.threads(), watch.departures(), seconds);
    }

    private final class Watch {
        private final Counted group;
        private final List<Thread> samples;
        private final boolean[] left;
        private @Nullable Thread head;
        private int heads;

        Watch(Counted group) {
            this.group = group;
            samples = group.samples();
            left = new boolean[samples.size()];
            head = locks.next(group.blocker());
        }

        void steps(int steps, long nanos) {
            for (int i = 0; i < steps; i++) {
                cost.pause(nanos);
                look();
            }
        }

        private void look() {
            Thread next = locks.next(group.blocker());
            if (next != head) {
                head = next;
                heads++;
            }
            for (int i = 0; i < left.length; i++) {
                left[i] |= !waits(samples.get(i));
            }
        }

        private boolean waits(Thread thread) {
            return switch (phases.of(thread)) {
                case PARKED, TIMED_PARKED ->
                    group.blocker() == null || LockSupport.getBlocker(thread) == group.blocker();
                case BLOCKED, WAITING -> group.phase() == phases.of(thread);
                case GONE, READY, MOUNTED -> false;
            };
        }

        double departures() {
            int count = 0;
            for (boolean gone : left) {
                count += gone ? 1 : 0;
            }
            double ofAll = left.length == 0 ? 0 : (double) count * group.threads() / left.length;
            return Math.max(heads, ofAll);
        }
    }
}
