package io.vtmonitor.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Where objects are in the file, without a note of each: the objects are noted by blocks, of each of which the lowest
 * and the highest identifier is known. Collectors give out objects mostly by address, so few blocks can have an object.
 */
final class Blocks {
    private static final int BYTES = 32 << 10;
    /** A jump within a block widens what it may have: it ends there, unless blocks get too many. */
    private static final long JUMP = 1 << 20;

    private static final int FEWEST_BYTES = 8 << 10;

    /** Where objects are not given out by address, any block may have any of them. */
    private static final long MOST_COMPARED = 50_000_000;

    private final LongList begins = new LongList();
    private final LongList ends = new LongList();
    private final LongList lowest = new LongList();
    private final LongList highest = new LongList();
    private long before;
    private boolean open;
    private int[] byLowest = {};
    /** Of the blocks up to each place in {@link #byLowest} the highest identifier. */
    private long[] highestBefore = {};

    /** Notes an object; those of a segment come in order. */
    void add(long at, long id) {
        boolean jumps = open && (id < before || id - before > JUMP);
        boolean split = open
                && (at - begins.get(begins.size() - 1) >= BYTES || (jumps && at > (long) begins.size() * FEWEST_BYTES));
        if (split) {
            close(at);
        }
        if (open) {
            int last = begins.size() - 1;
            lowest.set(last, Math.min(lowest.get(last), id));
            highest.set(last, Math.max(highest.get(last), id));
        } else {
            begins.add(at);
            ends.add(at);
            lowest.add(id);
            highest.add(id);
            open = true;
        }
        before = id;
    }

    /** Ends the block that is open: the next object is not in its segment. */
    void close(long at) {
        if (open) {
            ends.set(ends.size() - 1, at);
            open = false;
        }
    }

    /** A part of the file. */
    record Block(long begin, long end) {}

    /** To be called once all are noted. */
    void sort() {
        Integer[] order = new Integer[begins.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong(i -> lowest.get(i)));
        byLowest = Arrays.stream(order).mapToInt(Integer::intValue).toArray();
        highestBefore = new long[byLowest.length];
        long most = Long.MIN_VALUE;
        for (int i = 0; i < byLowest.length; i++) {
            most = Math.max(most, highest.get(byLowest[i]));
            highestBefore[i] = most;
        }
    }

    /** All of them. */
    List<Block> all() {
        List<Block> all = new ArrayList<>(begins.size());
        for (int i = 0; i < begins.size(); i++) {
            all.add(new Block(begins.get(i), ends.get(i)));
        }
        return all;
    }

    /** Those that may have one of these objects, in the order of the file. */
    List<Block> of(long[] ids) {
        boolean[] wanted = new boolean[begins.size()];
        long compared = 0;
        for (long id : ids) {
            for (int i = lastUpTo(id); i >= 0 && highestBefore[i] >= id; i--) {
                wanted[byLowest[i]] |= highest.get(byLowest[i]) >= id;
                compared++;
            }
            if (compared > MOST_COMPARED) {
                return all();
            }
        }
        List<Block> found = new ArrayList<>();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                found.add(new Block(begins.get(i), ends.get(i)));
            }
        }
        return found;
    }

    /** The last place in {@link #byLowest} whose block begins with this identifier or a lower one; -1 for none. */
    private int lastUpTo(long id) {
        int low = 0;
        int high = byLowest.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lowest.get(byLowest[middle]) <= id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
