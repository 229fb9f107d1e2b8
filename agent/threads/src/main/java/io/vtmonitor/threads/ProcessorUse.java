package io.vtmonitor.threads;

import io.vtmonitor.common.CarrierTime;
import io.vtmonitor.threads.CarrierSnapshot.Wait;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Shows whether carriers that are shown as running do compute. The JVM also shows a thread as running while it waits
 * for a class, or is in a call of the foreign function API, whose frames are hidden.
 *
 * @param carriers for each carrier of the scheduler, the part of the time in which it had a processor or wanted one, 0
 *     to 1; null if the system does not show it
 * @param processors how many processors the whole process used, if {@code carriers} is null
 */
public record ProcessorUse(@Nullable List<Double> carriers, double processors) {
    static final ProcessorUse UNKNOWN = new ProcessorUse(null, 0);

    /** Systems count processor time in steps of ten milliseconds. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final double MOST_OF_A_CARRIER = 0.5;
    private static final double MOST_OF_ALL = 0.8;
    private static final double HARDLY_ANY = 0.1;

    /** Measures for at most half a second, for which the calling thread waits. */
    static ProcessorUse now() {
        List<Double> carriers = CarrierTime.running();
        return new ProcessorUse(carriers, carriers == null ? ofProcess() : 0);
    }

    /** The processors that the process used; 0 if the system does not show that either. */
    private static double ofProcess() {
        long begin = System.nanoTime();
        Duration before = used();
        LockSupport.parkNanos(WINDOW_NANOS);
        double nanos = System.nanoTime() - begin;
        return used().minus(before).toNanos() / nanos;
    }

    private static Duration used() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /**
     * What {@code showAsRunning} carriers do that are shown as running. It is not known which of them compute, so the
     * answer is for all of them.
     */
    Wait of(int showAsRunning) {
        if (carriers == null) {
            int most = Math.min(showAsRunning, Runtime.getRuntime().availableProcessors());
            return processors >= MOST_OF_ALL * most ? Wait.LIKELY_COMPUTES : Wait.UNKNOWN;
        }
        if (carriers.stream().filter(part -> part >= MOST_OF_A_CARRIER).count() >= showAsRunning) {
            return Wait.COMPUTES;
        }
        return carriers.stream().allMatch(part -> part < HARDLY_ANY) ? Wait.IDLE : Wait.UNKNOWN;
    }
}
