package io.vtmonitor.tally;

import io.vtmonitor.model.PinColumns;
import java.util.Arrays;

/**
 * The pins of columns added up by the number of their blocking, or of their thread: what a figure is kept of is then
 * changed once for each number, not for each pin. Not thread-safe.
 */
final class PinSums {
    private static final int PINS = 0;
    private static final int NANOS = 1;
    private static final int MAX = 2;
    private static final int FIRST = 3;
    private static final int LAST = 4;
    private static final int END = 5;
    private static final int FIGURES = 6;

    private final long[] sums;

    private PinSums(int numbers) {
        sums = new long[FIGURES * numbers];
        for (int i = 0; i < numbers; i++) {
            sums[FIGURES * i + FIRST] = Long.MAX_VALUE;
            Arrays.fill(sums, FIGURES * i + LAST, FIGURES * (i + 1), Long.MIN_VALUE);
        }
    }

    static PinSums byBlocking(PinColumns pins) {
        PinSums sums = new PinSums(pins.blockings());
        for (int from = 0; from < pins.size(); from += PinColumns.PIECE) {
            sums.addByBlocking(pins, from, Math.min(pins.size(), from + PinColumns.PIECE));
        }
        return sums;
    }

    static PinSums byThread(PinColumns pins) {
        PinSums sums = new PinSums(pins.threads());
        for (int from = 0; from < pins.size(); from += PinColumns.PIECE) {
            sums.addByThread(pins, from, Math.min(pins.size(), from + PinColumns.PIECE));
        }
        return sums;
    }

    private void addByBlocking(PinColumns pins, int from, int to) {
        for (int i = from; i < to; i++) {
            add(FIGURES * pins.blockingIndex(i), pins.start(i), pins.duration(i));
        }
    }

    private void addByThread(PinColumns pins, int from, int to) {
        for (int i = from; i < to; i++) {
            add(FIGURES * pins.thread(i), pins.start(i), pins.duration(i));
        }
    }

    private void add(int at, long start, long duration) {
        sums[at + PINS]++;
        sums[at + NANOS] += duration;
        sums[at + MAX] = Math.max(sums[at + MAX], duration);
        sums[at + FIRST] = Math.min(sums[at + FIRST], start);
        sums[at + LAST] = Math.max(sums[at + LAST], start);
        sums[at + END] = Math.max(sums[at + END], start + duration);
    }

    /** How many; all else is without meaning where there are none. */
    long pins(int number) {
        return sums[FIGURES * number + PINS];
    }

    /** Sum of their lengths. */
    long nanos(int number) {
        return sums[FIGURES * number + NANOS];
    }

    /** Length of the longest. */
    long max(int number) {
        return sums[FIGURES * number + MAX];
    }

    /** The first begin, nanoseconds since the epoch. */
    long first(int number) {
        return sums[FIGURES * number + FIRST];
    }

    /** The last begin, likewise. */
    long last(int number) {
        return sums[FIGURES * number + LAST];
    }

    /** The last end, likewise. */
    long end(int number) {
        return sums[FIGURES * number + END];
    }
}
