package io.vtmonitor.classfile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** A jar file, or the part of one below one of its folders ({@code BOOT-INF/classes/}). */
final class Jar implements Archive {
    /** No class file or nested jar comes near; what inflates to more is meant to fill the memory. */
    private static final int LARGEST_FILE = 128 << 20;

    private static final int LARGEST_CLASS = 16 << 20;

    /** Memory is allocated before the first byte is read: at most this much for a size that a jar only claims. */
    private static final int MOST_AT_ONCE = 1 << 20;

    private final ZipFile zip;
    private final String folder;

    /** @param folder empty, or a folder's name with its slash at the end */
    Jar(Path file, String folder) throws IOException {
        zip = new ZipFile(file.toFile());
        this.folder = folder;
    }

    @Override
    public byte @Nullable [] read(String name) throws IOException {
        ZipEntry entry = zip.getEntry(folder + name);
        if (entry == null || entry.isDirectory()) {
            return null;
        }
        try (InputStream in = zip.getInputStream(entry)) {
            if (entry.getSize() >= 0 && entry.getSize() <= MOST_AT_ONCE) {
                byte[] whole = new byte[(int) entry.getSize()];
                if (in.readNBytes(whole, 0, whole.length) < whole.length || in.read() >= 0) {
                    throw new ZipException(name + " is not as long as its jar says");
                }
                return whole;
            }
            int most = name.endsWith(".class") ? LARGEST_CLASS : LARGEST_FILE;
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new ZipException(name + " is larger than " + (most >> 20) + " MB");
            }
            return bytes;
        }
    }

    @Override
    public Collection<String> names() {
        return zip.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.startsWith(folder) && !name.endsWith("/"))
                .map(name -> name.substring(folder.length()))
                .toList();
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
