package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.SmallDisk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code analyze} tells by its exit code whether it could do what was asked, and says why where it could not. */
public class AnalyzeIT {
    @TempDir
    Path directory;

    static Stream<Arguments> badFiles() {
        return Stream.of(17, 21, 25).flatMap(jdk -> Stream.of(BadFile.values()).map(bad -> arguments(bad, jdk)));
    }

    static Stream<Arguments> wrongUses() {
        return Stream.of(
                arguments((Object) new String[] {"analyze"}),
                arguments((Object) new String[] {"analyze", "--no-such-option", "app.jfr"}),
                arguments((Object) new String[] {"analyze", "app.jfr", "--format", "no-such-format"}),
                arguments((Object) new String[] {"no-such-command"}));
    }

    @ParameterizedTest(name = "{0} on Java {1}")
    @MethodSource("badFiles")
    void a_file_that_cannot_be_read_is_named_and_the_exit_code_is_1(BadFile bad, int jdk) throws Exception {
        Path file = bad.write(directory);

        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .commandLine("analyze", file.toString(), "--format", "json")
                .run();

        assertThat(exit.code()).as("exit code of %s", exit).isEqualTo(1);
        assertThat(exit.err()).as("stderr").anyMatch(line -> line.contains("app.jfr"));
        assertThat(exit.err()).as("stderr").noneMatch(line -> line.startsWith("\tat "));
    }

    @ParameterizedTest(name = "Java {0}")
    @ValueSource(ints = {17, 21, 25})
    void a_recording_without_a_pin_is_fine(int jdk) throws Exception {
        Path file = Files.write(directory.resolve("app.jfr"), BadFile.recording(directory));

        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .commandLine("analyze", file.toString(), "--format", "json")
                .run();

        assertThat(exit.code()).as("exit code of %s", exit).isZero();
        assertThat(exit.err()).as("stderr").isEmpty();
        assertThat(String.join("\n", exit.out())).contains("\"schemaVersion\"");
    }

    @Test
    void what_was_unpacked_is_gone_when_it_is_ended_by_a_signal() throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        try (WatchService written = FileSystems.getDefault().newWatchService();
                ChildJvm analyze =
                        ChildJvm.on(21, directory).commandLine("analyze", "-").start()) {
            temporary.register(written, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            analyze.send("what a recording begins with ".repeat(1_000));
            while (spooled(temporary) == 0) {
                WatchKey more = written.poll(30, TimeUnit.SECONDS);
                assertThat(more).as("something is spooled").isNotNull();
                more.reset();
            }
            analyze.terminate(); // as Ctrl-C does

            assertThat(analyze.awaitExit().code()).isEqualTo(128 + 15);
            assertThat(temporary).isEmptyDirectory();
        }
    }

    @Test
    void what_has_no_room_to_be_unpacked_is_refused_and_nothing_of_it_is_left() throws Exception {
        Path file = directory.resolve("app.jfr.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(BadFile.recording(directory));
            out.write(new byte[60 << 20]);
        }
        try (SmallDisk disk = SmallDisk.mounted(directory, "size=40m")) {
            ChildJvm.Exit exit = ChildJvm.on(21, directory)
                    .flags(List.of("-Djava.io.tmpdir=" + disk.folder()))
                    .commandLine("analyze", file.toString())
                    .run();

            assertThat(exit.code()).as("exit code of %s", exit).isEqualTo(1);
            assertThat(exit.out()).as("stdout").isEmpty();
            assertThat(exit.err().get(0)).contains("app.jfr.gz", "MB that the folder for temporary files has to spare");
            assertThat(disk.folder()).isEmptyDirectory();
        }
    }

    private static long spooled(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongUses")
    void wrong_usage_is_reported_with_exit_code_2(String... arguments) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(21, directory).commandLine(arguments).run();

        assertThat(exit.code()).as("exit code of %s", exit).isEqualTo(2);
        assertThat(exit.out()).as("stdout").isEmpty();
        assertThat(exit.err()).as("stderr").isNotEmpty().noneMatch(line -> line.startsWith("\tat "));
    }
}
