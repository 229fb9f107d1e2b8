package io.vtmonitor.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Many pins at once: a column of numbers for each property, and two tables of what the numbers stand for. What follows
 * from a blocking or a thread is so looked up once for the whole batch; for a pin, numbers are added.
 *
 * <p>Whoever takes the columns may drop pins of them, and keeps none: they are filled again.
 *
 * <p>Not thread-safe.
 */
public final class PinColumns {
    private static final int FEW = 1_024;

    /**
     * Who goes over columns does so in pieces of so many, each in a call. A longer loop would stay in the interpreter
     * for tens of thousands of turns, and then be compiled twice: as it runs, and for the next call.
     */
    public static final int PIECE = 32;

    /** The thread's number where an event names none. */
    public static final int NO_THREAD = -1;

    private int size;
    private long[] starts = new long[FEW];
    private long[] durations = new long[FEW];
    private int[] blockingIndexes = new int[FEW];
    private int[] threads = new int[FEW];
    private int[] owners = new int[FEW];

    @Nullable
    private Blocking[] blockings = {};

    private RecordedThread[] recordedThreads = {};
    private boolean owned;

    @Nullable
    private Sums sums;

    /** How many pins. */
    public int size() {
        return size;
    }

    /** Begin, nanoseconds since the epoch. */
    public long start(int pin) {
        return starts[pin];
    }

    /** Length in nanoseconds, never negative. */
    public long duration(int pin) {
        return durations[pin];
    }

    /** The index under which {@link #blocking} has what the pin was blocked in. */
    public int blockingIndex(int pin) {
        return blockingIndexes[pin];
    }

    /** Number of the pin's thread. */
    public int thread(int pin) {
        return threads[pin];
    }

    /** How many blockings are numbered. */
    public int blockings() {
        return blockings.length;
    }

    /** A blocking by its number; null where no pin of the columns has it. */
    public @Nullable Blocking blocking(int number) {
        return blockings[number];
    }

    /** How many threads are numbered. */
    public int threads() {
        return recordedThreads.length;
    }

    /** A thread by its number. */
    public RecordedThread recordedThread(int number) {
        return recordedThreads[number];
    }

    /** Name of the thread that owned the monitor before; null where that is not told. */
    public @Nullable String previousOwner(int pin) {
        int owner = owners[pin];
        return owner == NO_THREAD || !recordedThreads[owner].known() ? null : recordedThreads[owner].name();
    }

    /** A pin by itself; null where its blocking is not told. */
    public @Nullable Pin pin(int pin) {
        Blocking blocking = blockings[blockingIndexes[pin]];
        if (blocking == null) {
            return null;
        }
        RecordedThread thread = recordedThreads[threads[pin]];
        return new Pin(blocking, starts[pin], durations[pin], thread.id(), thread.name(), previousOwner(pin));
    }

    /** Whether any pin may have a thread that owned the monitor before. */
    public boolean owned() {
        return owned;
    }

    /** Adds a pin; see the columns for its parts. */
    public void add(long start, long duration, int blockingIndex, int thread, int owner) {
        if (size == starts.length) {
            grow(2 * size);
        }
        starts[size] = start;
        durations[size] = duration;
        blockingIndexes[size] = blockingIndex;
        threads[size] = thread;
        owners[size++] = owner;
        owned |= owner != NO_THREAD;
    }

    /** The pins added up; made when first asked for, and again after pins were dropped. The tables come before. */
    public Sums sums() {
        Sums known = sums;
        if (known == null) {
            known = Sums.of(this);
            sums = known;
        }
        return known;
    }

    private void grow(int length) {
        starts = Arrays.copyOf(starts, length);
        durations = Arrays.copyOf(durations, length);
        blockingIndexes = Arrays.copyOf(blockingIndexes, length);
        threads = Arrays.copyOf(threads, length);
        owners = Arrays.copyOf(owners, length);
    }

    /** Moves a pin to a place before it. */
    public void move(int from, int to) {
        if (from != to) {
            starts[to] = starts[from];
            durations[to] = durations[from];
            blockingIndexes[to] = blockingIndexes[from];
            threads[to] = threads[from];
            owners[to] = owners[from];
        }
    }

    /** Drops all pins from this one on. */
    public void trim(int kept) {
        if (kept < size) {
            size = kept;
            sums = null;
        }
    }

    /**
     * Says what the numbers stand for.
     *
     * @param ofBlockings may be filled in later, but for how many they are
     */
    public void tables(@Nullable Blocking[] ofBlockings, RecordedThread[] ofThreads) {
        blockings = ofBlockings;
        recordedThreads = ofThreads;
    }

    /** Says what the number of a blocking stands for. */
    public void blocking(int number, @Nullable Blocking blocking) {
        blockings[number] = blocking;
    }

    /** Empties columns and tables. */
    public void clear() {
        size = 0;
        owned = false;
        sums = null;
        blockings = new Blocking[0];
        recordedThreads = new RecordedThread[0];
    }

    /**
     * The pins of columns added up by their blocking and by their thread: what a figure is kept of is then changed once
     * for each blocking and thread, not for each pin. Not thread-safe.
     */
    public static final class Sums {
        private static final int PINS = 0;
        private static final int NANOS = 1;
        private static final int LONGEST = 2;
        private static final int SHORTEST = 3;
        private static final int FIRST = 4;
        private static final int LAST = 5;
        private static final int END = 6;
        private static final int FIGURES = 7;
        private static final int THREAD_FIGURES = LONGEST + 1;

        private final long[] byBlocking;
        private final long[] byThread;

        private Sums(int blockings, int threads) {
            byBlocking = new long[FIGURES * blockings];
            for (int i = 0; i < blockings; i++) {
                Arrays.fill(byBlocking, FIGURES * i + SHORTEST, FIGURES * i + LAST, Long.MAX_VALUE);
                Arrays.fill(byBlocking, FIGURES * i + LAST, FIGURES * (i + 1), Long.MIN_VALUE);
            }
            byThread = new long[THREAD_FIGURES * threads];
        }

        static Sums of(PinColumns pins) {
            Sums sums = new Sums(pins.blockings(), pins.threads());
            for (int from = 0; from < pins.size(); from += PinColumns.PIECE) {
                sums.add(pins, from, Math.min(pins.size(), from + PinColumns.PIECE));
            }
            return sums;
        }

        private void add(PinColumns pins, int from, int to) {
            long[] blockings = byBlocking;
            long[] threads = byThread;
            for (int i = from; i < to; i++) {
                long start = pins.start(i);
                long duration = pins.duration(i);
                int at = FIGURES * pins.blockingIndex(i);
                blockings[at + PINS]++;
                blockings[at + NANOS] += duration;
                blockings[at + LONGEST] = Math.max(blockings[at + LONGEST], duration);
                blockings[at + SHORTEST] = Math.min(blockings[at + SHORTEST], duration);
                blockings[at + FIRST] = Math.min(blockings[at + FIRST], start);
                blockings[at + LAST] = Math.max(blockings[at + LAST], start);
                blockings[at + END] = Math.max(blockings[at + END], start + duration);
                int of = THREAD_FIGURES * pins.thread(i);
                threads[of + PINS]++;
                threads[of + NANOS] += duration;
                threads[of + LONGEST] = Math.max(threads[of + LONGEST], duration);
            }
        }

        /** How many pins have a blocking; all else is without meaning where there are none. */
        public long pins(int blocking) {
            return byBlocking[FIGURES * blocking + PINS];
        }

        /** Sum of their lengths in nanoseconds. */
        public long nanos(int blocking) {
            return byBlocking[FIGURES * blocking + NANOS];
        }

        /** Length of the longest in nanoseconds. */
        public long longest(int blocking) {
            return byBlocking[FIGURES * blocking + LONGEST];
        }

        /** Length of the shortest in nanoseconds. */
        public long shortest(int blocking) {
            return byBlocking[FIGURES * blocking + SHORTEST];
        }

        /** The first begin, nanoseconds since the epoch. */
        public long first(int blocking) {
            return byBlocking[FIGURES * blocking + FIRST];
        }

        /** The last begin, nanoseconds since the epoch. */
        public long last(int blocking) {
            return byBlocking[FIGURES * blocking + LAST];
        }

        /** The last end, nanoseconds since the epoch. */
        public long end(int blocking) {
            return byBlocking[FIGURES * blocking + END];
        }

        /** The last end of all, nanoseconds since the epoch; 0 where there are no pins. */
        public long end() {
            long end = 0;
            for (int at = END; at < byBlocking.length; at += FIGURES) {
                end = Math.max(end, byBlocking[at]);
            }
            return end;
        }

        /** How many pins a thread has. */
        public long pinsOfThread(int thread) {
            return byThread[THREAD_FIGURES * thread + PINS];
        }

        /** Sum of their lengths in nanoseconds. */
        public long nanosOfThread(int thread) {
            return byThread[THREAD_FIGURES * thread + NANOS];
        }

        /** Length of the longest in nanoseconds. */
        public long longestOfThread(int thread) {
            return byThread[THREAD_FIGURES * thread + LONGEST];
        }
    }
}
