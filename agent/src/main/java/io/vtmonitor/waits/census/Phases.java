package io.vtmonitor.waits.census;

import io.vtmonitor.scheduler.JdkInternals;
import io.vtmonitor.waits.Phase;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads where a virtual thread is from its own field. {@code Thread.getState} takes a lock of the thread's on JDK 21,
 * and calls a thread that has no carrier RUNNABLE like one that has.
 */
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

    private static final int SUSPENDED = 1 << 8;

    private final Class<?> virtualThread;
    private final VarHandle state;
    private final Phase[] phases;

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
        for (Map.Entry<String, Phase> name : NAMES.entrySet()) {
            Integer value = value(lookup, name.getKey());
            if (value != null) {
                phases[value & (SUSPENDED - 1)] = name.getValue();
            }
        }
        if (value(lookup, "PARKED") == null || value(lookup, "RUNNING") == null) {
            throw new NoSuchFieldException("java.lang.VirtualThread.PARKED");
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

    /** A plain read: of a moment ago, never wrong for a thread that stays. Takes no lock. */
    Phase of(Thread virtual) {
        Phase phase = phases[(int) state.getVolatile(virtual) & (SUSPENDED - 1)];
        return phase == null ? Phase.MOUNTED : phase;
    }
}
