package io.vtmonitor.source;

import java.io.IOException;

/** Hops from event to event of a chunk by their sizes; nothing else is looked at but their types' numbers. */
final class ChunkWalk {
    private ChunkWalk() {}

    /** Takes the events that are not hopped over. */
    interface Visitor {
        /**
         * Takes one; leaves the window wherever it likes.
         *
         * @param kind what {@link WantedEvents#kinds} says of its type
         * @param start its offset
         * @param end the next one's
         * @param window stands behind its type
         * @return false if that was enough
         */
        boolean event(byte kind, long start, long end, ChunkWindow window) throws IOException, DamagedChunkException;
    }

    /**
     * Walks.
     *
     * @param kinds by the type's number
     * @param from offset of an event
     * @throws DamagedChunkException where the next event can't be found
     */
    static void walk(ChunkWindow window, byte[] kinds, long from, Visitor visitor)
            throws IOException, DamagedChunkException {
        if (window.compressed()) {
            compressed(window, kinds, from, visitor);
        } else {
            wide(window, kinds, from, visitor);
        }
    }

    private static void compressed(ChunkWindow window, byte[] kinds, long from, Visitor visitor)
            throws IOException, DamagedChunkException {
        long next = from;
        long end = window.end();
        while (next < end) {
            window.seek(next);
            byte[] bytes = window.bytes();
            int safe = window.safe();
            long base = next - window.position();
            int start = window.position();
            byte kind = 0;
            long size = 0;
            while (start < safe) {
                int p = start;
                size = bytes[p++];
                if (size < 0) {
                    // The JVM leaves room for four or for nine, and fills in what it turned out to be.
                    size &= 0x7f;
                    int shift = 7;
                    byte more;
                    do {
                        more = bytes[p++];
                        size |= (more & 0x7fL) << shift;
                        shift += 7;
                    } while (more < 0 && shift < 63);
                }
                long type = bytes[p++];
                if (type < 0) {
                    type &= 0x7f;
                    int shift = 7;
                    byte more;
                    do {
                        more = bytes[p++];
                        type |= (more & 0x7fL) << shift;
                        shift += 7;
                    } while (more < 0 && shift < 63);
                }
                if (size < p - start || size > end - base - start) {
                    throw noEvent(base + start, size, end);
                }
                kind = type >= 0 && type < kinds.length ? kinds[(int) type] : 0;
                if (kind != 0) {
                    window.moveTo(p);
                    break;
                }
                long after = start + size;
                start = after > safe ? safe : (int) after;
                next = base + after;
            }
            if (kind != 0) {
                next = base + start + size;
                if (!visitor.event(kind, base + start, next, window)) {
                    return;
                }
            }
        }
    }

    private static void wide(ChunkWindow window, byte[] kinds, long from, Visitor visitor)
            throws IOException, DamagedChunkException {
        long next = from;
        long end = window.end();
        while (next < end) {
            window.seek(next);
            long start = next;
            long size = window.integer();
            long type = window.number();
            if (size < Integer.BYTES + Long.BYTES || size > end - start) {
                throw noEvent(start, size, end);
            }
            next = start + size;
            byte kind = type >= 0 && type < kinds.length ? kinds[(int) type] : 0;
            if (kind != 0 && !visitor.event(kind, start, next, window)) {
                return;
            }
        }
    }

    private static DamagedChunkException noEvent(long at, long size, long end) {
        return new DamagedChunkException(
                at, "an event of " + size + " bytes begins, but " + (end - at) + " are left of the chunk");
    }
}
