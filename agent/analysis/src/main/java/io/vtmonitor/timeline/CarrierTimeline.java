package io.vtmonitor.timeline;

import io.vtmonitor.common.CarrierChange;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.timeline.Windows.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many carriers of one JVM were pinned at each instant: a sweep over the begins and ends of its pins. Exact while
 * all pins fit, in whatever order they come; beyond the bound the oldest part is swept and forgotten, and a pin that
 * reaches back into it counts from there on only, which {@link #folded} tells.
 *
 * <p>Not thread-safe.
 */
public final class CarrierTimeline {
    private static final int FEW = 1 << 20;

    private final CarrierPool pool;
    private final List<CarrierChange> changes = new ArrayList<>();
    private final int capacity;
    private PinBlock.@Nullable Packer packer;
    private final int blockSize;
    private final List<PinBlock> blocks = new ArrayList<>();
    private int packed;
    private long[] starts = new long[64];
    private long[] ends = new long[64];
    private int[] occupancies = new int[64];
    private int size;
    private Sweep forgotten;
    private long forgottenBefore = Long.MIN_VALUE;
    private boolean folded;
    private long begin = Long.MIN_VALUE;
    private long until = Long.MAX_VALUE;
    private boolean rounded;
    private final UnwatchedTime gaps = new UnwatchedTime();
    private @Nullable Sweep swept;

    /**
     * @param pool how many carriers there are and can be at first
     * @param capacity pins kept, about
     */
    public CarrierTimeline(CarrierPool pool, int capacity) {
        this.pool = pool;
        this.capacity = capacity;
        this.blockSize = Math.max(1, Math.min(PinBlock.MOST, capacity / 4));
        this.forgotten = new Sweep(pool, changes);
    }

    /**
     * When the watch began, nanoseconds since the epoch: JDK 24 and later record a pin that began before, and there is
     * no capacity to lose at that time.
     */
    public void begin(long instant) {
        begin = instant;
        swept = null;
    }

    /** When the time that counts ends, nanoseconds since the epoch; to be set before the first pin. */
    public void until(long instant) {
        until = instant;
    }

    /**
     * Pins have rounded times: of each only that part counts in which it surely held its carrier, so that two pins of
     * one carrier never seem to overlap. To be set before the first pin.
     */
    public void rounded() {
        rounded = true;
    }

    /**
     * A stretch that nobody watched, in which there is no capacity to lose: to be added before the first pin, in their
     * order.
     *
     * @param from nanoseconds since the epoch
     * @param to likewise
     */
    public void gap(long from, long to) {
        gaps.add(from, to);
    }

    /**
     * When the parallelism of the scheduler changed, in the order of the times: those passed before and more, or fewer
     * at the end. What was forgotten keeps its figures.
     */
    public void changes(List<CarrierChange> all) {
        changes.clear();
        changes.addAll(all);
        swept = null;
    }

    /**
     * A pin.
     *
     * @param start begin, nanoseconds since the epoch
     * @param end likewise
     * @param site number of its site, negative for a folded one
     * @param compensated true if a spare carrier may have stood in for it
     */
    public void add(long start, long end, int site, boolean compensated) {
        int occupancy = Occupancy.of(site, compensated ? Occupancy.WAIT : Occupancy.PIN);
        if (rounded) {
            addWatched(RoundedTimes.latest(start), Math.min(RoundedTimes.earliest(start, end), until), occupancy);
        } else {
            addWatched(start, Math.min(end, until), occupancy);
        }
    }

    /**
     * File I/O for which the JVM may have started a spare carrier: no pin, but one that pins lack.
     *
     * @param start begin, nanoseconds since the epoch
     * @param end likewise
     */
    public void addFileIo(long start, long end) {
        addWatched(start, Math.min(end, until), Occupancy.of(-1, Occupancy.FILE_IO));
    }

    /** JDK 24 and later record a pin whole that began while nobody recorded, or outlasted such a time. */
    private void addWatched(long start, long end, int occupancy) {
        long from = start;
        for (int i = gaps.firstAfter(start); i < gaps.size() && gaps.from(i) < end; i++) {
            add(from, gaps.from(i), occupancy);
            from = Math.max(from, gaps.to(i));
        }
        add(from, end, occupancy);
    }

    private void add(long start, long end, int occupancy) {
        folded |= start < forgottenBefore;
        long from = Math.max(start, forgottenBefore);
        if (end <= from) {
            return;
        }
        swept = null;
        if (size == starts.length) {
            grow();
        }
        starts[size] = from;
        ends[size] = end;
        occupancies[size++] = occupancy;
        if (size == blockSize) {
            pack();
            if (packed > capacity) {
                forgetOldest();
            }
        }
    }

    private void grow() {
        int length = Math.min(blockSize, size * 2);
        starts = Arrays.copyOf(starts, length);
        ends = Arrays.copyOf(ends, length);
        occupancies = Arrays.copyOf(occupancies, length);
    }

    private void pack() {
        blocks.add(packer().pack(starts, ends, occupancies, size));
        packed += size;
        size = 0;
    }

    private List<PinBlock> blocks() {
        if (size == 0) {
            return blocks;
        }
        List<PinBlock> all = new ArrayList<>(blocks);
        all.add(packer().pack(starts, ends, occupancies, size));
        return all;
    }

    /** Alongside an application, where little is kept, its memory is dearer than the time. */
    private PinBlock.Packer packer() {
        PinBlock.Packer kept = packer;
        if (kept == null) {
            kept = new PinBlock.Packer();
            packer = capacity > FEW ? kept : null;
        }
        return kept;
    }

    /** What the scheduler aimed at in a window, on average. */
    public double parallelism(long from, long to) {
        return CarrierChange.mean(pool.parallelism(), changes, from, to);
    }

    /** True if a pin began before what had been forgotten: starved time is a lower bound then. */
    public boolean folded() {
        return folded;
    }

    /** From the first pin to the last. */
    public Sweep total() {
        if (swept == null) {
            Sweep sweep = forgotten.copy();
            new SortedPins(blocks(), begin).forEach(sweep);
            swept = sweep.finished();
        }
        return swept;
    }

    /** The longest stretches in which all carriers were pinned, or as many as ever were. */
    public List<Window> worst() {
        return total().windows().longest();
    }

    /**
     * The begin of a window, or where in it the pins begin that are kept: before, only the open ones are known.
     *
     * @param from nanoseconds since the epoch
     */
    public long keptFrom(long from) {
        return Math.max(from, forgottenBefore);
    }

    /** Within a window, nanoseconds since the epoch; only what has not been forgotten. */
    public Sweep sweep(long from, long to) {
        Sweep sweep = new Sweep(pool, changes);
        within(from, to, sweep);
        return sweep.finished();
    }

    /**
     * Carrier-nanoseconds within a window by number of the site, those of folded sites under -1; only what has not been
     * forgotten. File I/O is none.
     */
    public Map<Integer, Long> sites(long from, long to) {
        Map<Integer, Long> nanos = new HashMap<>();
        within(from, to, (start, end, occupancy) -> {
            if (Occupancy.kind(occupancy) != Occupancy.FILE_IO) {
                nanos.merge(Occupancy.site(occupancy), end - start, Long::sum);
            }
        });
        return nanos;
    }

    private void within(long from, long to, SortedPins.Each each) {
        forgotten.openBeyond(keptFrom(from), (start, end, occupancy) -> {
            if (start < to) {
                each.pin(start, Math.min(end, to), occupancy);
            }
        });
        List<PinBlock> touching = new ArrayList<>();
        for (PinBlock block : blocks()) {
            if (block.firstStart() < to && block.lastEnd() > from) {
                touching.add(block);
            }
        }
        new SortedPins(touching, begin).forEach((start, end, occupancy) -> {
            if (start < to && end > from) {
                each.pin(Math.max(start, from), Math.min(end, to), occupancy);
            }
        });
    }

    /** Half of the blocks end before the cut, and more of the pins begin before it. */
    private void forgetOldest() {
        long cut = blocks.stream()
                .mapToLong(PinBlock::lastEnd)
                .sorted()
                .skip((blocks.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
        List<PinBlock> old = new ArrayList<>(blocks);
        blocks.clear();
        packed = 0;
        List<PinBlock> cutOff = new ArrayList<>();
        for (PinBlock block : old) {
            if (block.firstStart() < cut) {
                cutOff.add(block);
            } else {
                blocks.add(block);
                packed += block.count();
            }
        }
        Rest rest = new Rest();
        new SortedPins(cutOff, begin).forEach((start, end, occupancy) -> {
            if (start < cut) {
                forgotten.pin(start, end, occupancy);
            } else {
                rest.add(start, end, occupancy);
            }
        });
        forgotten.advance(cut);
        forgottenBefore = cut;
        rest.pack();
    }

    /** Packs again what is left of blocks that were cut. */
    private final class Rest {
        private final long[] restStarts = new long[blockSize];
        private final long[] restEnds = new long[blockSize];
        private final int[] restOccupancies = new int[blockSize];
        private int count;

        void add(long start, long end, int occupancy) {
            restStarts[count] = start;
            restEnds[count] = end;
            restOccupancies[count++] = occupancy;
            if (count == blockSize) {
                pack();
            }
        }

        void pack() {
            if (count > 0) {
                blocks.add(packer().pack(restStarts, restEnds, restOccupancies, count));
                packed += count;
                count = 0;
            }
        }
    }
}
