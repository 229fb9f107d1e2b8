package io.vtmonitor.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Many pins at once: a column of numbers for each property, and two tables of what the numbers stand for. What follows
 * from a blocking or a thread is so looked up once for the whole batch; for a pin, numbers are added.
 *
 * <p>Whoever takes the columns may drop pins of them, and keeps none: they are filled anew.
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

    /** Number of the thread that owned the monitor before, {@link #NO_THREAD} where that is not told. */
    public int owner(int pin) {
        return owners[pin];
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

    /** Adds the first so many pins of columns that somebody else has filled. */
    public void add(int count, long[] start, long[] duration, int[] blockingIndex, int[] thread, int[] owner) {
        if (size + count > starts.length) {
            grow(Math.max(2 * size, size + count));
        }
        System.arraycopy(start, 0, starts, size, count);
        System.arraycopy(duration, 0, durations, size, count);
        System.arraycopy(blockingIndex, 0, blockingIndexes, size, count);
        System.arraycopy(thread, 0, threads, size, count);
        System.arraycopy(owner, 0, owners, size, count);
        size += count;
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
        size = kept;
    }

    /** Says what the numbers of threads stand for. */
    public void threads(RecordedThread[] byNumber) {
        recordedThreads = byNumber;
    }

    /** Says what the numbers of blockings stand for. */
    public void blockings(@Nullable Blocking[] byNumber) {
        blockings = byNumber;
    }

    /** Empties columns and tables. */
    public void clear() {
        size = 0;
        blockings = new Blocking[0];
        recordedThreads = new RecordedThread[0];
    }
}
