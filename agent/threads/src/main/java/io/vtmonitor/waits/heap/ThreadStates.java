package io.vtmonitor.waits.heap;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.heap.HeapClass;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.threads.StateNames;
import java.io.IOException;
import java.lang.Thread.State;
import java.util.HashMap;
import java.util.Map;

/** Translates the numbers that threads of a heap dump have as states. */
final class ThreadStates {
    private static final int SUSPENDED = 1 << 8;

    // Bits of java.lang.Thread.FieldHolder.threadStatus, as JVMTI's GetThreadState has them.
    private static final int ALIVE = 0x1;
    private static final int TERMINATED = 0x2;
    private static final int WAITING_WITH_TIMEOUT = 0x20;
    private static final int WAITING = 0x80;
    private static final int IN_OBJECT_WAIT = 0x100;
    private static final int BLOCKED = 0x400;

    private final Map<Integer, String> virtual = new HashMap<>();

    /** Reads the constants of {@code VirtualThread}, whose numbers differ between releases. */
    ThreadStates(HeapDump dump) throws IOException {
        HeapClass type = dump.type("java.lang.VirtualThread");
        for (String name : type == null ? Map.<String, Phase>of().keySet() : StateNames.PHASES.keySet()) {
            Long number = type == null ? null : type.statics().get(name);
            if (number != null) {
                virtual.put(number.intValue(), name);
            }
        }
    }

    /** Whether the dump has the class of virtual threads, with known states. */
    boolean areKnown() {
        return virtual.containsValue("PARKED") && virtual.containsValue("RUNNING");
    }

    /**
     * The state of a virtual thread.
     *
     * @param carrier the status of its carrier; 0 if it has none
     */
    State ofVirtual(int number, int carrier) {
        String name = virtual.getOrDefault(number & ~SUSPENDED, "RUNNING");
        Phase phase = StateNames.PHASES.getOrDefault(name, Phase.MOUNTED);
        return switch (phase) {
            case GONE -> name.equals("NEW") ? State.NEW : State.TERMINATED;
            case READY -> State.RUNNABLE;
            case PARKED -> State.WAITING;
            case TIMED_PARKED -> State.TIMED_WAITING;
            case BLOCKED -> State.BLOCKED;
            case WAITING -> name.startsWith("TIMED") ? State.TIMED_WAITING : State.WAITING;
            case MOUNTED -> onCarrier(carrier);
        };
    }

    /**
     * The state of a mounted thread. Before JDK 24, the carrier of a thread that waits for a monitor, or in
     * {@code Object.wait}, waits with it.
     */
    private static State onCarrier(int status) {
        boolean waits = (status & (BLOCKED | IN_OBJECT_WAIT)) != 0;
        return waits ? ofPlatform(status) : State.RUNNABLE;
    }

    /** The state of a platform thread, computed as in {@code jdk.internal.misc.VM.toThreadState}. */
    static State ofPlatform(int status) {
        if ((status & TERMINATED) != 0) {
            return State.TERMINATED;
        }
        if ((status & ALIVE) == 0) {
            return State.NEW;
        }
        if ((status & BLOCKED) != 0) {
            return State.BLOCKED;
        }
        if ((status & WAITING) == 0) {
            return State.RUNNABLE;
        }
        return (status & WAITING_WITH_TIMEOUT) != 0 ? State.TIMED_WAITING : State.WAITING;
    }
}
