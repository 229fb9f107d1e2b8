package io.vtmonitor.process.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.PinForever;
import io.vtmonitor.truth.CrossedLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that shows in this terminal what the agent finds in another JVM. */
class WatchIT {
    @TempDir
    private Path directory;

    @Test
    void what_the_agent_finds_is_printed_here_until_the_time_is_over_and_nothing_is_left_behind() throws Exception {
        try (ChildJvm jvm = pinning()) {
            ChildJvm.Exit watched = watch(jvm, "-d", "6", "log.from=0%", "threshold=10ms");

            assertThat(watched.code()).isZero();
            assertThat(watched.out())
                    .anyMatch(line -> line.contains("pinned for ") && line.contains("PinForever.hundredMillis"))
                    .anyMatch(line -> line.contains(" held carriers for "))
                    .anyMatch(line -> line.endsWith("vt-monitor: detached"));
            assertThat(jvm.printed()).noneMatch(line -> line.contains("pinned for"));
            assertThat(leftBehind()).isEmpty();

            ChildJvm.Exit again = watch(jvm, "-d", "1s");
            assertThat(again.code()).as("it can be watched again").isZero();
        }
    }

    @Test
    void a_deadlock_is_reported_after_two_looks_of_which_there_is_one_a_second() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                        .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=2"))
                        .main(List.of(Watched.testClasses()), CrossedLocks.class.getName(), List.of())
                        .start();
                ChildJvm watch = ChildJvm.on(25, directory)
                        .commandLine("watch", String.valueOf(jvm.pid()))
                        .start()) {
            assertThat(watch.awaitOut(line -> line.contains("Deadlock")))
                    .contains("Two looks in a row found the same.");
        }
    }

    @Test
    void an_option_that_is_wrong_or_takes_the_lines_elsewhere_is_refused_before_the_jvm_is_touched() throws Exception {
        try (ChildJvm jvm = pinning()) {
            assertThat(watch(jvm, "log=elsewhere.log").code()).isEqualTo(2);
            assertThat(watch(jvm, "prot=1").code()).isEqualTo(2);
            assertThat(watch(jvm, "-d", "soon").code()).isEqualTo(2);
            assertThat(jvm.printed()).noneMatch(line -> line.contains("vt-monitor"));
        }
    }

    @Test
    void a_jvm_that_ends_meanwhile_ends_the_watch_with_its_summary() throws Exception {
        try (ChildJvm jvm = pinning();
                ChildJvm watch = ChildJvm.on(25, directory)
                        .commandLine("watch", String.valueOf(jvm.pid()), "log.from=0%", "threshold=10ms")
                        .start()) {
            watch.awaitOut(line -> line.contains("pinned for "));
            assertThat(ProcessHandle.of(jvm.pid()).orElseThrow().destroy()).isTrue();
            ChildJvm.Exit exit = watch.awaitExit();
            assertThat(exit.code()).isEqualTo(1);
            assertThat(exit.out()).anyMatch(line -> line.contains(" held carriers for "));
            assertThat(exit.err()).anyMatch(line -> line.endsWith("has ended."));
        }
    }

    private ChildJvm pinning() throws IOException, InterruptedException {
        ChildJvm jvm = ChildJvm.on(21, directory)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=2"))
                .main(List.of(Watched.testClasses()), PinForever.class.getName(), List.of())
                .start();
        return jvm;
    }

    private ChildJvm.Exit watch(ChildJvm jvm, String... options) throws Exception {
        return ChildJvm.on(25, directory)
                .commandLine(Stream.concat(Stream.of("watch", String.valueOf(jvm.pid())), Stream.of(options))
                        .toArray(String[]::new))
                .run();
    }

    /** Files of the watch in its folder for temporary files. */
    private List<Path> leftBehind() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("vt-monitor-watch"))
                    .toList();
        }
    }
}
