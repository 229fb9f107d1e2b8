package io.vtmonitor.timeline;

/**
 * What keeps a carrier for a while, as one number: the number of its site, negative for a folded one, and whether a
 * spare carrier may stand in for it.
 */
final class Occupancy {
    /** A pin for which nothing stands in. */
    static final int PIN = 0;

    /** A pin for which a spare carrier may stand in: {@code Object.wait} on JDK 21 to 23. */
    static final int WAIT = 1;

    /** File I/O, which is no pin but takes spare carriers, too. */
    static final int FILE_IO = 2;

    /** Numbers are no lower than minus this. */
    static final int SHIFT = 4;

    private static final int BITS = 2;

    private Occupancy() {}

    static int of(int site, int kind) {
        return Math.max(site, -1) << BITS | kind;
    }

    static int site(int occupancy) {
        return occupancy >> BITS;
    }

    static int kind(int occupancy) {
        return occupancy & (1 << BITS) - 1;
    }
}
