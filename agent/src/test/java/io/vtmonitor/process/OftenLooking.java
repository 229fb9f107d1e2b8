package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The jar under test but for one number: its looks may take half of a processor instead of 0.2 %. For tests of many
 * threads that would else wait for minutes until each of these has been looked at repeatedly.
 */
public final class OftenLooking {
    private static final double PART = 0.002;
    private static final double MORE = 0.5;

    private OftenLooking() {}

    /** A copy of the shipped jar in that folder. */
    public static Path jar(Path folder) throws IOException {
        Path copy = Files.copy(ChildJvm.shippedJar(), folder.resolve("often-looking.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(copy)) {
            Path budget = jar.getPath("io/vtmonitor/looks/LookBudget.class");
            byte[] bytes = Files.readAllBytes(budget);
            int changed = 0;
            ByteBuffer code = ByteBuffer.wrap(bytes);
            for (int at = 0; at + Double.BYTES <= bytes.length; at++) {
                if (code.getLong(at) == Double.doubleToRawLongBits(PART)) {
                    code.putDouble(at, MORE);
                    changed++;
                }
            }
            assertThat(changed).isEqualTo(1);
            Files.write(budget, bytes);
        }
        return copy;
    }
}
