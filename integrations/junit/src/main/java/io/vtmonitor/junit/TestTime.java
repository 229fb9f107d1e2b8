package io.vtmonitor.junit;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The time of a test or of a class of tests.
 *
 * @param name the test or the class
 * @param begin when it began, in microseconds as recordings can tell
 * @param end when it ended, {@link Instant#MAX} while it runs
 * @param firstThread threads with this number or a higher one were made since it began
 */
record TestTime(String name, Instant begin, Instant end, long firstThread) {
    static TestTime beginning(String name) {
        return new TestTime(name, now(), Instant.MAX, nextThread());
    }

    TestTime ended() {
        return new TestTime(name, begin, now(), firstThread);
    }

    /** How long ago it began. */
    Duration age() {
        return Duration.between(begin, Instant.now());
    }

    boolean contains(Instant instant) {
        return !instant.isBefore(begin) && instant.isBefore(end);
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    /** Numbers of threads, virtual ones included, are given in ascending order. */
    private static long nextThread() {
        return new Thread(() -> {}).getId();
    }
}
