package io.vtmonitor.scheduler;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How many processors this process uses, by the system's account of its time. */
final class ProcessCpu {
    /** Systems count in steps of ten milliseconds. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private ProcessCpu() {}

    /** Over the next 200 ms, in which the calling thread waits; 0 where the system does not tell. */
    static double now() {
        long begin = System.nanoTime();
        Duration before = used();
        LockSupport.parkNanos(WINDOW_NANOS);
        double nanos = System.nanoTime() - begin;
        return used().minus(before).toNanos() / nanos;
    }

    private static Duration used() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
