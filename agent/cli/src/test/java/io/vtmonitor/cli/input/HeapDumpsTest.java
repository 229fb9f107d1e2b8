package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapDumpsTest {
    private static final int SIZE = 3 << 20;

    @TempDir
    private Path folder;

    @Test
    void what_needs_more_room_than_there_is_is_refused_before_it_is_unpacked() throws Exception {
        Path file = folder.resolve("app.hprof.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(new byte[SIZE]);
        }
        assertThatCode(() -> HeapDumps.checkRoom(file, SIZE)).doesNotThrowAnyException();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> HeapDumps.checkRoom(file, SIZE - 1))
                .withMessageStartingWith(
                        "unpacked, it needs more than the 2 MB that it may use in the folder for temporary files");
    }
}
