package io.vtmonitor.timeline;

import io.vtmonitor.timeline.PinBlock.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Goes over the pins of several blocks in the order of their begins. Blocks are opened when their time has come. */
final class SortedPins {
    private final PriorityQueue<Cursor> open =
            new PriorityQueue<>((one, other) -> Long.compare(one.start(), other.start()));
    private final List<PinBlock> blocks;
    private final long begin;
    private int opened;

    /** Takes a pin. */
    @FunctionalInterface
    interface Each {
        /**
         * A pin, or what else keeps a carrier.
         *
         * @param start begin, nanoseconds since the epoch
         * @param end likewise
         * @param occupancy see {@link Occupancy}
         */
        void pin(long start, long end, int occupancy);
    }

    /** @param begin nanoseconds since the epoch; what of pins lies before is left out */
    SortedPins(List<PinBlock> blocks, long begin) {
        this.begin = begin;
        this.blocks = new ArrayList<>(blocks);
        this.blocks.sort((one, other) -> Long.compare(one.firstStart(), other.firstStart()));
    }

    void forEach(Each each) {
        while (!open.isEmpty() || opened < blocks.size()) {
            if (open.isEmpty()) {
                openNext();
            }
            while (nextBlock() <= open.element().start()) {
                openNext();
            }
            Cursor first = open.remove();
            long until = Math.min(
                    nextBlock(),
                    open.isEmpty() ? Long.MAX_VALUE : open.element().start());
            if (upTo(until, first, each)) {
                open.add(first);
            }
        }
    }

    /** Says whether there is more. */
    private boolean upTo(long until, Cursor first, Each each) {
        boolean more;
        do {
            if (first.end() > begin) {
                each.pin(Math.max(first.start(), begin), first.end(), first.occupancy());
            }
            more = first.next();
        } while (more && first.start() <= until);
        return more;
    }

    private long nextBlock() {
        return opened < blocks.size() ? blocks.get(opened).firstStart() : Long.MAX_VALUE;
    }

    private void openNext() {
        Cursor cursor = blocks.get(opened++).cursor();
        cursor.next();
        open.add(cursor);
    }
}
