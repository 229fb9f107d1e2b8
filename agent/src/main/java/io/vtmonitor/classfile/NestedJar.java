package io.vtmonitor.classfile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A jar within a jar, in memory: the JDK opens jars only as files, and reading one as a stream would inflate all of it for
 * each class. Reads the central directory of the zip format; what has more than 65 535 entries (Zip64) is refused.
 */
final class NestedJar implements Archive {
    private static final int END = 0x06054b50;
    private static final int END_SIZE = 22;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int ENTRY = 0x02014b50;
    private static final int ENTRY_SIZE = 46;
    private static final int LOCAL_SIZE = 30;
    private static final int STORED = 0;
    private static final int DEFLATED = 8;
    private static final int LARGEST_FILE = 64 << 20;

    private final ByteBuffer zip;
    private final Map<String, Integer> entries = new HashMap<>();

    NestedJar(byte[] bytes) throws IOException {
        zip = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            readDirectory();
        } catch (IndexOutOfBoundsException e) {
            throw new ZipException("cut off");
        }
    }

    private void readDirectory() throws ZipException {
        int end = end();
        int count = Short.toUnsignedInt(zip.getShort(end + 10));
        int at = zip.getInt(end + 16);
        for (int i = 0; i < count; i++) {
            if (zip.getInt(at) != ENTRY) {
                throw new ZipException("no zip directory");
            }
            int nameLength = Short.toUnsignedInt(zip.getShort(at + 28));
            String name = new String(zip.array(), at + ENTRY_SIZE, nameLength, StandardCharsets.UTF_8);
            if (!name.endsWith("/")) {
                entries.put(name, at);
            }
            at += ENTRY_SIZE
                    + nameLength
                    + Short.toUnsignedInt(zip.getShort(at + 30))
                    + Short.toUnsignedInt(zip.getShort(at + 32));
        }
    }

    private int end() throws ZipException {
        int last = zip.limit() - END_SIZE;
        for (int at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
            if (zip.getInt(at) == END && Short.toUnsignedInt(zip.getShort(at + 10)) < 0xffff) {
                return at;
            }
        }
        throw new ZipException("no zip directory, or one of Zip64");
    }

    @Override
    public byte @Nullable [] read(String name) throws IOException {
        Integer entry = entries.get(name);
        if (entry == null) {
            return null;
        }
        try {
            return content(entry, name);
        } catch (IndexOutOfBoundsException | DataFormatException e) {
            throw new ZipException(name + " is damaged");
        }
    }

    private byte[] content(int entry, String name) throws IOException, DataFormatException {
        int method = zip.getShort(entry + 10);
        int packed = zip.getInt(entry + 20);
        int size = zip.getInt(entry + 24);
        int local = zip.getInt(entry + 42);
        if (size < 0 || size > LARGEST_FILE || (method != STORED && method != DEFLATED)) {
            throw new ZipException(name + " is packed in a way we do not read");
        }
        int data = local
                + LOCAL_SIZE
                + Short.toUnsignedInt(zip.getShort(local + 26))
                + Short.toUnsignedInt(zip.getShort(local + 28));
        byte[] bytes = new byte[size];
        if (method == STORED) {
            zip.get(data, bytes);
            return bytes;
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(zip.array(), data, packed);
            int done = 0;
            while (done < size && !inflater.finished()) {
                int more = inflater.inflate(bytes, done, size - done);
                if (more == 0) {
                    throw new ZipException(name + " is cut off");
                }
                done += more;
            }
        } finally {
            inflater.end();
        }
        return bytes;
    }

    @Override
    public Collection<String> names() {
        return entries.keySet();
    }

    @Override
    public void close() {
        // only memory
    }
}
