package io.vtmonitor.jfr;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.RecordedThread;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Many events at once: a column of numbers for each property, and two tables of what the numbers stand for. What an
 * occasion means is so looked up once for the whole batch.
 *
 * <p>Whoever takes the columns may drop events of them, and keeps none: they are filled again.
 *
 * <p>Not thread-safe.
 */
public final class EventColumns {
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

    /** A blocking by its number; null if no pin of the columns has it. */
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

    /** Name of the thread that owned the monitor before; null if not recorded. */
    public @Nullable String previousOwner(int pin) {
        int owner = owners[pin];
        return owner == NO_THREAD || !recordedThreads[owner].known() ? null : recordedThreads[owner].name();
    }

    /** A pin by itself; null if its blocking is not known. */
    public @Nullable Pin pin(int pin) {
        Blocking blocking = blockings[blockingIndexes[pin]];
        if (blocking == null) {
            return null;
        }
        RecordedThread thread = recordedThreads[threads[pin]];
        return new Pin(blocking, starts[pin], durations[pin], thread.id(), thread.name(), previousOwner(pin));
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
        size = Math.min(size, kept);
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
        blockings = new Blocking[0];
        recordedThreads = new RecordedThread[0];
    }
}
