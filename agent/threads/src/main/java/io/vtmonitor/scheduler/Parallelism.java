package io.vtmonitor.scheduler;

import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * Raises the scheduler's parallelism for a moment. A higher parallelism by itself changes nothing: the pool creates a
 * carrier only when it is signaled, and only a push to an empty queue signals it. In a standstill no such push comes;
 * with a parallelism of 1, there is a single queue for all threads that submit. So this class signals the pool.
 */
final class Parallelism {
    private static final int FIRST_WITHOUT_BOUNDS = 24;

    private final ForkJoinPool pool;
    private final MethodHandle signalWork;

    /** Since Java 19, which is later than the release that this class is compiled for. */
    private final MethodHandle setParallelism;

    private final int most;

    /**
     * The parallelism of a scheduler that is in use.
     *
     * @throws ReflectiveOperationException if this JDK looks different inside, or the pool is not the JDK's own
     */
    Parallelism(JdkInternals internals, ForkJoinPool pool) throws ReflectiveOperationException {
        this.pool = pool;
        signalWork = internals
                .in(ForkJoinPool.class)
                .findVirtual(ForkJoinPool.class, "signalWork", MethodType.methodType(void.class))
                .bindTo(pool);
        setParallelism = internals
                .in(ForkJoinPool.class)
                .findVirtual(ForkJoinPool.class, "setParallelism", MethodType.methodType(int.class, int.class))
                .bindTo(pool);
        int named = CarrierPool.of(pool.getParallelism(), System.getProperty(CarrierPool.MAX_POOL_SIZE), null)
                .maxPoolSize();
        most = Math.min(named, spares(internals, pool) + pool.getParallelism());
    }

    /** How many carriers the pool may add to its parallelism: one of several numbers that it keeps in one field. */
    private static int spares(JdkInternals internals, ForkJoinPool pool) throws ReflectiveOperationException {
        boolean old = Runtime.version().feature() < FIRST_WITHOUT_BOUNDS;
        VarHandle field = internals
                .in(ForkJoinPool.class)
                .findVarHandle(ForkJoinPool.class, old ? "bounds" : "config", long.class);
        return (short) ((long) field.get(pool) >>> (old ? Short.SIZE : Integer.SIZE));
    }

    /** The most carriers at a time: {@code jdk.virtualThreadScheduler.maxPoolSize}. */
    int most() {
        return most;
    }

    int parallelism() {
        return pool.getParallelism();
    }

    /** The number of carriers, including those that the pool has added because others wait. */
    int size() {
        return pool.getPoolSize();
    }

    /** How many virtual threads of the application wait for a carrier. */
    long queued() {
        return Math.max(0, pool.getQueuedTaskCount() + pool.getQueuedSubmissionCount() - Probe.waiting());
    }

    /**
     * Sets the parallelism and makes the pool create or wake carriers.
     *
     * @param carriers how often the pool is signaled
     * @return the failure, such as a limit of the system on threads; null if there was none
     */
    @Nullable
    Throwable raise(int parallelism, int carriers) {
        try {
            set(parallelism);
            for (int i = 0; i < carriers; i++) {
                signalWork.invoke();
            }
            return null;
        } catch (Throwable e) { // a method handle declares Throwable; the system may refuse a native thread
            return e;
        }
    }

    /** Restores the parallelism, unless it has been changed from outside since. */
    void giveBack(int raised, int before) {
        if (pool.getParallelism() == raised) {
            set(before);
        }
    }

    private void set(int parallelism) {
        try {
            setParallelism.invoke(parallelism);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // a method handle declares Throwable
            throw new IllegalStateException(e);
        }
    }
}
