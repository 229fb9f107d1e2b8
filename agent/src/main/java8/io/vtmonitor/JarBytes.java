package io.vtmonitor;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;

/**
 * Entries of a jar as it was when this was created. The kept ones are compressed as in the jar, and outside the heap.
 * Other entries are read from the jar when needed.
 */
final class JarBytes {
    /**
     * The size of the end of the central directory (APPNOTE.TXT of PKWARE, 4.3.16) without a comment, which our jar
     * does not have.
     */
    private static final int END_SIZE = 22;

    private static final int END = 0x06054b50;
    private static final int DIRECTORY_ENTRY = 0x02014b50;
    private static final int DIRECTORY_ENTRY_SIZE = 46;
    private static final int NAME_LENGTH = 28;

    /**
     * The offset of the field with the entry's position: in the jar, or, for entries that are kept, in {@link #kept}.
     */
    private static final int BEGIN = 42;

    private static final int ENTRY_SIZE = 30;

    private final Path jar;
    private final ByteBuffer kept;

    /** The records of the central directory, each with its name, of the entries that are kept. */
    private byte[] entries = new byte[0];

    /** A hash table by name: the position of a record in {@link #entries}, plus one; zero marks a free place. */
    private int[] places = new int[0];

    /**
     * Says which entries to keep. Names are bytes because strings for thousands of names would take most of the time of
     * the start here.
     */
    interface Filter {
        /** Whether to keep an entry, by its name in UTF-8. */
        boolean wants(byte[] names, int begin, int length);
    }

    /** Reads the entries to keep. */
    JarBytes(Path jar, Filter filter) throws IOException {
        this.jar = jar;
        try (RandomAccessFile opened = new RandomAccessFile(jar.toFile(), "r")) {
            FileChannel file = opened.getChannel();
            ByteBuffer end = heap(END_SIZE);
            fill(file, file.size() - END_SIZE, end, END_SIZE);
            check(end.getInt(0) == END);
            ByteBuffer directory = heap(end.getInt(12));
            long begin = end.getInt(16) & 0xffffffffL;
            fill(file, begin, directory, directory.capacity());
            List<long[]> runs = runs(directory, end.getShort(10) & 0xffff, begin, filter);
            int total = 0;
            for (long[] run : runs) {
                total += (int) (run[1] - run[0]);
            }
            kept = ByteBuffer.allocateDirect(total).order(ByteOrder.LITTLE_ENDIAN);
            for (long[] run : runs) {
                fill(file, run[0], kept, (int) (run[1] - run[0]));
            }
        }
    }

    /**
     * Adds the entries to keep to {@link #entries}. Returns the parts of the jar that have them, each of which is read
     * at once.
     */
    private List<long[]> runs(ByteBuffer directory, int count, long directoryBegin, Filter filter) throws IOException {
        byte[] all = directory.array();
        byte[] noted = new byte[all.length];
        int notedLength = 0;
        int[] table = new int[Integer.highestOneBit(count) * 4];
        List<long[]> runs = new ArrayList<>();
        long[] last = null;
        int total = 0;
        int at = 0;
        for (int i = 0; i < count; i++) {
            check(directory.getInt(at) == DIRECTORY_ENTRY);
            int nameLength = directory.getShort(at + NAME_LENGTH);
            int next =
                    at + DIRECTORY_ENTRY_SIZE + nameLength + directory.getShort(at + 30) + directory.getShort(at + 32);
            if (filter.wants(all, at + DIRECTORY_ENTRY_SIZE, nameLength)) {
                long begin = directory.getInt(at + BEGIN) & 0xffffffffL;
                long end = i + 1 < count ? directory.getInt(next + BEGIN) & 0xffffffffL : directoryBegin;
                check(end > begin); // entries have to be in the order of the directory
                directory.putInt(at + BEGIN, total);
                System.arraycopy(all, at, noted, notedLength, DIRECTORY_ENTRY_SIZE + nameLength);
                int slot = hash(all, at + DIRECTORY_ENTRY_SIZE, nameLength) & (table.length - 1);
                while (table[slot] != 0) {
                    slot = (slot + 1) & (table.length - 1);
                }
                table[slot] = notedLength + 1;
                notedLength += DIRECTORY_ENTRY_SIZE + nameLength;
                total += (int) (end - begin);
                if (last != null && last[1] == begin) {
                    last[1] = end;
                } else {
                    last = new long[] {begin, end};
                    runs.add(last);
                }
            }
            at = next;
        }
        entries = Arrays.copyOf(noted, notedLength);
        places = table;
        return runs;
    }

    private static int hash(byte[] names, int begin, int length) {
        int hash = 0;
        for (int i = begin; i < begin + length; i++) {
            hash = 31 * hash + names[i];
        }
        return hash ^ (hash >>> 16);
    }

    /** The record of an entry; null if the entry is not kept. */
    private ByteBuffer entry(String name) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer found = ByteBuffer.wrap(entries).order(ByteOrder.LITTLE_ENDIAN);
        for (int slot = hash(wanted, 0, wanted.length); ; slot++) {
            int at = places[slot & (places.length - 1)] - 1;
            if (at < 0) {
                return null;
            }
            if (isAt(at, wanted, found.getShort(at + NAME_LENGTH))) {
                ((Buffer) found).position(at);
                return found.slice().order(ByteOrder.LITTLE_ENDIAN);
            }
        }
    }

    private boolean isAt(int at, byte[] wanted, int length) {
        int i = length == wanted.length ? length - 1 : Integer.MAX_VALUE;
        while (i >= 0 && i < length && entries[at + DIRECTORY_ENTRY_SIZE + i] == wanted[i]) {
            i--;
        }
        return i < 0;
    }

    private static ByteBuffer heap(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void fill(FileChannel file, long begin, ByteBuffer into, int length) throws IOException {
        ((Buffer) into).limit(into.position() + length);
        long from = begin;
        while (into.hasRemaining()) {
            int read = file.read(into, from);
            check(read > 0);
            from += read;
        }
        ((Buffer) into).limit(into.capacity());
    }

    private static void check(boolean right) throws IOException {
        if (!right) {
            throw new IOException("not a jar as the build makes it");
        }
    }

    /** Whether the entry is kept. */
    boolean has(String name) {
        return entry(name) != null;
    }

    /** An entry, uncompressed; null if the jar does not have it. */
    byte[] read(String name) throws IOException {
        ByteBuffer entry = entry(name);
        if (entry == null) {
            return fromJar(name);
        }
        int begin = entry.getInt(BEGIN);
        // After the header are the name and an extra field, whose length may differ from that in the directory.
        int data = begin + ENTRY_SIZE + kept.getShort(begin + 26) + kept.getShort(begin + 28);
        byte[] packed = new byte[entry.getInt(20)];
        ByteBuffer from = kept.duplicate(); // a position of its own, as several threads read
        ((Buffer) from).position(data);
        from.get(packed);
        return entry.getShort(10) == ZipEntry.DEFLATED ? inflated(packed, entry.getInt(24)) : packed;
    }

    private static byte[] inflated(byte[] packed, int size) throws IOException {
        byte[] result = new byte[size];
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            for (int done = 0; done < size; ) {
                int more = inflater.inflate(result, done, size - done);
                check(more > 0);
                done += more;
            }
            return result;
        } catch (DataFormatException e) {
            throw new IOException(e);
        } finally {
            inflater.end();
        }
    }

    private byte[] fromJar(String name) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(name);
            if (entry == null) {
                return null;
            }
            byte[] result = new byte[(int) entry.getSize()];
            try (InputStream in = file.getInputStream(entry)) {
                for (int done = 0; done < result.length; ) {
                    int more = in.read(result, done, result.length - done);
                    check(more > 0);
                    done += more;
                }
            }
            return result;
        }
    }
}
