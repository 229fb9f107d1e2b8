package io.vtmonitor.classfile;

import io.vtmonitor.classfile.ZipDirectory.Source;
import java.io.Closeable;
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
 * A jar within a jar. Where it is stored there, as Spring Boot does it, each of its entries has a place in the outer
 * file, and only that is read; where the entries lie is remembered for the last jars, as long as the heap has room.
 */
final class NestedJar implements Archive {
    private static final int LARGEST_FILE = 64 << 20;
    private static final int MOST_DIRECTORIES = 256;

    private static final LruCache<Key, SoftReference<Contents>> KNOWN = new LruCache<>(MOST_DIRECTORIES);

    private final Source bytes;
    private final Contents contents;
    private final Closeable file;

    /** @param nested empty for the outer jar itself */
    private record Key(Path file, long size, FileTime changed, String nested) {}

    /** A jar that can't be read by place. */
    static final class CompressedJarException extends ZipException {
        private static final long serialVersionUID = 1;

        CompressedJarException(String message) {
            super(message);
        }
    }

    /** Where the entries of a jar are, and which class files it has. */
    private static final class Contents {
        private final ZipDirectory directory;
        private volatile @Nullable Boolean multiRelease;

        Contents(ZipDirectory directory) {
            this.directory = directory;
        }
    }

    private NestedJar(Source bytes, Contents contents, Closeable file) {
        this.bytes = bytes;
        this.contents = contents;
        this.file = file;
    }

    /** @throws CompressedJarException if the inner jar is compressed */
    static NestedJar open(Path file, String nested) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return new NestedJar(channel::read, contents(channel, file, nested), channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** A whole jar in memory: for analyses, never in an application's JVM. */
    static NestedJar inMemory(byte[] jar) throws IOException {
        Source bytes = (into, position) -> {
            if (position < 0 || position >= jar.length) {
                return -1;
            }
            int count = Math.min(into.remaining(), jar.length - (int) position);
            into.put(jar, (int) position, count);
            return count;
        };
        return new NestedJar(bytes, new Contents(ZipDirectory.read(bytes, 0, jar.length)), () -> {});
    }

    private static Contents contents(FileChannel channel, Path file, String nested) throws IOException {
        long size = channel.size();
        FileTime changed = Files.getLastModifiedTime(file);
        Key key = new Key(file, size, changed, nested);
        Contents known = known(key);
        if (known != null) {
            return known;
        }
        Key outerKey = new Key(file, size, changed, "");
        Contents outer = known(outerKey);
        if (outer == null) {
            outer = keep(outerKey, ZipDirectory.read(channel::read, 0, size));
        }
        ZipDirectory.Entry inner = outer.directory.entry(channel::read, nested);
        if (inner == null) {
            throw new FileNotFoundException(nested + " in " + file);
        }
        if (inner.method() != ZipDirectory.STORED) {
            throw new CompressedJarException(nested + " is compressed in " + file);
        }
        return keep(key, ZipDirectory.read(channel::read, inner.at(), inner.size()));
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
        try {
            ZipDirectory.Entry entry = contents.directory.entry(bytes, name);
            return entry == null ? null : content(bytes, entry, name);
        } catch (DataFormatException e) {
            throw new ZipException(name + " is damaged");
        }
    }

    private static byte[] content(Source source, ZipDirectory.Entry entry, String name)
            throws IOException, DataFormatException {
        boolean stored = entry.method() == ZipDirectory.STORED;
        if (entry.size() > LARGEST_FILE
                || entry.packed() > LARGEST_FILE
                || (!stored && entry.method() != ZipDirectory.DEFLATED)) {
            throw new ZipException(name + " is packed in a way we do not read");
        }
        byte[] packed = ZipDirectory.bytes(source, entry.at(), (int) (stored ? entry.size() : entry.packed()))
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
        return contents.directory.names(bytes, prefix);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
