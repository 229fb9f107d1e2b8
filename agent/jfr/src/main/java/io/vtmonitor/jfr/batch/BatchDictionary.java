package io.vtmonitor.jfr.batch;

import io.vtmonitor.jfr.LongIndex;
import java.util.Arrays;

/** Gives numbers to what the events of a batch have in common, while they go by. Nothing is decoded yet. */
final class BatchDictionary {
    static final int KIND = 0;
    static final int STACK = 1;
    static final int OPERATION = 2;
    static final int REASON = 3;
    static final int MONITOR_CLASS = 4;
    private static final int FIELDS = 5;

    private final LongIndex threadNumbers = new LongIndex();
    private long[] threadKeys = new long[64];
    private final TextTable texts = new TextTable();

    /** Kind, stack, operation, reason and monitor class of each occasion. */
    private long[] occasions = new long[FIELDS * 64];

    private int[] places = new int[256];
    private int size;
    private int last;

    void clear() {
        threadNumbers.clear();
        texts.clear();
        Arrays.fill(places, 0);
        size = 0;
        last = 0;
    }

    int threadCount() {
        return threadNumbers.size();
    }

    /** The number of a thread that was asked for, -1 for another one's. */
    int requestedThread(long key) {
        return (int) threadNumbers.get(key);
    }

    long threadKey(int number) {
        return threadKeys[number];
    }

    int thread(long key) {
        int count = threadNumbers.size();
        int number = (int) threadNumbers.putIfAbsent(key, count);
        if (number == count) {
            if (count == threadKeys.length) {
                threadKeys = Arrays.copyOf(threadKeys, 2 * count);
            }
            threadKeys[count] = key;
        }
        return number;
    }

    TextTable texts() {
        return texts;
    }

    int occasionCount() {
        return size;
    }

    /** One of its five. */
    long occasion(int number, int field) {
        return occasions[FIELDS * number + field];
    }

    int occasion(long kind, long stack, long operation, long reason, long monitorClass) {
        if (size > 0 && is(last, kind, stack, operation, reason, monitorClass)) {
            return last;
        }
        int mask = places.length - 1;
        int place = hash(kind, stack, operation, reason, monitorClass) & mask;
        while (places[place] != 0) {
            int number = places[place] - 1;
            if (is(number, kind, stack, operation, reason, monitorClass)) {
                last = number;
                return number;
            }
            place = (place + 1) & mask;
        }
        if (FIELDS * (size + 1) > occasions.length) {
            occasions = Arrays.copyOf(occasions, 2 * occasions.length);
        }
        int at = FIELDS * size;
        occasions[at] = kind;
        occasions[at + 1] = stack;
        occasions[at + 2] = operation;
        occasions[at + 3] = reason;
        occasions[at + 4] = monitorClass;
        places[place] = ++size;
        if (2 * size > places.length) {
            grow();
        }
        last = size - 1;
        return last;
    }

    private boolean is(int number, long kind, long stack, long operation, long reason, long monitorClass) {
        int at = FIELDS * number;
        return occasions[at + 1] == stack
                && occasions[at] == kind
                && occasions[at + 2] == operation
                && occasions[at + 3] == reason
                && occasions[at + 4] == monitorClass;
    }

    private void grow() {
        places = new int[4 * places.length];
        int mask = places.length - 1;
        for (int number = 0; number < size; number++) {
            int at = FIELDS * number;
            int place = hash(occasions[at], occasions[at + 1], occasions[at + 2], occasions[at + 3], occasions[at + 4])
                    & mask;
            while (places[place] != 0) {
                place = (place + 1) & mask;
            }
            places[place] = number + 1;
        }
    }

    private static int hash(long kind, long stack, long operation, long reason, long monitorClass) {
        long mixed = stack * 0x9E3779B97F4A7C15L + kind * 31 + operation * 1_000_003 + reason * 7_919;
        mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L + monitorClass * 0x94D049BB133111EBL;
        return (int) (mixed >>> 33);
    }
}
