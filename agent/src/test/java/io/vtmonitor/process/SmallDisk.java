package io.vtmonitor.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk of its own, in memory; a test that needs one is skipped where nothing can be mounted. */
public record SmallDisk(Path folder) implements AutoCloseable {
    /** @param options of {@code mount -t tmpfs}, such as {@code size=1m,ro} */
    public static SmallDisk mounted(Path directory, String options) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(directory.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString()) == 0,
                "skipped, nothing can be mounted here");
        return new SmallDisk(folder);
    }

    @Override
    public void close() throws IOException {
        try {
            run("umount", folder.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).start().waitFor();
    }
}
