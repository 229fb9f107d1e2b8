package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.EndsWhenSeen;
import io.vtmonitor.process.programs.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a killed JVM leaves is cleared away by the next one that is watched. */
class LeftoversIT {
    @TempDir
    Path directory;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void what_a_killed_jvm_left_is_gone_after_the_next_start_and_a_living_ones_stays(int jdk) throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        Path users = Files.writeString(temporary.resolve("users.jfr"), "not ours");
        try (ChildJvm living = start(jdk)) {
            List<Path> itsOwn = files(temporary);
            ChildJvm killed = start(jdk);
            killed.close();
            killed.awaitExit();
            assertThat(files(temporary)).as("left by the killed one").hasSizeGreaterThan(itsOwn.size() + 1);

            try (ChildJvm next = start(jdk)) {
                next.send("go");
                assertThat(next.awaitExit().code()).isEqualTo(7);
            }
            assertThat(files(temporary)).containsExactlyElementsOf(itsOwn);

            living.send("go");
            assertThat(living.awaitExit().code()).isEqualTo(7);
        }
        assertThat(files(temporary)).containsExactly(users);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0} with {1}")
    @CsvSource({
        "21, -XX:StartFlightRecording",
        "25, -XX:StartFlightRecording",
        "21, -XX:FlightRecorderOptions:preserve-repository=true",
        "25, -XX:FlightRecorderOptions:repository=named"
    })
    void what_the_user_recorded_in_a_jvm_that_was_killed_stays(int jdk, String flag) throws Exception {
        Path folder = Files.createDirectories(directory.resolve(flag.endsWith("named") ? "named" : "tmp"));
        ChildJvm killed = start(jdk, flag, "-Xlog:disable");
        killed.close();
        killed.awaitExit();
        List<Path> recorded = chunks(folder);
        assertThat(recorded).isNotEmpty();

        endNext(jdk, flag, "-Xlog:disable");

        assertThat(chunks(folder)).isEqualTo(recorded);
        assertThat(files(folder)).as("ours").noneMatch(LeftoversIT::isOurs);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void what_the_user_began_to_record_later_stays_and_once_that_has_ended_nothing_does(int jdk) throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        ChildJvm killed = start(jdk);
        awaitNoted(temporary, "_" + killed.pid(), true);
        Jcmd.ask(killed, "JFR.start", "name=users");
        awaitNoted(temporary, "_" + killed.pid(), false);
        Jcmd.ask(killed, "JFR.stop", "name=users");
        awaitNoted(temporary, "_" + killed.pid(), true);
        Jcmd.ask(killed, "JFR.start", "name=users");
        awaitNoted(temporary, "_" + killed.pid(), false);
        awaitNoted(temporary, ".jfr", true); // the note is empty for a moment while it is written
        killed.close();
        killed.awaitExit();
        List<Path> recorded = chunks(temporary);

        endNext(jdk);

        assertThat(chunks(temporary)).isNotEmpty().isEqualTo(recorded);
        assertThat(files(temporary)).as("ours").noneMatch(LeftoversIT::isOurs);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}, {1} ms later, {2}")
    @CsvSource({"21, 0, tmp", "21, 150, tmp", "25, 0, tmp", "25, 50, tmp", "21, 0, kept", "25, 50, kept"})
    void a_jvm_that_ends_while_the_watch_begins_leaves_nothing_or_what_was_asked_for(int jdk, int millis, String seen)
            throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        Path kept = Files.createDirectories(directory.resolve("kept"));
        List<String> options = seen.equals("kept") ? List.of("recording=" + kept.resolve("own.jfr")) : List.of();
        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .agent(options.toArray(String[]::new))
                .main(
                        List.of(Watched.testClasses()),
                        EndsWhenSeen.class.getName(),
                        List.of(directory.resolve(seen).toString(), Integer.toString(millis)))
                .run();

        assertThat(exit.code()).isEqualTo(5);
        assertThat(exit.err()).isEqualTo(exit.ours());
        assertThat(files(temporary)).isEmpty();
        for (Path left : files(kept)) {
            assertThat(left).hasFileName("own.jfr").isNotEmptyFile();
        }
    }

    @Test
    void what_a_killed_command_unpacked_is_gone_after_the_next_command_and_a_living_ones_stays() throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        try (ChildJvm living = spooling(temporary, 1)) {
            List<Path> itsOwn = files(temporary);
            ChildJvm killed = spooling(temporary, 2);
            killed.close();
            killed.awaitExit();
            assertThat(files(temporary)).as("left by the killed one").hasSize(2 * itsOwn.size());

            ChildJvm.on(25, directory).commandLine("--version").run();
            assertThat(files(temporary)).containsExactlyElementsOf(itsOwn);
            living.endInput();
            assertThat(living.awaitExit().code()).isEqualTo(1);
        }
        assertThat(files(temporary)).isEmpty();
    }

    /** Reads standard input, of which it has got the begin. */
    private ChildJvm spooling(Path temporary, int files) throws Exception {
        ChildJvm jvm = ChildJvm.on(25, directory).commandLine("analyze", "-").start();
        jvm.send("FLR".repeat(100));
        Until.holds("it unpacks, and has noted it", () -> {
            List<Path> found = files(temporary);
            long noted = 0;
            for (Path file : found) {
                noted += file.toString().endsWith(".lock") && Files.size(file) > 0 ? 1 : 0;
            }
            return noted == files && found.size() == 2 * files;
        });
        return jvm;
    }

    private void endNext(int jdk, String... flags) throws IOException, InterruptedException {
        try (ChildJvm next = start(jdk, flags)) {
            next.send("go");
            assertThat(next.awaitExit().code()).isEqualTo(7);
        }
    }

    /** Waits until the note of what may be removed names, or does not name, a path that ends so. */
    private static void awaitNoted(Path folder, String end, boolean noted) throws Exception {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (isNoted(folder, end) != noted) {
            assertThat(System.nanoTime()).as("%s noted: %s", end, noted).isLessThan(deadline);
            Thread.sleep(50);
        }
    }

    private static boolean isNoted(Path folder, String end) throws IOException {
        for (Path file : files(folder)) {
            if (file.toString().endsWith(".lock")) {
                return Files.readAllLines(file).stream().anyMatch(line -> line.endsWith(end));
            }
        }
        return false;
    }

    private static boolean isOurs(Path file) {
        return file.getFileName().toString().startsWith("vt-monitor-");
    }

    private static List<Path> chunks(Path folder) throws IOException {
        List<Path> chunks = new ArrayList<>();
        for (Path repository : files(folder)) {
            if (Files.isDirectory(repository)) {
                chunks.addAll(files(repository));
            }
        }
        return chunks;
    }

    private ChildJvm start(int jdk, String... flags) throws IOException, InterruptedException {
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of(flags))
                .agent()
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start();
        jvm.awaitOut("ready"::equals);
        jvm.awaitWatching();
        return jvm;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        }
    }
}
