package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnProcessTest {
    @TempDir
    private Path folder;

    @Test
    void its_number_is_the_one_that_the_jdk_has() {
        assertThat(OwnProcess.id()).isEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void temporary_files_are_new_and_their_owners_alone() throws Exception {
        Set<Path> made = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            made.add(OwnProcess.temporaryFile(folder, "vt-monitor-", ".lock"));
        }

        assertThat(made)
                .hasSize(1_000)
                .allMatch(file -> file.getFileName().toString().matches("vt-monitor-\\d+\\.lock"));
        Path one = made.iterator().next();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                .isEqualTo("rw-------");
    }
}
