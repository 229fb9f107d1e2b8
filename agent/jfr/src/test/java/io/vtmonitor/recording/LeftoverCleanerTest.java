package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoverCleanerTest {
    /** The most entries of a zip that are unpacked. */
    private static final int MOST_FILES = 10_000;

    @TempDir
    private Path folder;

    @Test
    void as_many_files_as_a_command_unpacks_are_removed_after_it_was_killed() throws IOException {
        Path note = killed(MOST_FILES);
        Path others = Files.createFile(folder.resolve("others.jfr"));

        LeftoverCleaner.clear(folder);

        assertThat(files()).containsExactly(others);
        assertThat(note).doesNotExist();
    }

    @Test
    void what_a_note_has_no_room_for_costs_only_itself() throws IOException {
        LeftoverCleaner note = note();
        Path file = Files.createFile(folder.resolve("vt-monitor-1.jfr"));
        Path far = folder.resolve("x".repeat(200));
        note.add(file);
        for (int i = 0; i < 30_000; i++) {
            note.add(far);
        }
        left(note);

        LeftoverCleaner.clear(folder);

        assertThat(files()).isEmpty();
    }

    @Test
    void what_is_own_replaces_what_was_added() throws IOException {
        LeftoverCleaner note = note();
        Path first = folder.resolve("vt-monitor-1.jfr");
        Path second = folder.resolve("vt-monitor-2.jfr");
        note.own(List.of(first));
        note.add(second);
        assertThat(Files.readAllLines(files().get(0))).containsExactly(first.toString(), second.toString());
        note.own(List.of(first));
        assertThat(Files.readAllLines(files().get(0))).containsExactly(first.toString());
        note.own(List.of());
        assertThat(files().get(0)).isEmptyFile();
        note.close();
    }

    /** What a killed command leaves: its files, and the note that nobody holds any more. */
    private Path killed(int files) throws IOException {
        LeftoverCleaner note = note();
        List<Path> made = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            made.add(Files.createFile(folder.resolve("vt-monitor-" + i + ".jfr")));
        }
        made.forEach(note::add);
        return left(note);
    }

    private LeftoverCleaner note() {
        return Objects.requireNonNull(LeftoverCleaner.note(folder));
    }

    /** This process can't be killed: a copy of its note is what stays. */
    private Path left(LeftoverCleaner note) throws IOException {
        Path held = files().stream()
                .filter(file -> file.toString().endsWith(".lock"))
                .findFirst()
                .orElseThrow();
        byte[] lines = Files.readAllBytes(held);
        note.close();
        return Files.write(folder.resolve("vt-monitor-7-7.lock"), lines);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        }
    }
}
