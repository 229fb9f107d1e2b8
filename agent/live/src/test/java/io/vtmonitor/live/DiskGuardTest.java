package io.vtmonitor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskGuardTest {
    private static final long CHUNK = 4 << 20;

    @TempDir
    private Path directory;

    /** As with a quota: this kind of file system tells of a gigabyte, and takes not a byte that is written. */
    @Test
    void where_free_space_can_not_be_written_nothing_is_recorded_and_nothing_stays() throws Exception {
        try (Mounted folder = new Mounted("hugetlbfs", "size=1G")) {
            assertThat(folder.path().toFile().getUsableSpace()).isEqualTo(1 << 30);
            assertThatThrownBy(() -> DiskGuard.reserve(folder.path(), CHUNK))
                    .isInstanceOf(IOException.class)
                    .hasMessage("can't write 4 MB to " + folder.path() + ": Invalid argument");
            assertThat(files(folder.path())).isEmpty();
        }
    }

    @Test
    void where_there_is_room_four_megabytes_are_reserved_without_a_name_until_it_is_closed() throws Exception {
        try (Mounted folder = new Mounted("tmpfs", "size=40m")) {
            long before = folder.path().toFile().getUsableSpace();
            try (DiskGuard guard = DiskGuard.reserve(folder.path(), CHUNK)) {
                assertThat(before - folder.path().toFile().getUsableSpace()).isEqualTo(4 << 20);
                assertThat(files(folder.path())).isEmpty();
                guard.watch(why -> {});
                assertThat(before - folder.path().toFile().getUsableSpace())
                        .as("with the megabyte that is tried")
                        .isBetween(4L << 20, 5L << 20);
            }
            assertThat(folder.path().toFile().getUsableSpace()).isEqualTo(before);
        }
    }

    @Test
    void a_folder_that_jfr_is_still_to_make_takes_the_reserve_once_it_is_there() throws Exception {
        Path folder = directory.resolve("repository");
        try (DiskGuard guard = DiskGuard.reserve(folder, CHUNK)) {
            Files.createDirectories(folder);
            guard.watch(why -> {});
            assertThat(files(folder)).isEmpty();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    /** Skipped where nothing can be mounted. */
    private final class Mounted implements AutoCloseable {
        private final Path path = Files.createDirectories(directory.resolve("mounted"));

        Mounted(String type, String options) throws IOException, InterruptedException {
            assumeTrue(run("mount", "-t", type, "-o", options, "none"), type + " can't be mounted here");
        }

        Path path() {
            return path;
        }

        private boolean run(String... command) throws IOException, InterruptedException {
            List<String> all = new ArrayList<>(List.of(command));
            all.add(path.toString());
            return new ProcessBuilder(all).start().waitFor() == 0;
        }

        @Override
        public void close() throws IOException {
            try {
                run("umount");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
