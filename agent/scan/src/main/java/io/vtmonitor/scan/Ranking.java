package io.vtmonitor.scan;

import io.vtmonitor.model.Hold;
import java.util.List;

/**
 * How important a finding is: first what the application's classes reach; then what is known of the release, and
 * whether requests come there, by an entry of the application or by a method of the JDK's that it implements; what
 * needs no guess goes before guesses, what waits for something outside of the JVM before what waits for another thread,
 * and short paths before long ones.
 */
final class Ranking {
    private static final int KNOWN = 10;
    private static final int NAMED = 14;
    private static final int LONGEST_NAMED = 12;
    private static final int OWN = 16;
    private static final int API = 12;
    private static final int REACHED = 14;
    private static final int PER_REACHED = 8;

    /** Most streams are memory's or a file's. */
    private static final int UNKNOWN_STREAM = 12;

    private static final String MAIN = "main";

    /** What runs when a program or a pool ends. */
    private static final List<String> ENDS =
            List.of("close", "shutdown", "stop", "destroy", "dispose", "awaitTermination", "finalize", "terminate");

    private static final int AT_THE_END = 10;

    /** What runs when they begin. */
    private static final List<String> STARTS = List.of("load", "init", "start", "register", "install", "setUp");

    private static final int AT_THE_START = 8;

    /** More than all others together: corners of libraries that no code of the application calls. */
    private static final int UNREACHED = 1_000;

    private Ranking() {}

    /**
     * Less is more important.
     *
     * @param affected whether the release is known to do it
     * @param cured whether the release is known not to do it any more
     * @param named whether that is known of the holder's very class
     */
    static int score(ScanFinding finding, boolean affected, boolean cured, boolean named) {
        int path = named ? Math.min(finding.length(), LONGEST_NAMED) : finding.length() + weight(finding.certainty());
        int score = path + weight(finding.kind()) + weight(finding.holding().hold());
        score += finding.kind() == BlockingKind.STREAM && !affected ? UNKNOWN_STREAM : 0;
        score -= finding.api() ? API : 0;
        score += affected ? -KNOWN : cured ? KNOWN : 0;
        score -= named ? NAMED : 0;
        score += begins(finding.holding().holder().methodName(), ENDS) ? AT_THE_END : 0;
        score += begins(finding.holding().holder().methodName(), STARTS) ? AT_THE_START : 0;
        score -= finding.holding().application() ? OWN : 0;
        score += finding.reach().reached() ? 0 : UNREACHED;
        return score - reached(finding);
    }

    /** What a program does as it starts is reached by {@code main}, nearly all of it. */
    private static int reached(ScanFinding finding) {
        boolean byRequest = finding.reach().entry() != null
                && !finding.reach().entry().methodName().equals(MAIN);
        return byRequest ? Math.max(0, REACHED - finding.reach().fromEntry() / PER_REACHED) : 0;
    }

    private static boolean begins(String method, List<String> words) {
        return words.stream().anyMatch(method::startsWith);
    }

    private static int weight(Certainty certainty) {
        return switch (certainty) {
            case DIRECT -> 0;
            case ONE_TARGET -> 4;
            case MANY_TARGETS -> 10;
        };
    }

    private static int weight(BlockingKind kind) {
        return switch (kind) {
            case SOCKET, HTTP, JDBC, DNS, PROCESS -> 0;
            case SLEEP, QUEUE, FUTURE, SELECTOR, FILE_LOCK, OTHER, UNREAD -> 4;
            case CONDITION, STREAM -> 6;
            case OBJECT_WAIT, NAMING -> 8;
            case LOCK -> 10;
        };
    }

    /** What happens once costs less than what happens with each request. */
    private static int weight(Hold hold) {
        return switch (hold) {
            case CLASS_INIT, CLASS_LOAD -> 12;
            case OBJECT_WAIT -> 2;
            default -> 0;
        };
    }
}
