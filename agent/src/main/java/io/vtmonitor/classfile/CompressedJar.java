package io.vtmonitor.classfile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** A jar that is compressed within another, unpacked into memory: for analyses, never in an application's JVM. */
final class CompressedJar implements Archive {
    private final Map<String, byte[]> files = new HashMap<>();

    CompressedJar(byte[] jar) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), zip.readAllBytes());
                }
            }
        }
    }

    @Override
    public byte @Nullable [] read(String name) {
        byte[] bytes = files.get(name);
        return bytes == null ? null : bytes.clone();
    }

    @Override
    public Collection<String> names() {
        return List.copyOf(files.keySet());
    }

    @Override
    public void close() {
        // only memory
    }
}
