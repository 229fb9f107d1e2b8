package io.vtmonitor.heap;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** Reads numbers of a heap dump, big-endian, at any position. For one thread. */
final class HprofInput {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int FEWEST = 1 << 10;

    private final FileChannel file;
    private final long size;
    private final byte[] window;
    private long begin;
    private int at;
    private int filled;
    private int idSize = Long.BYTES;

    /**
     * @param file stays open, and its position is not used
     * @param window most bytes that are read at once
     */
    HprofInput(FileChannel file, int window) throws IOException {
        this.file = file;
        size = file.size();
        this.window = new byte[(int) Math.min(window, Math.max(size, FEWEST))];
    }

    /** @param bytes of an identifier: 4 or 8 */
    void idSize(int bytes) {
        idSize = bytes;
    }

    int idSize() {
        return idSize;
    }

    /** Bytes of the file when it was opened. */
    long size() {
        return size;
    }

    long position() {
        return begin + at;
    }

    void seek(long position) {
        if (position >= begin && position <= begin + filled) {
            at = (int) (position - begin);
        } else {
            begin = position;
            at = 0;
            filled = 0;
        }
    }

    void skip(long bytes) {
        seek(position() + bytes);
    }

    /** @throws EOFException if the file has fewer bytes left */
    private void need(int bytes) throws IOException {
        if (filled - at >= bytes) {
            return;
        }
        System.arraycopy(window, at, window, 0, filled - at);
        begin += at;
        filled -= at;
        at = 0;
        while (filled < bytes) {
            int read = file.read(ByteBuffer.wrap(window, filled, window.length - filled), begin + filled);
            if (read <= 0) {
                throw new EOFException("the file ends at byte " + (begin + filled));
            }
            filled += read;
        }
    }

    int u1() throws IOException {
        need(1);
        return window[at++] & 0xff;
    }

    int u2() throws IOException {
        need(2);
        int value = (window[at] & 0xff) << 8 | (window[at + 1] & 0xff);
        at += 2;
        return value;
    }

    int i4() throws IOException {
        need(Integer.BYTES);
        int value = (int) INT.get(window, at);
        at += Integer.BYTES;
        return value;
    }

    long u4() throws IOException {
        return i4() & 0xffff_ffffL;
    }

    long i8() throws IOException {
        need(Long.BYTES);
        long value = (long) LONG.get(window, at);
        at += Long.BYTES;
        return value;
    }

    long id() throws IOException {
        return idSize == Long.BYTES ? i8() : u4();
    }

    byte[] bytes(int count) throws IOException {
        byte[] read = new byte[count];
        int done = 0;
        while (done < count) {
            int part = Math.min(count - done, window.length);
            need(part);
            System.arraycopy(window, at, read, done, part);
            at += part;
            done += part;
        }
        return read;
    }
}
