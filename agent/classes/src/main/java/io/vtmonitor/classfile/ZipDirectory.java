package io.vtmonitor.classfile;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Where the entries of a zip file lie that may itself be a part of a file: eight bytes for each entry, their names are
 * read again when one is asked for. A jar with more than 65 534 entries (Zip64) is rejected.
 */
final class ZipDirectory {
    static final int STORED = 0;
    static final int DEFLATED = 8;

    private static final int END = 0x06054b50;
    private static final int END_SIZE = 22;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int ENTRY = 0x02014b50;
    private static final int ENTRY_SIZE = 46;
    private static final int LOCAL = 0x04034b50;
    private static final int LOCAL_SIZE = 30;
    private static final int WINDOW = 16 << 10;

    private final long base;
    private final long directory;
    private final long[] byHash;

    /** A file, or its bytes. */
    @FunctionalInterface
    interface Source {
        /** As {@link java.nio.channels.FileChannel#read(ByteBuffer, long)} does. */
        int read(ByteBuffer into, long position) throws IOException;
    }

    /**
     * An entry.
     *
     * @param method how it is packed
     * @param at where its bytes begin in the file
     * @param packed how many there are
     * @param size how many they unpack to
     */
    record Entry(int method, long at, long packed, long size) {}

    /** Takes entries as the directory has them; the bytes of the name are not kept. */
    private interface EntryVisitor {
        void entry(byte[] bytes, int nameFrom, int nameTo, long at);
    }

    private ZipDirectory(long base, long directory, long[] byHash) {
        this.base = base;
        this.directory = directory;
        this.byHash = byHash;
    }

    /**
     * Reads the directory.
     *
     * @param start where the zip file begins within the file
     * @param length how long it is
     */
    static ZipDirectory read(Source file, long start, long length) throws IOException {
        ByteBuffer end = end(file, start, length);
        long endAt = end.getLong(END_SIZE);
        int count = Short.toUnsignedInt(end.getShort(10));
        long size = Integer.toUnsignedLong(end.getInt(12));
        long offset = Integer.toUnsignedLong(end.getInt(16));
        long directory = endAt - size;
        long base = directory - offset; // what is before the first entry, such as a shell script, may not count
        if (directory < start || base < start || count * (long) ENTRY_SIZE > size) {
            throw new ZipException("no zip directory");
        }
        long[] byHash = new long[count];
        int[] found = new int[1];
        visit(file, directory, count, (bytes, nameFrom, nameTo, at) -> {
            byHash[found[0]++] = ((long) hash(bytes, nameFrom, nameTo) << 32) | (at - directory);
        });
        Arrays.sort(byHash);
        return new ZipDirectory(base, directory, byHash);
    }

    /** The end record, with its place in the file appended. */
    private static ByteBuffer end(Source file, long start, long length) throws IOException {
        for (int comment : new int[] {0, LONGEST_COMMENT}) {
            int size = (int) Math.min(length, END_SIZE + comment);
            ByteBuffer tail = bytes(file, start + length - size, size);
            for (int at = size - END_SIZE; at >= 0; at--) {
                if (tail.getInt(at) == END && Short.toUnsignedInt(tail.getShort(at + 10)) < 0xffff) {
                    ByteBuffer end = ByteBuffer.allocate(END_SIZE + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                    end.put(0, tail, at, END_SIZE).putLong(END_SIZE, start + length - size + at);
                    return end;
                }
            }
        }
        throw new ZipException("no zip directory, or one of Zip64");
    }

    /** Null if there is no such entry. */
    @Nullable
    Entry entry(Source file, String name) throws IOException {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        int hash = hash(wanted, 0, wanted.length);
        int at = Arrays.binarySearch(byHash, (long) hash << 32);
        for (int i = at < 0 ? -at - 1 : at; i < byHash.length && byHash[i] >> 32 == hash; i++) {
            long place = directory + (byHash[i] & 0xffffffffL);
            ByteBuffer header = bytes(file, place, ENTRY_SIZE + wanted.length);
            byte[] named = new byte[wanted.length];
            header.get(ENTRY_SIZE, named);
            if (Short.toUnsignedInt(header.getShort(28)) == wanted.length && Arrays.equals(named, wanted)) {
                return entry(file, header);
            }
        }
        return null;
    }

    private Entry entry(Source file, ByteBuffer header) throws IOException {
        long local = base + Integer.toUnsignedLong(header.getInt(42));
        ByteBuffer localHeader = bytes(file, local, LOCAL_SIZE);
        if (localHeader.getInt(0) != LOCAL) {
            throw new ZipException("no zip entry");
        }
        long data = local
                + LOCAL_SIZE
                + Short.toUnsignedInt(localHeader.getShort(26))
                + Short.toUnsignedInt(localHeader.getShort(28));
        return new Entry(
                header.getShort(10),
                data,
                Integer.toUnsignedLong(header.getInt(20)),
                Integer.toUnsignedLong(header.getInt(24)));
    }

    /** The names of all files that begin so. */
    List<String> names(Source file, String prefix) throws IOException {
        byte[] begin = prefix.getBytes(StandardCharsets.UTF_8);
        List<String> names = new ArrayList<>();
        visit(file, directory, byHash.length, (bytes, nameFrom, nameTo, at) -> {
            int length = nameTo - nameFrom;
            boolean wanted = length >= begin.length
                    && Arrays.equals(bytes, nameFrom, nameFrom + begin.length, begin, 0, begin.length)
                    && (length == 0 || bytes[nameTo - 1] != '/');
            if (wanted) {
                names.add(new String(bytes, nameFrom, length, StandardCharsets.UTF_8));
            }
        });
        return names;
    }

    private static int hash(byte[] bytes, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    private static void visit(Source file, long directory, int count, EntryVisitor visitor) throws IOException {
        ByteBuffer window =
                ByteBuffer.allocate(WINDOW).order(ByteOrder.LITTLE_ENDIAN).limit(0);
        long windowAt = directory;
        for (int i = 0; i < count; i++) {
            windowAt = need(file, window, windowAt, ENTRY_SIZE);
            int at = window.position();
            int nameLength = Short.toUnsignedInt(window.getShort(at + 28));
            if (window.getInt(at) != ENTRY || nameLength > WINDOW - ENTRY_SIZE) {
                throw new ZipException("no zip directory");
            }
            int more = Short.toUnsignedInt(window.getShort(at + 30)) + Short.toUnsignedInt(window.getShort(at + 32));
            windowAt = need(file, window, windowAt, ENTRY_SIZE + nameLength);
            at = window.position();
            visitor.entry(window.array(), at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength, windowAt + at);
            long next = windowAt + at + ENTRY_SIZE + nameLength + more;
            if (next - windowAt <= window.limit()) {
                window.position((int) (next - windowAt));
            } else {
                window.limit(0);
                windowAt = next;
            }
        }
    }

    /** Has the window hold so many bytes from its position on; says where in the file it begins now. */
    private static long need(Source file, ByteBuffer window, long windowAt, int bytes) throws IOException {
        if (window.remaining() >= bytes) {
            return windowAt;
        }
        long from = windowAt + window.position();
        window.clear();
        while (window.position() < bytes) {
            if (file.read(window, from + window.position()) < 0) {
                throw new ZipException("cut off");
            }
        }
        window.flip();
        return from;
    }

    static ByteBuffer bytes(Source file, long at, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (at < 0 || file.read(bytes, at + bytes.position()) < 0) {
                throw new EOFException("cut off");
            }
        }
        return bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
    }
}
