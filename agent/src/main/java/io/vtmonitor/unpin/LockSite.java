package io.vtmonitor.unpin;

/**
 * A place in a class file that needs a monitor.
 *
 * @param method its name
 * @param descriptor its descriptor
 * @param index of the instruction, -1 for the method as a whole
 * @param line in the source, 0 where the class file does not tell
 * @param form what it is
 * @param lock whose monitor
 */
record LockSite(String method, String descriptor, int index, int line, Form form, SymbolicValue lock) {
    /** What needs the monitor. */
    enum Form {
        BLOCK,
        METHOD,
        CALL
    }

    String place() {
        return method + (line == 0 ? "" : ":" + line);
    }
}
