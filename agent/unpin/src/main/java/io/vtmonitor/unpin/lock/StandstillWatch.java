package io.vtmonitor.unpin.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs threads that in the unchanged program would have kept their carriers, where they get none now. A thread that
 * owns a monitor, or waits in it, keeps its carrier, and so continues as soon as it can. With a rewritten lock it goes
 * to the scheduler's queue first. If all carriers are kept by threads that wait for what it would do, no thread takes
 * it from there, and no lock that is waited for leads to it.
 *
 * <p>The scheduler stands still if threads are queued and no carrier runs, at two looks in a row. If a carrier
 * computes, or reads from a socket, only a thread without a carrier at two looks a second apart counts, and no more are
 * run at a time than the scheduler has carriers.
 */
final class StandstillWatch extends Thread {
    private static final long NANOS_BETWEEN = 200_000_000;
    private static final long NANOS_WHILE_STILL = 10_000_000;
    private static final long NANOS_WITHOUT_CARRIER = 1_000_000_000;

    /** What stood still once may do so again: it looks more often for so long. */
    private static final long NANOS_ALERT = 5_000_000_000L;

    /** It pauses so many times as long as it looked: a look at millions of locks takes a while. */
    private static final int PAUSES = 20;

    private static final long LONGEST_REST = 1_000_000_000;

    private static final int MOST = 256;
    private static final AtomicInteger RUNNING = new AtomicInteger();

    private final LockTable table;
    private List<Thread> seen = List.of();
    private long nextLook = System.nanoTime();
    private long alertUntil = System.nanoTime();
    private boolean stoodStill;

    /** It stood still at the last look, and not before. */
    private boolean first;

    StandstillWatch(LockTable table) {
        super(null, null, "vt-monitor-unpin-standstill", 0, false);
        this.table = table;
        setDaemon(true);
        setContextClassLoader(null);
    }

    @Override
    public void run() {
        long pause = NANOS_BETWEEN;
        while (true) {
            LockSupport.parkNanos(this, pause);
            Thread.interrupted(); // or it would never park again
            long now = System.nanoTime();
            try {
                look(now);
            } catch (OutOfMemoryError | StackOverflowError | RuntimeException ignored) {
                // the next look may have memory for it
            }
            boolean soon = first || alertUntil - now > 0;
            pause = Math.max(soon ? NANOS_WHILE_STILL : NANOS_BETWEEN, rest(now));
        }
    }

    private void look(long now) {
        int running = CompensatingCarrier.runningIfQueued();
        boolean before = stoodStill;
        stoodStill = running == 0;
        first = stoodStill && !before;
        if (running < 0) {
            seen = List.of();
        } else if (stoodStill && before) {
            run(withoutCarrier(), MOST, now);
        } else if (now - nextLook >= 0) {
            List<Thread> again = new ArrayList<>(seen);
            seen = withoutCarrier();
            again.retainAll(seen);
            run(again, CompensatingCarrier.carriers(), now);
            nextLook = now + NANOS_WITHOUT_CARRIER + rest(now);
        }
    }

    /** After what began then. On a busy machine it may have taken long without having done much. */
    private static long rest(long begun) {
        return Math.min(LONGEST_REST, PAUSES * (System.nanoTime() - begun));
    }

    private List<Thread> withoutCarrier() {
        List<Thread> found = new ArrayList<>();
        CompensatingCarrier.addAwayWithoutCarrier(found, MOST);
        table.addWithoutCarrier(found, MOST);
        return found;
    }

    /** At once as many as the scheduler has carriers: the next look is soon. */
    private void run(List<Thread> threads, int most, long now) {
        int begun = 0;
        for (Thread virtual : threads) {
            if (begun < CompensatingCarrier.carriers() && RUNNING.get() < most) {
                new SpareCarrier(virtual).start();
                alertUntil = now + NANOS_ALERT;
                begun++;
            }
        }
    }

    /** Runs one virtual thread until it unmounts; a carrier of the scheduler may have been faster. */
    private static final class SpareCarrier extends Thread {
        private final Thread virtual;

        SpareCarrier(Thread virtual) {
            super(null, null, "vt-monitor-unpin-carrier", 0, false);
            this.virtual = virtual;
            setDaemon(true);
            setContextClassLoader(null);
        }

        @Override
        public void run() {
            RUNNING.incrementAndGet();
            try {
                OwnerCarrier.runWhatever(virtual);
            } finally {
                RUNNING.decrementAndGet();
            }
        }
    }
}
