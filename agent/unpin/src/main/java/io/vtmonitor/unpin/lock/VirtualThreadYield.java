package io.vtmonitor.unpin.lock;

import java.util.concurrent.ForkJoinPool;

/**
 * An attempt to yield is what {@code VirtualThread.tryYield} of JDK 21 does, with the answer that it drops. The methods
 * are private there: in {@code java.base} this is a hidden nestmate of that class.
 */
final class VirtualThreadYield implements YieldAttempt {
    VirtualThreadYield() {}

    @Override
    public boolean yielded() {
        VirtualThread current = (VirtualThread) (Object) Thread.currentThread();
        boolean yielded = false;
        current.setState(VirtualThread.YIELDING);
        try {
            yielded = current.yieldContinuation();
        } finally {
            if (!yielded) {
                current.setState(VirtualThread.RUNNING);
            }
        }
        return yielded;
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean isUnmounted(Thread thread) {
        VirtualThread virtual = (VirtualThread) (Object) thread;
        return virtual.carrierThread == null && virtual.scheduler == VirtualThread.DEFAULT_SCHEDULER;
    }

    @Override
    public void run(Thread thread) {
        ((VirtualThread) (Object) thread).runContinuation();
    }

    @Override
    public int runningIfQueued() {
        ForkJoinPool pool = VirtualThread.DEFAULT_SCHEDULER;
        return pool != null && (pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0)
                ? pool.getRunningThreadCount()
                : -1;
    }

    @Override
    public int carriers() {
        ForkJoinPool pool = VirtualThread.DEFAULT_SCHEDULER;
        return pool == null ? 0 : pool.getParallelism();
    }
}
