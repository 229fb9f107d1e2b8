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
    OBJECT_WAIT("Object.wait"),
    SLEEP("sleep"),
    SOCKET_READ("a socket read"),
    SOCKET_WRITE("a socket write"),
    SOCKET_CONNECT("a socket connect"),
    SOCKET_ACCEPT("a socket accept"),
    PARK("a park"),
    READY("a carrier"),
    RUNNING("nothing: mounted on a carrier"),
    UNKNOWN("something unknown");

    private final String text;

    WaitOperation(String text) {
        this.text = text;
    }

    /** What is waited for, for people: follows the words "wait for". */
    public String text() {
        return text;
    }

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
