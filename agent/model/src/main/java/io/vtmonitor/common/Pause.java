package io.vtmonitor.common;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The pause of a thread between two checks, until it is ended permanently. It takes no memory. A timed wait of
 * {@code java.util.concurrent} that begins while the heap is full never times out, even when there is memory again (JDK
 * 21: {@code AbstractQueuedSynchronizer.acquireOnOOME} ignores the time), and {@link Object#wait(long)} would be an
 * event in our own recording each time.
 */
public final class Pause {
    private volatile boolean over;
    private volatile @Nullable Thread waiting;

    /** None has ended it yet. */
    public Pause() {}

    /**
     * Waits. For one thread alone.
     *
     * @param nanos for how long at most
     * @return whether it was ended
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean await(long nanos) throws InterruptedException {
        waiting = Thread.currentThread();
        long begin = System.nanoTime();
        for (long left = nanos; !over && left > 0; left = nanos - (System.nanoTime() - begin)) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return over;
    }

    /** Whether it was ended. */
    public boolean isOver() {
        return over;
    }

    /** Ends it: threads that wait continue, and no thread waits from now on. Any thread may call it. */
    public void end() {
        over = true;
        LockSupport.unpark(waiting);
    }
}
