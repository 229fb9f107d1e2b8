package io.vtmonitor.scheduler;

import io.vtmonitor.report.SchedulerFigures;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's scheduler of virtual threads: a {@link ForkJoinPool} that class {@code VirtualThread} makes when it is
 * initialised, from system properties that the application may set until then. So nothing here touches that class before
 * the application has.
 */
final class Scheduler implements SchedulerWatch.Pool {
    private final JdkInternals internals;
    private final Class<?> virtualThread;
    private final MethodHandle uninitialized;
    private volatile @Nullable ForkJoinPool pool;

    /** @throws ReflectiveOperationException where this JDK looks different inside */
    Scheduler(JdkInternals internals) throws ReflectiveOperationException {
        this.internals = internals;
        virtualThread = JdkInternals.named("java.lang.VirtualThread");
        Class<?> unsafe = JdkInternals.named("jdk.internal.misc.Unsafe");
        Lookup lookup = internals.in(unsafe);
        VarHandle theUnsafe = lookup.findStaticVarHandle(unsafe, "theUnsafe", unsafe);
        uninitialized = lookup.findVirtual(
                        unsafe, "shouldBeInitialized", MethodType.methodType(boolean.class, Class.class))
                .bindTo(theUnsafe.get());
    }

    /**
     * Whether the application has begun to use virtual threads. Cheap, and initialises nothing.
     *
     * @throws ReflectiveOperationException where the scheduler is not the JDK's own pool
     */
    @Override
    public boolean inUse() throws ReflectiveOperationException {
        if (pool == null && !isUninitialized()) {
            VarHandle field = internals
                    .in(virtualThread)
                    .findStaticVarHandle(virtualThread, "DEFAULT_SCHEDULER", ForkJoinPool.class);
            pool = (ForkJoinPool) field.get();
        }
        return pool != null;
    }

    private boolean isUninitialized() {
        try {
            return (boolean) uninitialized.invokeExact((Class<?>) virtualThread);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The figures now, null before {@link #inUse}. */
    @Override
    public @Nullable SchedulerFigures figures() {
        ForkJoinPool used = pool;
        return used == null
                ? null
                : new SchedulerFigures(
                        used.getParallelism(),
                        used.getPoolSize(),
                        used.getActiveThreadCount(),
                        used.getQueuedTaskCount() + used.getQueuedSubmissionCount());
    }
}
