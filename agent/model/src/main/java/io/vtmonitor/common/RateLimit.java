package io.vtmonitor.common;

import java.util.function.LongSupplier;

/** So many lines a minute; what is swallowed is counted. Not thread-safe. */
public final class RateLimit {
    private static final long MINUTE = 60_000_000_000L;

    private final int linesAMinute;
    private final LongSupplier nanoTime;
    private long minuteBegan;
    private int lines;
    private long swallowed;

    public RateLimit(int linesAMinute, LongSupplier nanoTime) {
        this.linesAMinute = linesAMinute;
        this.nanoTime = nanoTime;
        this.minuteBegan = nanoTime.getAsLong();
    }

    /** Whether one more line may be printed now; where not, it is counted. */
    public boolean admits() {
        long now = nanoTime.getAsLong();
        if (now - minuteBegan >= MINUTE) {
            minuteBegan = now;
            lines = 0;
        }
        if (lines < linesAMinute) {
            lines++;
            return true;
        }
        swallowed++;
        return false;
    }

    /** How many were swallowed since this was last asked. */
    public long takeSwallowed() {
        long count = swallowed;
        swallowed = 0;
        return count;
    }
}
