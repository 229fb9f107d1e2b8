package io.vtmonitor.scheduler;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.threads.Mounts;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's scheduler of virtual threads: a {@link ForkJoinPool} that class {@code VirtualThread} makes when it is
 * initialized, from system properties that the application may set until then. So nothing here initializes that class
 * before the application does.
 */
final class Scheduler implements SchedulerWatch.Pool {
    private final JdkInternals internals;
    private final Class<?> virtualThread;
    private final BooleanSupplier used;
    private final Mounts mounts = new Mounts();
    private volatile @Nullable ForkJoinPool pool;

    /** @throws ReflectiveOperationException if this JDK looks different inside */
    Scheduler(JdkInternals internals) throws ReflectiveOperationException {
        this.internals = internals;
        virtualThread = JdkInternals.named("java.lang.VirtualThread");
        used = internals.initialized(virtualThread);
    }

    /**
     * Whether the application has begun to use virtual threads. Cheap, and initializes nothing.
     *
     * @throws ReflectiveOperationException if the scheduler is not the JDK's own pool
     */
    @Override
    public boolean inUse() throws ReflectiveOperationException {
        if (pool == null && used.getAsBoolean()) {
            VarHandle field = internals
                    .in(virtualThread)
                    .findStaticVarHandle(virtualThread, "DEFAULT_SCHEDULER", ForkJoinPool.class);
            pool = (ForkJoinPool) field.get();
        }
        return pool != null;
    }

    /**
     * The pool's parallelism; null before the application has used virtual threads.
     *
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    @Nullable
    Parallelism parallelism() throws ReflectiveOperationException {
        ForkJoinPool now = inUse() ? pool : null;
        return now == null ? null : new Parallelism(internals, now);
    }

    /** The figures now; null before {@link #inUse} has returned true. */
    @Override
    public @Nullable SchedulerFigures figures() {
        ForkJoinPool now = pool;
        return now == null
                ? null
                : new SchedulerFigures(
                        now.getParallelism(),
                        now.getPoolSize(),
                        now.getActiveThreadCount(),
                        now.getQueuedTaskCount() + now.getQueuedSubmissionCount(),
                        mounts.total(now.getStealCount(), System.nanoTime()));
    }
}
