package io.vtmonitor.classfile;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A jar within a jar. It has to be stored there, as Spring Boot does it: then each of its entries has a place in the outer
 * file, and only that is read. Where entries lie is remembered for the last jars, as long as the heap has room.
 */
final class NestedJar implements Archive {
    private static final int LARGEST_FILE = 64 << 20;
    private static final int MOST_DIRECTORIES = 256;

    private static final LruCache<Key, SoftReference<Contents>> KNOWN = new LruCache<>(MOST_DIRECTORIES);

    private final Path file;
    private final Contents contents;

    /** @param nested empty for the outer jar itself */
    private record Key(Path file, long size, FileTime changed, String nested) {}

    /** Where the entries of a jar lie, and what is asked of it for each class. */
    private static final class Contents {
        private final ZipDirectory directory;
        private volatile @Nullable Boolean multiRelease;

        Contents(ZipDirectory directory) {
            this.directory = directory;
        }
    }

    private NestedJar(Path file, Contents contents) {
        this.file = file;
        this.contents = contents;
    }

    /** @throws ZipException where the inner jar is compressed, or no jar */
    static NestedJar open(Path file, String nested) throws IOException {
        long size = Files.size(file);
        FileTime changed = Files.getLastModifiedTime(file);
        Key key = new Key(file, size, changed, nested);
        Contents known = known(key);
        if (known == null) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                Key outerKey = new Key(file, size, changed, "");
                Contents outer = known(outerKey);
                if (outer == null) {
                    outer = keep(outerKey, ZipDirectory.read(channel, 0, size));
                }
                ZipDirectory.Entry inner = outer.directory.entry(channel, nested);
                if (inner == null) {
                    throw new FileNotFoundException(nested + " in " + file);
                }
                if (inner.method() != ZipDirectory.STORED) {
                    throw new ZipException(nested + " is compressed in " + file);
                }
                known = keep(key, ZipDirectory.read(channel, inner.at(), inner.size()));
            }
        }
        return new NestedJar(file, known);
    }

    private static @Nullable Contents known(Key key) {
        SoftReference<Contents> known = KNOWN.get(key);
        return known == null ? null : known.get();
    }

    private static Contents keep(Key key, ZipDirectory directory) {
        Contents contents = new Contents(directory);
        KNOWN.put(key, new SoftReference<>(contents));
        return contents;
    }

    @Override
    public byte @Nullable [] read(String name) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ZipDirectory.Entry entry = contents.directory.entry(channel, name);
            return entry == null ? null : content(channel, entry, name);
        } catch (DataFormatException e) {
            throw new ZipException(name + " is damaged");
        }
    }

    private static byte[] content(FileChannel channel, ZipDirectory.Entry entry, String name)
            throws IOException, DataFormatException {
        boolean stored = entry.method() == ZipDirectory.STORED;
        if (entry.size() > LARGEST_FILE
                || entry.packed() > LARGEST_FILE
                || (!stored && entry.method() != ZipDirectory.DEFLATED)) {
            throw new ZipException(name + " is packed in a way we do not read");
        }
        byte[] packed = ZipDirectory.bytes(channel, entry.at(), (int) (stored ? entry.size() : entry.packed()))
                .array();
        return stored ? packed : inflated(packed, (int) entry.size(), name);
    }

    private static byte[] inflated(byte[] packed, int size, String name) throws IOException, DataFormatException {
        byte[] bytes = new byte[size];
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
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
    public boolean isMultiRelease() throws IOException {
        Boolean known = contents.multiRelease;
        if (known == null) {
            known = LibraryOfJar.isMultiRelease(this);
            contents.multiRelease = known;
        }
        return known;
    }

    @Override
    public Collection<String> names() throws IOException {
        return names("");
    }

    @Override
    public List<String> names(String prefix) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return contents.directory.names(channel, prefix);
        }
    }

    @Override
    public void close() {
        // the file is open only while it is read
    }
}
