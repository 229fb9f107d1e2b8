package io.vtmonitor.report.text;

import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;

/** What threads wait for and what they do, in words. */
public final class OperationText {
    private OperationText() {}

    /** The thing that is waited for; follows the words "wait for". */
    public static String thing(WaitOperation operation) {
        return switch (operation) {
            case LOCK -> "a lock";
            case MONITOR_ENTER -> "a monitor";
            case SEMAPHORE -> "a semaphore";
            case POOL -> "a pool";
            case CONDITION -> "a condition";
            case QUEUE -> "a queue";
            case LATCH -> "a latch";
            case FUTURE -> "a future";
            case JOIN -> "the end of a thread";
            case SUBTASKS -> "the subtasks of a structured scope";
            case OBJECT_WAIT -> "a notification in Object.wait";
            case CLASS_INIT_WAIT -> "the initializer of a class";
            case SLEEP -> "the end of a sleep";
            case SOCKET_READ -> "a socket read";
            case SOCKET_WRITE -> "a socket write";
            case SOCKET_CONNECT -> "a socket connect";
            case SOCKET_ACCEPT -> "a socket accept";
            case PARK -> "an unpark";
            case READY -> "a carrier";
            case RUNNING -> "nothing: mounted on a carrier";
            case ENDED -> "nothing: it has ended";
            case UNKNOWN -> "something that is not known";
        };
    }

    /** What a thread does; follows the word "which" or "that". */
    static String activity(WaitOperation operation) {
        return switch (operation) {
            case RUNNING -> "runs";
            case READY -> "is ready to run and has no carrier";
            case SLEEP -> "sleeps";
            case SOCKET_READ -> "reads a socket";
            case SOCKET_WRITE -> "writes to a socket";
            case SOCKET_CONNECT -> "connects a socket";
            case SOCKET_ACCEPT -> "waits for a connection to accept";
            case PARK -> "is parked";
            case ENDED -> "has ended without releasing it";
            default -> "waits for " + thing(operation);
        };
    }

    /**
     * What a holder does now; follows the word "which". If it runs in a method of the JDK without a line number, the
     * method is named: in a native one, the thread may wait for the operating system.
     */
    static String activity(WaitHolder holder) {
        boolean inJdk = holder.doing() == WaitOperation.RUNNING
                && !holder.frames().isEmpty()
                && holder.frames().get(0).isJdk()
                && holder.frames().get(0).line() == 0;
        return activity(holder.doing()) + (inJdk ? " " + holder.frames().get(0) : "");
    }
}
