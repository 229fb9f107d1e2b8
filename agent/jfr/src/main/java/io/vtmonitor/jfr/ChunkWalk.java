package io.vtmonitor.jfr;

import java.io.IOException;

/** Hops from event to event of a chunk by their sizes; nothing else is looked at but their types' numbers. */
public final class ChunkWalk {
    private int start;
    private int content;
    private byte kind;
    private long size;
    private int least;
    private long next;

    private ChunkWalk() {}

    /** Takes the events that are not hopped over. */
    public interface Visitor {
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
     * @throws DamagedChunkException if the next event can't be found
     */
    public static void walk(ChunkWindow window, byte[] kinds, long from, Visitor visitor)
            throws IOException, DamagedChunkException {
        if (window.compressed()) {
            compressed(window, kinds, from, visitor);
        } else {
            wide(window, kinds, from, visitor);
        }
    }

    private static void compressed(ChunkWindow window, byte[] kinds, long from, Visitor visitor)
            throws IOException, DamagedChunkException {
        ChunkWalk walk = new ChunkWalk();
        long next = from;
        while (next < window.end()) {
            next = walk.some(window, kinds, next, visitor);
        }
    }

    /** A few of the wanted events, in a call of its own: see {@link EventColumns#PIECE}. Returns where to continue. */
    private long some(ChunkWindow window, byte[] kinds, long from, Visitor visitor)
            throws IOException, DamagedChunkException {
        long at = from;
        long end = window.end();
        for (int i = 0; i < EventColumns.PIECE && at < end; i++) {
            window.seek(at);
            long base = at - window.position();
            hop(window.bytes(), window.position(), window.safe(), kinds);
            at = base + next;
            if (size < least || size > end - base - start) {
                throw noEvent(base + start, size, end);
            }
            if (kind != 0) {
                window.moveTo(content);
                if (!visitor.event(kind, base + start, at, window)) {
                    return Long.MAX_VALUE;
                }
            }
        }
        return at;
    }

    /**
     * From event to event in an array, up to one that is wanted, one that can't be, or the end. Small, since it is to
     * run as machine code soon: half of a short analysis is over before the compiler has done with larger ones. It
     * decodes its two numbers itself: {@link io.vtmonitor.common.VarInt} made the analysis of a recording that is
     * mostly hopped over 3 % longer (docs/decisions/recordings.md).
     *
     * @param from index of an event
     * @param safe index that no event beginning before it is read too far at
     */
    private void hop(byte[] bytes, int from, int safe, byte[] kindOf) {
        int p = from;
        while (true) {
            int q = p;
            long length = bytes[q++];
            if (length < 0) {
                // The JVM leaves room for four bytes or for nine, and fills in what it turned out to be.
                length &= 0x7f;
                int shift = 7;
                byte more;
                do {
                    more = bytes[q++];
                    length |= (more & 0x7fL) << shift;
                    shift += 7;
                } while (more < 0 && shift < 63);
            }
            int type = bytes[q++];
            if (type < 0) {
                type &= 0x7f;
                int shift = 7;
                byte more;
                do {
                    more = bytes[q++];
                    type |= shift < 28 ? (more & 0x7f) << shift : more == 0 ? 0 : 1 << 30;
                    shift += 7;
                } while (more < 0 && shift < 63);
            }
            byte found = type < kindOf.length ? kindOf[type] : 0;
            long after = p + length;
            if (found != 0 || length < q - p || length >= safe - p) {
                start = p;
                content = q;
                kind = found;
                size = length;
                least = q - p;
                next = after;
                return;
            }
            p = (int) after;
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
