package io.vtmonitor.timeline;

import io.vtmonitor.common.CarrierChange;
import io.vtmonitor.common.CarrierPool;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Goes over pins in the order of their begins and keeps those that are open, which are no more than there are carriers:
 * how many were pinned at each instant. Pins come in that order; one that begins when another ends does not overlap it.
 *
 * <p>A pin that a spare carrier may stand in for counts from where there can be no more of them: the pool's bound is
 * shared with file I/O.
 */
public final class Sweep implements SortedPins.Each, Windows.OpenSites {
    private final List<CarrierChange> changes;
    private final CarrierBins bins;
    private final Windows windows;
    private CarrierPool pool;
    private int changed;

    /** A heap, the earliest end on top. */
    private long[] ends = new long[8];

    private int[] occupancies = new int[8];
    private int open;

    /** Of each kind, how many are open. */
    private int[] kinds = new int[Occupancy.FILE_IO + 1];

    private int held;
    private int heldAtMost;
    private long now = Long.MIN_VALUE;
    private long pinnedNanos;
    private long lostNanos;
    private long starvedNanos;
    private long lostAtMostNanos;
    private long starvedAtMostNanos;
    private long stoodInNanos;
    private long lastHeld = Long.MIN_VALUE;
    private int most;
    private final AllButOne allButOne;

    /**
     * @param pool how many carriers there are and can be at first
     * @param changes of how many there are, in the order of their times; it may grow
     */
    Sweep(CarrierPool pool, List<CarrierChange> changes) {
        this(pool, changes, new CarrierBins(), new Windows(pool.parallelism()), new AllButOne());
    }

    private Sweep(
            CarrierPool pool, List<CarrierChange> changes, CarrierBins bins, Windows windows, AllButOne allButOne) {
        this.pool = pool;
        this.changes = changes;
        this.bins = bins;
        this.windows = windows;
        this.allButOne = allButOne;
    }

    Sweep copy() {
        Sweep copy = new Sweep(pool, changes, bins.copy(), windows.copy(), allButOne.copy());
        copy.changed = changed;
        copy.ends = ends.clone();
        copy.occupancies = occupancies.clone();
        copy.open = open;
        copy.kinds = kinds.clone();
        copy.held = held;
        copy.heldAtMost = heldAtMost;
        copy.now = now;
        copy.pinnedNanos = pinnedNanos;
        copy.lostNanos = lostNanos;
        copy.starvedNanos = starvedNanos;
        copy.lostAtMostNanos = lostAtMostNanos;
        copy.starvedAtMostNanos = starvedAtMostNanos;
        copy.stoodInNanos = stoodInNanos;
        copy.lastHeld = lastHeld;
        copy.most = most;
        return copy;
    }

    @Override
    public void pin(long start, long end, int occupancy) {
        advance(start);
        push(end, occupancy);
        int before = held;
        count(occupancy, 1);
        most = Math.max(most, held);
        if (held > before || holds(occupancy)) {
            windows.began(start, held, Occupancy.site(occupancy), this);
        }
    }

    /** All pins that begin before this instant are known. */
    void advance(long to) {
        while (open > 0 && ends[0] <= to) {
            long end = ends[0];
            pass(end);
            int occupancy = occupancies[0];
            pop();
            count(occupancy, -1);
            windows.ended(end, held);
        }
        pass(to);
    }

    private void count(int occupancy, int by) {
        kinds[Occupancy.kind(occupancy)] += by;
        countHeld();
    }

    private void countHeld() {
        int waits = kinds[Occupancy.WAIT];
        int blocked = waits + kinds[Occupancy.FILE_IO];
        held = kinds[Occupancy.PIN] + (waits == 0 ? 0 : Math.min(waits, pool.missingAtLeast(blocked)));
        heldAtMost = kinds[Occupancy.PIN] + (waits == 0 ? 0 : Math.min(waits, pool.missingAtMost(blocked)));
        allButOne.held(held, pool.parallelism());
    }

    /** Whether it is a pin that holds a carrier which is missed now. */
    private boolean holds(int occupancy) {
        int kind = Occupancy.kind(occupancy);
        return kind == Occupancy.PIN || (kind == Occupancy.WAIT && held > kinds[Occupancy.PIN]);
    }

    @Override
    public void each(IntConsumer site) {
        for (int i = 0; i < open; i++) {
            if (holds(occupancies[i])) {
                site.accept(Occupancy.site(occupancies[i]));
            }
        }
    }

    private void pass(long to) {
        while (changed < changes.size() && changes.get(changed).atNanos() <= to) {
            CarrierChange change = changes.get(changed++);
            moveTo(Math.max(now, change.atNanos()));
            pool = pool.aimingAt(change.carriers());
            countHeld();
            windows.parallelism(now, change.carriers(), held, this);
        }
        moveTo(to);
    }

    private void moveTo(long to) {
        if (open > 0 && to > now) {
            long nanos = to - now;
            int parallelism = pool.parallelism();
            boolean starves = held >= parallelism;
            pinnedNanos += nanos * held;
            lostNanos += nanos * Math.min(held, parallelism);
            starvedNanos += starves ? nanos : 0;
            lostAtMostNanos += nanos * Math.min(heldAtMost, parallelism);
            starvedAtMostNanos += heldAtMost >= parallelism ? nanos : 0;
            stoodInNanos += nanos * (kinds[Occupancy.PIN] + kinds[Occupancy.WAIT] - held);
            if (parallelism > 1 && held == parallelism - 1) {
                allButOne.pass(nanos, this);
            }
            if (held > 0) {
                lastHeld = to;
                bins.add(now, to, held, starves);
            }
        }
        now = to;
    }

    /** Lets the pins that are open end. */
    Sweep finished() {
        advance(Long.MAX_VALUE);
        return this;
    }

    private void push(long end, int occupancy) {
        if (open == ends.length) {
            ends = Arrays.copyOf(ends, open * 2);
            occupancies = Arrays.copyOf(occupancies, open * 2);
        }
        int at = open++;
        while (at > 0 && ends[(at - 1) / 2] > end) {
            int above = (at - 1) / 2;
            ends[at] = ends[above];
            occupancies[at] = occupancies[above];
            at = above;
        }
        ends[at] = end;
        occupancies[at] = occupancy;
    }

    private void pop() {
        long end = ends[--open];
        int occupancy = occupancies[open];
        int at = 0;
        while (2 * at + 1 < open) {
            int below = 2 * at + 1;
            if (below + 1 < open && ends[below + 1] < ends[below]) {
                below++;
            }
            if (ends[below] >= end) {
                break;
            }
            ends[at] = ends[below];
            occupancies[at] = occupancies[below];
            at = below;
        }
        ends[at] = end;
        occupancies[at] = occupancy;
    }

    /** Pins that are open, as far as they reach beyond an instant. */
    void openBeyond(long instant, SortedPins.Each each) {
        for (int i = 0; i < open; i++) {
            if (ends[i] > instant) {
                each.pin(instant, ends[i], occupancies[i]);
            }
        }
    }

    /** Carrier-nanoseconds, without those that spare carriers stood in for. */
    public long pinnedNanos() {
        return pinnedNanos;
    }

    /** Carrier-nanoseconds without spare carriers: never more are lost at once than the scheduler aims at. */
    public long lostNanos() {
        return lostNanos;
    }

    /** Time in which as many were pinned as the scheduler aims at, or more. */
    public long starvedNanos() {
        return starvedNanos;
    }

    /** As {@link #lostNanos}, were no spare carrier started while the pool has so many that can run as it wants. */
    public long lostAtMostNanos() {
        return lostAtMostNanos;
    }

    /** As {@link #starvedNanos}, likewise. */
    public long starvedAtMostNanos() {
        return starvedAtMostNanos;
    }

    /** Carrier-nanoseconds of pins that spare carriers can have stood in for. */
    public long stoodInNanos() {
        return stoodInNanos;
    }

    /** When a carrier was last pinned that none stood in for; {@link Long#MIN_VALUE} for never. */
    public long lastHeld() {
        return lastHeld;
    }

    /** Most carriers pinned at one instant, without those that spare carriers stood in for. */
    public int most() {
        return most;
    }

    /** The time in which one carrier was free. */
    public AllButOne allButOne() {
        return allButOne;
    }

    public CarrierBins bins() {
        return bins;
    }

    Windows windows() {
        return windows;
    }
}
