package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.waits.Phase;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads where a virtual thread is from its own field. {@code Thread.getState} takes a lock of the thread's on JDK 21,
 * and calls a thread that has no carrier RUNNABLE like one that has.
 */
@SuppressWarnings("ReferenceEquality") // schedulers are told apart by identity
final class Phases {
    private static final Map<String, Phase> NAMES = Map.ofEntries(
            Map.entry("NEW", Phase.GONE),
            Map.entry("STARTED", Phase.READY),
            Map.entry("RUNNING", Phase.MOUNTED),
            Map.entry("PARKING", Phase.MOUNTED),
            Map.entry("PARKED", Phase.PARKED),
            Map.entry("PINNED", Phase.PARKED),
            Map.entry("TIMED_PARKING", Phase.MOUNTED),
            Map.entry("TIMED_PARKED", Phase.TIMED_PARKED),
            Map.entry("TIMED_PINNED", Phase.TIMED_PARKED),
            Map.entry("UNPARKED", Phase.READY),
            Map.entry("YIELDING", Phase.MOUNTED),
            Map.entry("YIELDED", Phase.READY),
            Map.entry("BLOCKING", Phase.MOUNTED),
            Map.entry("BLOCKED", Phase.BLOCKED),
            Map.entry("UNBLOCKED", Phase.READY),
            Map.entry("WAITING", Phase.MOUNTED),
            Map.entry("WAIT", Phase.WAITING),
            Map.entry("TIMED_WAITING", Phase.MOUNTED),
            Map.entry("TIMED_WAIT", Phase.WAITING),
            Map.entry("TERMINATED", Phase.GONE));

    private static final Set<String> TIMED = Set.of("TIMED_PARKED", "TIMED_WAIT");

    private static final int SUSPENDED = 1 << 8;

    /** A timer that is later than that has run out, and no carrier has taken it up. */
    private static final long OVERDUE_NANOS = 1_000_000;

    private final Class<?> virtualThread;
    private final VarHandle state;
    private final Phase[] phases;

    /** States that begin with a timer of their own; an older one may be left over in others. */
    private final boolean[] timed;

    /** The timer of a thread that waits for a time; null before JDK 25, where carriers do not take up timers. */
    private final @Nullable VarHandle timer;

    private final @Nullable VarHandle scheduler;
    private final @Nullable Object defaultScheduler;

    /**
     * Initializes {@code VirtualThread}, so only for a JVM that has used it.
     *
     * @throws ReflectiveOperationException where this JDK looks different inside
     */
    Phases(JdkInternals internals) throws ReflectiveOperationException {
        virtualThread = JdkInternals.named("java.lang.VirtualThread");
        Lookup lookup = internals.in(virtualThread);
        state = lookup.findVarHandle(virtualThread, "state", int.class);
        phases = new Phase[SUSPENDED];
        timed = new boolean[SUSPENDED];
        for (Map.Entry<String, Phase> name : NAMES.entrySet()) {
            Integer value = value(lookup, name.getKey());
            if (value != null) {
                phases[value & (SUSPENDED - 1)] = name.getValue();
                timed[value & (SUSPENDED - 1)] = TIMED.contains(name.getKey());
            }
        }
        if (value(lookup, "PARKED") == null || value(lookup, "RUNNING") == null) {
            throw new NoSuchFieldException("java.lang.VirtualThread.PARKED");
        }
        timer = field(lookup, "timeoutTask", Future.class);
        scheduler = field(lookup, "scheduler", Executor.class);
        defaultScheduler = defaultScheduler(lookup);
    }

    /** Null where this JDK has no such field. */
    private @Nullable VarHandle field(Lookup lookup, String name, Class<?> type) throws IllegalAccessException {
        try {
            return lookup.findVarHandle(virtualThread, name, type);
        } catch (NoSuchFieldException ignored) {
            return null;
        }
    }

    private @Nullable Object defaultScheduler(Lookup lookup) throws IllegalAccessException {
        try {
            return lookup.findStaticVarHandle(virtualThread, "DEFAULT_SCHEDULER", ForkJoinPool.class)
                    .get();
        } catch (NoSuchFieldException ignored) {
            return null;
        }
    }

    /** Null where this JDK has no such state. */
    private @Nullable Integer value(Lookup lookup, String name) throws IllegalAccessException {
        try {
            return (Integer)
                    lookup.findStaticVarHandle(virtualThread, name, int.class).get();
        } catch (NoSuchFieldException ignored) {
            return null;
        }
    }

    boolean isVirtual(Thread thread) {
        return virtualThread.isInstance(thread);
    }

    /** Whether other carriers than those of the default scheduler run it; false where this JDK does not tell. */
    boolean hasOtherScheduler(Thread virtual) {
        return scheduler != null && defaultScheduler != null && scheduler.get(virtual) != defaultScheduler;
    }

    /** A plain read: of a moment ago, never wrong for a thread that stays. Takes no lock. */
    Phase of(Thread virtual) {
        int now = (int) state.getVolatile(virtual) & (SUSPENDED - 1);
        Phase phase = phases[now];
        if (phase == null) {
            return Phase.MOUNTED;
        }
        return timed[now] && isOverdue(virtual) ? Phase.READY : phase;
    }

    /** Whether a thread that waits for a time has its timer. */
    boolean haveTimers() {
        return timer != null;
    }

    /** What ends its wait; null where it does not wait for a time, or this JDK does not tell. */
    @Nullable
    Delayed timer(Thread virtual) {
        int now = (int) state.getVolatile(virtual) & (SUSPENDED - 1);
        return timed[now] && timer != null && timer.getVolatile(virtual) instanceof Delayed delayed ? delayed : null;
    }

    /** From JDK 25 on carriers end waits: until one does, a thread whose time is over still looks as if it waited. */
    private boolean isOverdue(Thread virtual) {
        return timer != null
                && timer.getVolatile(virtual) instanceof Delayed delayed
                && delayed.getDelay(TimeUnit.NANOSECONDS) < -OVERDUE_NANOS;
    }
}
