package io.vtmonitor.scheduler;

import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's parallelism, to be raised for a moment. Raising it alone changes nothing: the pool creates a carrier
 * only when it is signaled, and only a push to an empty queue signals it. In a standstill no such push comes, and with
 * a parallelism of 1 there is a single queue for all threads that submit. So the pool is signaled here.
 */
final class Parallelism {
    private static final int FIRST_WITHOUT_BOUNDS = 24;

    private final ForkJoinPool pool;
    private final MethodHandle signalWork;

    /** Java 19. */
    private final MethodHandle setParallelism;

    private final int most;

    /**
     * Of a scheduler that is in use.
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

    /** How many carriers the pool may add to its parallelism, which it keeps as one of several numbers in a field. */
    private static int spares(JdkInternals internals, ForkJoinPool pool) throws ReflectiveOperationException {
        boolean old = Runtime.version().feature() < FIRST_WITHOUT_BOUNDS;
        VarHandle field = internals
                .in(ForkJoinPool.class)
                .findVarHandle(ForkJoinPool.class, old ? "bounds" : "config", long.class);
        return (short) ((long) field.get(pool) >>> (old ? Short.SIZE : Integer.SIZE));
    }

    /** Carriers there may be at once: {@code jdk.virtualThreadScheduler.maxPoolSize}. */
    int most() {
        return most;
    }

    int parallelism() {
        return pool.getParallelism();
    }

    /** Carriers there are, those included that the pool has added because others wait. */
    int size() {
        return pool.getPoolSize();
    }

    /** Virtual threads of the application that wait for a carrier. */
    long queued() {
        return Math.max(0, pool.getQueuedTaskCount() + pool.getQueuedSubmissionCount() - Probe.waiting());
    }

    /**
     * Sets the parallelism and has the pool make or wake carriers.
     *
     * @param carriers how many are signalled
     * @return what went wrong on the way, such as a limit of the system on threads; null if nothing did
     */
    @Nullable
    Throwable raise(int parallelism, int carriers) {
        try {
            set(parallelism);
            for (int i = 0; i < carriers; i++) {
                signalWork.invoke();
            }
            return null;
        } catch (Throwable e) { // what a method handle may throw by its signature, and no native thread
            return e;
        }
    }

    /** Sets the parallelism back, unless somebody else has changed it since. */
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
        } catch (Throwable e) { // what a method handle may throw by its signature
            throw new IllegalStateException(e);
        }
    }
}
