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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;

/** Entries of a jar as it was when this was made, compressed as there, outside of the heap; the others as it is now. */
final class JarBytes {
    /**
     * The end of the central directory without a comment (APPNOTE.TXT of PKWARE, 4.3.16), which our jar has none of.
     */
    private static final int END_SIZE = 22;

    private static final int END = 0x06054b50;
    private static final int DIRECTORY_ENTRY = 0x02014b50;
    private static final int DIRECTORY_ENTRY_SIZE = 46;
    private static final int ENTRY_SIZE = 30;

    private final Path jar;
    private final Map<String, Entry> entries = new HashMap<>();
    private final ByteBuffer kept;

    /** Where it begins in what is kept, with its own header, and how it is compressed. */
    private static final class Entry {
        private final int begin;
        private final int packed;
        private final int size;
        private final boolean deflated;

        Entry(int begin, int packed, int size, boolean deflated) {
            this.begin = begin;
            this.packed = packed;
            this.size = size;
            this.deflated = deflated;
        }
    }

    /** Keeps the entries of those names. */
    JarBytes(Path jar, Predicate<String> wanted) throws IOException {
        this.jar = jar;
        try (RandomAccessFile opened = new RandomAccessFile(jar.toFile(), "r")) {
            FileChannel file = opened.getChannel();
            ByteBuffer end = heap(END_SIZE);
            fill(file, file.size() - END_SIZE, end, END_SIZE);
            check(end.getInt(0) == END);
            ByteBuffer directory = heap(end.getInt(12));
            long begin = end.getInt(16) & 0xffffffffL;
            fill(file, begin, directory, directory.capacity());
            List<long[]> runs = runs(directory, end.getShort(10) & 0xffff, begin, wanted);
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

    /** Notes the entries; what lies together is read together. */
    private List<long[]> runs(ByteBuffer directory, int count, long directoryBegin, Predicate<String> wanted)
            throws IOException {
        List<long[]> runs = new ArrayList<>();
        int total = 0;
        int at = 0;
        for (int i = 0; i < count; i++) {
            check(directory.getInt(at) == DIRECTORY_ENTRY);
            int nameLength = directory.getShort(at + 28);
            int next =
                    at + DIRECTORY_ENTRY_SIZE + nameLength + directory.getShort(at + 30) + directory.getShort(at + 32);
            long begin = directory.getInt(at + 42) & 0xffffffffL;
            long end = i + 1 < count ? directory.getInt(next + 42) & 0xffffffffL : directoryBegin;
            check(end > begin); // in the order of the directory
            String name = new String(directory.array(), at + DIRECTORY_ENTRY_SIZE, nameLength, StandardCharsets.UTF_8);
            if (wanted.test(name)) {
                boolean deflated = directory.getShort(at + 10) == ZipEntry.DEFLATED;
                entries.put(name, new Entry(total, directory.getInt(at + 20), directory.getInt(at + 24), deflated));
                total += (int) (end - begin);
                long[] last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
                if (last != null && last[1] == begin) {
                    last[1] = end;
                } else {
                    runs.add(new long[] {begin, end});
                }
            }
            at = next;
        }
        return runs;
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

    /** Whether that entry is kept. */
    boolean has(String name) {
        return entries.containsKey(name);
    }

    /** An entry, uncompressed; null where the jar has none of that name. */
    byte[] read(String name) throws IOException {
        Entry entry = entries.get(name);
        if (entry == null) {
            return fromJar(name);
        }
        // Its header is followed by the name and a field, which may be longer than the directory's.
        int data = entry.begin + ENTRY_SIZE + kept.getShort(entry.begin + 26) + kept.getShort(entry.begin + 28);
        byte[] packed = new byte[entry.packed];
        ByteBuffer from = kept.duplicate(); // for its place: several threads read
        ((Buffer) from).position(data);
        from.get(packed);
        return entry.deflated ? inflated(packed, entry.size) : packed;
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
