package io.vtmonitor.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileListTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        for (String name : List.of("b/2.jfr", "b/1.JFR", "a/deep/3.jfr", "a/notes.txt", "a/4.jfr.gz", "5.jfr")) {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.createFile(file);
        }
    }

    @Test
    void a_folder_stands_for_the_recordings_in_it_and_below_in_order_of_their_names() {
        assertThat(names(list(folder.toString())))
                .containsExactly("5.jfr", "a/4.jfr.gz", "a/deep/3.jfr", "b/1.JFR", "b/2.jfr");
    }

    @Test
    void a_pattern_that_no_shell_has_expanded_is_expanded() {
        assertThat(names(list(folder + "/*.jfr"))).containsExactly("5.jfr");
        assertThat(names(list(folder + "/**/*.jfr"))).containsExactly("a/deep/3.jfr", "b/2.jfr");
        assertThat(names(list(folder + "/{a,b}/*"))).containsExactly("a/4.jfr.gz", "a/notes.txt", "b/1.JFR", "b/2.jfr");
    }

    /** Not even root can look into a folder whose path is longer than Linux accepts. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "the limit is there")
    void a_pattern_looks_no_deeper_than_it_can_match() throws IOException {
        String long2100 = ("/" + "n".repeat(209)).repeat(10);
        Path deep = Files.createDirectories(Path.of(folder + "/a/deep" + long2100));
        Path apart = folder.resolve("apart");
        Files.createDirectories(Path.of(apart + long2100));
        Files.move(apart, deep.resolve("apart"));
        try {
            assertThat(list(folder + "/**.jfr").problems())
                    .as("what is too deep")
                    .isNotEmpty();
            assertThat(list(folder + "/a/deep" + long2100.substring(0, 210)).problems())
                    .as("a folder that may have recordings where it can't be read")
                    .singleElement()
                    .asString()
                    .startsWith("can't look into");
            for (String pattern : List.of("/*.jfr", "/{a,b}/*.gz", "/?/*.JFR", "/a/deep/*.jfr")) {
                assertThat(list(folder + pattern).problems()).as(pattern).isEmpty();
            }
        } finally {
            Files.move(deep.resolve("apart"), apart); // so that it can be deleted
        }
        assertThat(names(list(folder + "/a/{deep/3,4}.*"))).containsExactly("a/4.jfr.gz", "a/deep/3.jfr");
    }

    @Test
    void only_a_folder_in_which_the_pattern_can_match_is_reported_as_unreadable() {
        String pattern = "/tmp/app-*/x?/*.jfr";
        assertThat(FileList.canMatchIn(pattern, Path.of("/tmp/app-1"))).isTrue();
        assertThat(FileList.canMatchIn(pattern, Path.of("/tmp/app-1/x1"))).isTrue();
        assertThat(FileList.canMatchIn(pattern, Path.of("/tmp/systemd-private")))
                .isFalse();
        assertThat(FileList.canMatchIn(pattern, Path.of("/tmp/app-1/y1"))).isFalse();
        assertThat(FileList.canMatchIn("app-*/*.jfr", Path.of("app-1"))).isTrue();
        assertThat(FileList.canMatchIn("app-*/*.jfr", Path.of("other"))).isFalse();
        assertThat(FileList.canMatchIn("/tmp/**.jfr", Path.of("/tmp/any"))).isTrue();
        assertThat(FileList.canMatchIn("/tmp/{a/b,c}/*.jfr", Path.of("/tmp/a"))).isTrue();
    }

    @Test
    void a_file_that_is_named_twice_is_listed_once() {
        String file = folder.resolve("5.jfr").toString();
        assertThat(names(list(file, folder.toString(), folder + "/../" + folder.getFileName() + "/5.jfr")))
                .hasSize(5)
                .first()
                .isEqualTo("5.jfr");
    }

    @Test
    void a_link_that_leads_back_hides_nothing_and_is_no_problem() throws IOException {
        Files.createSymbolicLink(folder.resolve("a/deep/back"), folder);
        FileList list = list(folder.toString());
        assertThat(names(list)).hasSize(5);
        assertThat(list.problems()).isEmpty();
    }

    @Test
    void a_file_that_has_a_pattern_for_its_name_is_meant_itself() throws IOException {
        Files.createFile(folder.resolve("[5].jfr"));
        assertThat(names(list(folder + "/[5].jfr"))).containsExactly("[5].jfr");
    }

    @Test
    void the_folder_in_which_a_jvm_keeps_its_chunks_is_one_recording() throws IOException {
        Path repository = folder.resolve("a/2026_11_21_09_00_00_4711");
        Files.createDirectories(repository);
        Files.createFile(repository.resolve("2026_11_21_09_00_01.jfr"));
        assertThat(names(list(folder.resolve("a").toString())))
                .containsExactly("a/2026_11_21_09_00_00_4711", "a/4.jfr.gz", "a/deep/3.jfr");
        assertThat(names(list(repository.toString()))).containsExactly("a/2026_11_21_09_00_00_4711");
    }

    @Test
    void a_pattern_stands_for_a_jvms_folder_where_it_matches_the_folder_or_all_chunks_in_it() throws IOException {
        Path repository = Files.createDirectories(folder.resolve("2026_11_21_09_00_00_4711"));
        Files.createFile(repository.resolve("2026_11_21_09_00_01.jfr"));
        Files.createFile(repository.resolve("2026_11_21_09_00_02.jfr"));
        String name = repository.getFileName().toString();
        assertThat(names(list(folder + "/*.jfr"))).containsExactly("5.jfr");
        assertThat(names(list(folder + "/2026_*"))).containsExactly(name);
        assertThat(names(list(folder + "/**/2*.jfr"))).containsExactly(name, "b/2.jfr");
        assertThat(names(list(folder + "/2026_*/*_01.jfr"))).containsExactly(name + "/2026_11_21_09_00_01.jfr");
    }

    @Test
    void where_reports_are_wanted_a_jvms_folder_is_none() throws IOException {
        Path repository = Files.createDirectories(folder.resolve("2026_11_21_09_00_00_4711"));
        Files.createFile(repository.resolve("2026_11_21_09_00_01.jfr"));
        Files.createFile(folder.resolve("a.json"));
        FileList list =
                FileList.of(List.of(folder + "/*.json", folder.toString(), repository.toString()), Reports.REPORTS);
        assertThat(names(list)).containsExactly("a.json");
        assertThat(list.problems()).containsExactly("there is no .json file in " + repository);
    }

    @Test
    void what_names_no_file_is_said_and_a_missing_file_is_left_to_its_reader() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        FileList list = list(empty.toString(), folder + "/*.zip", folder + "/missing.jfr", folder + "/[");
        assertThat(names(list)).containsExactly("missing.jfr");
        assertThat(list.problems())
                .hasSize(3)
                .anyMatch(problem -> problem.startsWith("there is no .jfr"))
                .anyMatch(problem -> problem.startsWith("no file matches"))
                .anyMatch(problem -> problem.contains("neither a file nor a pattern"));
    }

    @Test
    void a_folder_without_input_is_named_with_all_that_is_accepted() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(Reports.inputs(List.of(empty.toString())).problems())
                .singleElement()
                .asString()
                .endsWith("file, and no thread dump or heap dump, in " + empty);
    }

    @Test
    void a_name_that_java_can_not_decode_is_not_called_missing() {
        FileList list = list(folder + "/caf\uFFFD.jfr");
        assertThat(names(list)).isEmpty();
        assertThat(list.problems())
                .singleElement()
                .asString()
                .contains("caf\uFFFD.jfr: Java can't decode this name in the current locale");
    }

    @Test
    void nothing_is_called_missing_where_java_can_not_decode_the_current_folder() {
        FileList lost = FileList.of(
                folder.resolve("caf\uFFFD"), List.of("a.jfr"), List.of(".jfr"), List.of(), file -> false, "");
        assertThat(lost.problems())
                .singleElement()
                .asString()
                .startsWith("can't read a.jfr: Java can't decode the name of the current folder");
    }

    @Test
    void a_folder_without_recordings_stands_for_its_reports_where_both_are_accepted() throws IOException {
        Path reports = Files.createDirectories(folder.resolve("reports/deep"));
        Files.createFile(reports.resolve("a.json"));
        Files.createFile(folder.resolve("a/deep/3.jfr.json"));
        List<String> folders =
                List.of(folder.resolve("a").toString(), reports.getParent().toString());
        FileList list = FileList.of(folders, Reports.RECORDINGS, Reports.REPORTS, file -> false, "");
        assertThat(names(list)).containsExactly("a/4.jfr.gz", "a/deep/3.jfr", "reports/deep/a.json");
    }

    @Test
    void a_folder_without_recordings_stands_for_its_thread_dumps_whatever_their_names_end_in() throws IOException {
        Path dumps = Files.createDirectories(folder.resolve("dumps"));
        Files.writeString(dumps.resolve("1.txt"), "4711\n2026-11-25T10:00:00.000000Z\n25.0.3+9-LTS\n\n");
        Files.writeString(dumps.resolve("2.json"), "{\"threadDump\": {}}");
        Files.writeString(dumps.resolve("notes.txt"), "What we saw at ten.");
        FileList list = Reports.inputs(List.of(dumps.toString()));
        assertThat(names(list)).containsExactly("dumps/1.txt", "dumps/2.json");
    }

    private static FileList list(String... arguments) {
        return FileList.of(List.of(arguments), Reports.RECORDINGS);
    }

    private List<String> names(FileList list) {
        return list.files().stream()
                .map(file -> folder.relativize(file.normalize()).toString())
                .toList();
    }
}
