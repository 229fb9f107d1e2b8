package io.vtmonitor.recording;

import java.io.ByteArrayOutputStream;

/** Bytes to come, with numbers as the chunk has them. */
public final class WrittenBytes {
    private final boolean compressed;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    WrittenBytes(boolean compressed) {
        this.compressed = compressed;
    }

    public WrittenBytes raw(int value) {
        out.write(value);
        return this;
    }

    public WrittenBytes number(long value) {
        return compressed ? compact(value) : wide(value, 8);
    }

    public WrittenBytes integer(int value) {
        return compressed ? compact(value & 0xffff_ffffL) : wide(value, 4);
    }

    WrittenBytes character(int value) {
        return compressed ? compact(value) : wide(value, 2);
    }

    WrittenBytes bytes(byte[] value) {
        integer(value.length);
        out.writeBytes(value);
        return this;
    }

    WrittenBytes text(WrittenChunk.Text text) {
        text.write(this);
        return this;
    }

    private WrittenBytes compact(long value) {
        long left = value;
        for (int i = 0; i < 8; i++) {
            if ((left & ~0x7fL) == 0) {
                out.write((int) left);
                return this;
            }
            out.write((int) (left & 0x7f | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
        return this;
    }

    private WrittenBytes wide(long value, int width) {
        for (int i = width - 1; i >= 0; i--) {
            out.write((int) (value >>> 8 * i));
        }
        return this;
    }

    WrittenBytes append(WrittenBytes more) {
        return append(more.written());
    }

    WrittenBytes append(byte[] more) {
        out.writeBytes(more);
        return this;
    }

    byte[] written() {
        return out.toByteArray();
    }
}
