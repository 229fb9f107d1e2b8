package io.vtmonitor;

/** Times of tests, which are easier to read in seconds. */
public final class Times {
    private Times() {}

    public static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
