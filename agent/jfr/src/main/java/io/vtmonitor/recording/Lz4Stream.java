package io.vtmonitor.recording;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * What LZ4 frames hold, one frame after the other (LZ4 Frame Format 1.6.4, LZ4 Block Format): profilers upload
 * recordings so, and the JDK can't unpack it. Checksums are passed over: a recording that was damaged shows it itself.
 *
 * <p>Holds one block and the 64 KB before it, at most 4 MB each way. Not thread-safe; closes nothing.
 */
final class Lz4Stream extends InputStream {
    /** How a frame begins, little-endian. */
    static final int MAGIC = 0x184D2204;

    private static final int SKIPPABLE = 0x184D2A50;
    private static final int SKIPPABLE_MASK = 0xFFFFFFF0;
    private static final int BLOCK_CHECKSUMS = 1 << 4;
    private static final int CONTENT_SIZE = 1 << 3;
    private static final int CONTENT_CHECKSUM = 1 << 2;
    private static final int DICTIONARY = 1;
    private static final int SHORTEST_MATCH = 4;
    private static final int FARTHEST = 1 << 16;

    private final InputStream in;
    private int flags;
    private int largestBlock;
    private boolean inFrame;
    private byte[] packed = {};
    private byte[] unpacked = {};
    private int from;
    private int to;

    /** @param in stands at a frame's begin */
    Lz4Stream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (from == to) {
            if (!inFrame && !frame()) {
                return -1;
            }
            block();
        }
        int some = Math.min(length, to - from);
        System.arraycopy(unpacked, from, into, offset, some);
        from += some;
        return some;
    }

    /** Says whether there is one more. */
    private boolean frame() throws IOException {
        int first = in.read();
        while (first >= 0) {
            int magic = first | oneByte() << 8 | oneByte() << 16 | oneByte() << 24;
            if (magic == MAGIC) {
                header();
                return true;
            }
            if ((magic & SKIPPABLE_MASK) != SKIPPABLE) {
                throw new IOException("no LZ4 frame begins where the one before it ends");
            }
            in.skipNBytes(number() & 0xffff_ffffL);
            first = in.read();
        }
        return false;
    }

    private void header() throws IOException {
        flags = oneByte();
        int size = oneByte() >>> 4 & 7;
        if (flags >>> 6 != 1 || size < 4) {
            throw new IOException("an LZ4 frame of an unknown version");
        }
        if ((flags & DICTIONARY) != 0) {
            throw new IOException("an LZ4 frame that needs a dictionary");
        }
        largestBlock = 1 << (8 + 2 * size);
        in.skipNBytes((flags & CONTENT_SIZE) != 0 ? Long.BYTES + 1 : 1);
        if (packed.length < largestBlock) {
            packed = new byte[largestBlock];
            unpacked = new byte[FARTHEST + largestBlock];
        }
        from = 0;
        to = 0;
        inFrame = true;
    }

    private void block() throws IOException {
        int header = number();
        if (header == 0) {
            in.skipNBytes((flags & CONTENT_CHECKSUM) != 0 ? Integer.BYTES : 0);
            inFrame = false;
            return;
        }
        boolean plain = header < 0;
        int size = header & Integer.MAX_VALUE;
        if (size > largestBlock) {
            throw new IOException("an LZ4 block of " + size + " bytes, where " + largestBlock + " are the most");
        }
        int kept = Math.min(to, FARTHEST);
        System.arraycopy(unpacked, to - kept, unpacked, 0, kept);
        from = kept;
        to = kept;
        if (in.readNBytes(packed, 0, size) < size) {
            throw new EOFException("it ends within an LZ4 block");
        }
        if (plain) {
            System.arraycopy(packed, 0, unpacked, to, size);
            to += size;
        } else {
            unpack(size, kept + largestBlock);
        }
        in.skipNBytes((flags & BLOCK_CHECKSUMS) != 0 ? Integer.BYTES : 0);
    }

    private void unpack(int size, int limit) throws IOException {
        int p = 0;
        int done = to;
        while (p < size) {
            int token = packed[p++] & 0xff;
            int literals = token >>> 4;
            if (literals == 15) {
                int more;
                do {
                    more = p < size ? packed[p++] & 0xff : 0;
                    literals += more;
                } while (more == 0xff);
            }
            if (literals > size - p || literals > limit - done) {
                throw damaged();
            }
            System.arraycopy(packed, p, unpacked, done, literals);
            p += literals;
            done += literals;
            if (p == size) {
                break; // the last sequence has no match
            }
            if (p + 2 > size) {
                throw damaged();
            }
            int back = (packed[p] & 0xff) | (packed[p + 1] & 0xff) << 8;
            p += 2;
            int match = token & 15;
            if (match == 15) {
                int more;
                do {
                    more = p < size ? packed[p++] & 0xff : 0;
                    match += more;
                } while (more == 0xff);
            }
            match += SHORTEST_MATCH;
            if (back == 0 || back > done || match > limit - done) {
                throw damaged();
            }
            for (int i = 0; i < match; i++) {
                unpacked[done] = unpacked[done - back]; // it may repeat what it has just written
                done++;
            }
        }
        to = done;
    }

    private static IOException damaged() {
        return new IOException("an LZ4 block is damaged");
    }

    private int number() throws IOException {
        return oneByte() | oneByte() << 8 | oneByte() << 16 | oneByte() << 24;
    }

    private int oneByte() throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException("it ends within an LZ4 frame");
        }
        return next;
    }
}
