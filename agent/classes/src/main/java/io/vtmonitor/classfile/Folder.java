package io.vtmonitor.classfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A folder of class files.
 *
 * @param root where the packages begin
 */
record Folder(Path root) implements Archive {
    @Override
    public byte @Nullable [] read(String name) throws IOException {
        Path file = root.resolve(name);
        return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }

    @Override
    public Collection<String> names() {
        return List.of();
    }

    @Override
    public void close() {
        // nothing is kept open
    }
}
