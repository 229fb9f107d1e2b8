package io.vtmonitor.timeline;

import io.vtmonitor.timeline.Windows.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many carriers of one JVM were pinned at each instant: a sweep over the begins and ends of its uncompensated pins.
 * Exact while all pins fit, in whatever order they come; beyond the bound the oldest part is swept and forgotten, and a
 * pin that reaches back into it counts from there on only, which {@link #folded} tells.
 *
 * <p>Not thread-safe.
 */
public final class CarrierTimeline {
    private static final int FEW = 1 << 20;

    private final int parallelism;
    private final int capacity;
    private PinBlock.@Nullable Packer packer;
    private final int blockSize;
    private final List<PinBlock> blocks = new ArrayList<>();
    private int packed;
    private long[] starts = new long[64];
    private long[] ends = new long[64];
    private int[] sites = new int[64];
    private int size;
    private Sweep forgotten;
    private long forgottenBefore = Long.MIN_VALUE;
    private boolean folded;
    private @Nullable Sweep swept;

    /**
     * @param parallelism how many pinned carriers starve the others
     * @param capacity pins kept, about
     */
    public CarrierTimeline(int parallelism, int capacity) {
        this.parallelism = Math.max(1, parallelism);
        this.capacity = capacity;
        this.blockSize = Math.max(1, Math.min(PinBlock.MOST, capacity / 4));
        this.forgotten = new Sweep(this.parallelism);
    }

    /**
     * A pin.
     *
     * @param start begin, nanoseconds since the epoch
     * @param end likewise
     * @param site number of its site, negative for a folded one
     */
    public void add(long start, long end, int site) {
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
        sites[size++] = site;
        if (size == blockSize) {
            pack();
            if (packed > capacity) {
                forgetOldest();
            }
        }
    }

    /**
     * The pins of a part, which has forgotten nothing that this one keeps.
     *
     * @param numbers what the part's numbers of sites are here
     */
    public void add(CarrierTimeline part, int[] numbers) {
        for (PinBlock block : part.blocks()) {
            add(block.renumbered(numbers));
        }
        folded |= part.folded;
        swept = null;
    }

    private void add(PinBlock block) {
        if (block.firstStart() < forgottenBefore) {
            each(block, this::add);
            return;
        }
        blocks.add(block);
        packed += block.count();
        if (packed > capacity) {
            forgetOldest();
        }
    }

    private static void each(PinBlock block, SortedPins.Each each) {
        PinBlock.Cursor pin = block.cursor();
        while (pin.next()) {
            each.pin(pin.start(), pin.end(), pin.site());
        }
    }

    private void grow() {
        int length = Math.min(blockSize, size * 2);
        starts = Arrays.copyOf(starts, length);
        ends = Arrays.copyOf(ends, length);
        sites = Arrays.copyOf(sites, length);
    }

    private void pack() {
        blocks.add(packer().pack(starts, ends, sites, size));
        packed += size;
        size = 0;
    }

    private List<PinBlock> blocks() {
        if (size == 0) {
            return blocks;
        }
        List<PinBlock> all = new ArrayList<>(blocks);
        all.add(packer().pack(starts, ends, sites, size));
        return all;
    }

    /** Beside an application, where little is kept, its memory is dearer than the time. */
    private PinBlock.Packer packer() {
        PinBlock.Packer kept = packer;
        if (kept == null) {
            kept = new PinBlock.Packer();
            packer = capacity > FEW ? kept : null;
        }
        return kept;
    }

    /** True where a pin began before what had been forgotten: starved time is a lower bound then. */
    public boolean folded() {
        return folded;
    }

    /** From the first pin to the last. */
    public Sweep total() {
        if (swept == null) {
            Sweep sweep = forgotten.copy();
            new SortedPins(blocks()).forEach(sweep::pin);
            swept = sweep.finished();
        }
        return swept;
    }

    /** The longest stretches in which all carriers were pinned, or as many as ever were. */
    public List<Window> worst() {
        return total().windows().longest();
    }

    /** Within a window, nanoseconds since the epoch; only what has not been forgotten. */
    public Sweep sweep(long from, long to) {
        Sweep sweep = new Sweep(parallelism);
        forgotten.openBeyond(Math.max(from, forgottenBefore), (start, end, site) -> {
            if (start < to) {
                sweep.pin(start, Math.min(end, to), site);
            }
        });
        List<PinBlock> touching = new ArrayList<>();
        for (PinBlock block : blocks()) {
            if (block.firstStart() < to && block.lastEnd() > from) {
                touching.add(block);
            }
        }
        new SortedPins(touching).forEach((start, end, site) -> {
            if (start < to && end > from) {
                sweep.pin(Math.max(start, from), Math.min(end, to), site);
            }
        });
        return sweep.finished();
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
        new SortedPins(cutOff).forEach((start, end, site) -> {
            if (start < cut) {
                forgotten.pin(start, end, site);
            } else {
                rest.add(start, end, site);
            }
        });
        forgotten.advance(cut);
        forgottenBefore = cut;
        rest.pack();
    }

    /** Packs anew what is left of blocks that were cut. */
    private final class Rest {
        private final long[] restStarts = new long[blockSize];
        private final long[] restEnds = new long[blockSize];
        private final int[] restSites = new int[blockSize];
        private int count;

        void add(long start, long end, int site) {
            restStarts[count] = start;
            restEnds[count] = end;
            restSites[count++] = site;
            if (count == blockSize) {
                pack();
            }
        }

        void pack() {
            if (count > 0) {
                blocks.add(packer().pack(restStarts, restEnds, restSites, count));
                packed += count;
                count = 0;
            }
        }
    }
}
