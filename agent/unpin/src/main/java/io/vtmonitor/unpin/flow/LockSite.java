package io.vtmonitor.unpin.flow;

import java.util.Set;

/**
 * A place in a class file that needs a monitor.
 *
 * @param method its name
 * @param descriptor its descriptor
 * @param index of the instruction, -1 for the method as a whole
 * @param line in the source, 0 if the class file does not say
 * @param form what it is
 * @param lock whose monitor
 * @param confined whether nobody but this method can have the object
 * @param handedTo the classes to whose methods this method hands an object that it made, as a plain {@code Object}
 */
public record LockSite(
        String method,
        String descriptor,
        int index,
        int line,
        Form form,
        SymbolicValue lock,
        boolean confined,
        Set<String> handedTo) {
    LockSite(String method, String descriptor, int index, int line, Form form, SymbolicValue lock) {
        this(method, descriptor, index, line, form, lock, false, Set.of());
    }

    /** What needs the monitor. */
    public enum Form {
        BLOCK,
        METHOD,
        CALL
    }

    LockSite asMade(boolean isConfined, Set<String> handed) {
        return new LockSite(method, descriptor, index, line, form, lock, isConfined, handed);
    }

    public boolean isIn(String name, String methodDescriptor) {
        return method.equals(name) && descriptor.equals(methodDescriptor);
    }

    public String place() {
        return method + (line == 0 ? "" : ":" + line);
    }
}
