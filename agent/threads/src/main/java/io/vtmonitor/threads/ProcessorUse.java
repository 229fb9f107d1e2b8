package io.vtmonitor.threads;

import io.vtmonitor.common.CarrierTime;
import io.vtmonitor.threads.CarrierSnapshot.Wait;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Whether carriers that show as running do run. To the JVM, a thread also runs while it is in a call of the foreign
 * function API, whose frames are hidden, or waits for a class.
 *
 * @param carriers for each carrier of the scheduler, the part of the time in which it had a processor or was in line
 *     for one, 0 to 1; null if the system does not say
 * @param processors how many the whole process used, where that is so
 */
public record ProcessorUse(@Nullable List<Double> carriers, double processors) {
    static final ProcessorUse UNKNOWN = new ProcessorUse(null, 0);

    /** Systems count in steps of ten milliseconds. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final double MOST_OF_A_CARRIER = 0.5;
    private static final double MOST_OF_ALL = 0.8;
    private static final double HARDLY_ANY = 0.1;

    /** Over the next half second at most, in which the calling thread waits. */
    static ProcessorUse now() {
        List<Double> carriers = CarrierTime.running();
        return new ProcessorUse(carriers, carriers == null ? ofProcess() : 0);
    }

    /** 0 if the system does not report that either. */
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

    /** What so many carriers do that show as running. Which of them run is not seen: it is said of all or of none. */
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
