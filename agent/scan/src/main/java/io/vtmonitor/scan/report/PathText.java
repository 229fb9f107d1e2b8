package io.vtmonitor.scan.report;

import io.vtmonitor.scan.BlockingKind;
import io.vtmonitor.scan.Certainty;

/** Where a path of calls ends, and what it needs to be taken, in words. */
final class PathText {
    private PathText() {}

    static String waits(BlockingKind kind) {
        return switch (kind) {
            case SOCKET -> "waits for a socket";
            case HTTP -> "waits for an HTTP answer";
            case JDBC -> "waits for a database";
            case DNS -> "looks up a host name";
            case NAMING -> "asks a naming service";
            case PROCESS -> "waits for a process";
            case SLEEP -> "sleeps";
            case OBJECT_WAIT -> "waits in Object.wait";
            case QUEUE -> "waits for a queue";
            case FUTURE -> "waits for a result";
            case CONDITION -> "waits for a condition";
            case SELECTOR -> "waits for a selector";
            case FILE_LOCK -> "waits for a file lock";
            case STREAM -> "reads or writes a stream, which may be a socket's";
            case LOCK -> "waits for a lock";
            case OTHER -> "blocks";
            case UNREAD -> "calls a class that is not on the class path";
        };
    }

    static String needs(Certainty certainty) {
        return switch (certainty) {
            case DIRECT -> "direct calls";
            case ONE_TARGET -> "each call has one possible target";
            case MANY_TARGETS -> "a call has several possible targets";
        };
    }
}
