package io.vtmonitor.report;

import java.util.Locale;

/** What a virtual thread waits for, whether it keeps its carrier meanwhile or not. */
public enum WaitOperation {
    LOCK("a lock"),
    MONITOR_ENTER("a monitor"),
    SEMAPHORE("a semaphore"),
    POOL("a pool"),
    CONDITION("a condition"),
    QUEUE("a queue"),
    LATCH("a latch"),
    FUTURE("a future"),
    JOIN("the end of a thread"),
    OBJECT_WAIT("a notification in Object.wait"),
    CLASS_INIT_WAIT("the initializer of a class"),
    SLEEP("the end of a sleep"),
    SOCKET_READ("a socket read"),
    SOCKET_WRITE("a socket write"),
    SOCKET_CONNECT("a socket connect"),
    SOCKET_ACCEPT("a socket accept"),
    PARK("an unpark"),
    READY("a carrier"),
    RUNNING("nothing: mounted on a carrier"),
    ENDED("nothing: it has ended"),
    UNKNOWN("something that is not known");

    private final String text;

    WaitOperation(String text) {
        this.text = text;
    }

    /** What is waited for, for people: follows the words "wait for". */
    public String text() {
        return text;
    }

    /** What a thread does meanwhile, for people: follows the words "which" or "that". */
    public String activity() {
        return switch (this) {
            case RUNNING -> "runs";
            case READY -> "is ready to run and has no carrier";
            case SLEEP -> "sleeps";
            case SOCKET_READ -> "reads a socket";
            case SOCKET_WRITE -> "writes to a socket";
            case SOCKET_CONNECT -> "connects a socket";
            case SOCKET_ACCEPT -> "waits for a connection to accept";
            case PARK -> "is parked";
            case ENDED -> "has ended without releasing it";
            default -> "waits for " + text;
        };
    }

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
