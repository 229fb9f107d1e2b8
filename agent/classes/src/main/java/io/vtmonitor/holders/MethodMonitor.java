package io.vtmonitor.holders;

import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.Supertypes;
import io.vtmonitor.model.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Whether the monitor of an event is that of a frame's own method, {@code this} or its class: the class of the monitor,
 * which the event names, decides where the instruction does not. A method's entry and its first instruction have the
 * same index.
 */
final class MethodMonitor {
    private static final String CLASS = "java.lang.Class";

    private final Supertypes supertypes;

    MethodMonitor(InstructionIndex places) {
        supertypes = new Supertypes(places);
    }

    /** True if it is proven to be another object's. */
    boolean isAnother(Frame frame, @Nullable String monitorClass) {
        if (monitorClass == null) {
            return false;
        }
        return frame.isStatic()
                ? !monitorClass.equals(CLASS)
                : supertypes.excludesReceiver(monitorClass, frame.className());
    }

    /** True if it is an object of a class that has the method; whether it is the very object is another question. */
    boolean fits(Frame frame, @Nullable String monitorClass) {
        if (monitorClass == null) {
            return false;
        }
        return frame.isStatic() ? monitorClass.equals(CLASS) : supertypes.isSubtype(monitorClass, frame.className());
    }

    /** Whether a contended enter may be that of a synchronized method itself, at its entry. */
    boolean mayEnter(Frame frame, @Nullable String monitorClass) {
        return frame.isSynchronized() && frame.bytecodeIndex() <= 0 && !isAnother(frame, monitorClass);
    }
}
