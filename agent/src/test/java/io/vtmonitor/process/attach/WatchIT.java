package io.vtmonitor.process.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.PinForever;
import io.vtmonitor.truth.CrossedLocksWithCrowd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
                    .anyMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\dZ pinned for .*"))
                    .anyMatch(line -> line.equals("detached"))
                    .allMatch(line -> line.length() <= 100 || !line.strip().contains(" "));
            assertThat(watched.err())
                    .anyMatch(line -> line.matches("Attaching to process \\d+; the first answer takes about 3 s."))
                    .anyMatch(line ->
                            line.matches("Watching process \\d+ until \\d\\d:\\d\\d:\\d\\d \\(6.00 s\\), or Ctrl-C."));
            assertThat(jvm.printed()).noneMatch(line -> line.contains("pinned for"));
            assertThat(leftBehind()).isEmpty();

            ChildJvm.Exit again = watch(jvm, "-d", "1s");
            assertThat(again.code()).as("it can be watched again").isZero();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_deadlock_is_written_out_once_and_few_threads_are_counted_and_not_estimated(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                        .main(List.of(Watched.testClasses()), CrossedLocksWithCrowd.class.getName(), List.of("30"))
                        .start();
                ChildJvm watch = awaitReady(jvm)) {
            watch.awaitOut(
                    line -> line.matches("DEADLOCK \\(exact\\), (found at the first look|since .*Z); 22 threads wait"));
            watch.awaitOut(line -> line.startsWith("  rescue does not help here"));
            ProcessHandle.of(watch.pid()).orElseThrow().destroy();
            ChildJvm.Exit exit = watch.awaitExit();
            String out = String.join("\n", exit.out()).replaceAll("\n +", " ");
            assertThat(out)
                    .contains(
                            " for the ReentrantLock that credit took at"
                                    + " io.vtmonitor.truth.CrossedLocksWithCrowd.transfer:",
                            " for the ReentrantLock that debit took at"
                                    + " io.vtmonitor.truth.CrossedLocksWithCrowd.transfer:",
                            " 20 more wait for what these hold Fix: Take the locks in the same order everywhere",
                            ", see above\n",
                            " 20 (at most 20) wait for a lock (java.util.concurrent.locks.ReentrantLock) in"
                                    + " io.vtmonitor.truth.CrossedLocksWithCrowd.read",
                            " 2 (at most 2) wait for a lock (java.util.concurrent.locks.ReentrantLock) in"
                                    + " io.vtmonitor.truth.CrossedLocksWithCrowd.transfer",
                            "\nBlind spots: what no watch sees: docs/reading-a-report.md#blind-spots")
                    .doesNotContain("about ", " WARN ", " INFO ", "vt-monitor:");
            assertThat(out.split("Take the locks in the same order")).hasSize(2);
        }
    }

    private ChildJvm awaitReady(ChildJvm jvm) throws Exception {
        jvm.awaitOut("ready"::equals);
        return ChildJvm.on(25, directory)
                .commandLine("watch", String.valueOf(jvm.pid()))
                .start();
    }

    @Test
    void where_nothing_is_wrong_the_first_looks_say_so() throws Exception {
        try (ChildJvm jvm = pinningTwoOf(3); // without a free carrier, it stalls on a busy machine
                ChildJvm watch = ChildJvm.on(25, directory)
                        .commandLine("watch", String.valueOf(jvm.pid()))
                        .start()) {
            watch.awaitOut(line -> line.matches("The first looks at \\d+ virtual threads? found none .*"));
        }
    }

    @Test
    void an_option_that_is_wrong_or_takes_the_lines_elsewhere_is_refused_before_the_jvm_is_touched() throws Exception {
        try (ChildJvm jvm = pinning()) {
            assertThat(watch(jvm, "log=elsewhere.log").code()).isEqualTo(2);
            assertThat(watch(jvm, "log.format=json").code()).isEqualTo(2);
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

    private ChildJvm pinning() throws IOException {
        return pinningTwoOf(2);
    }

    private ChildJvm pinningTwoOf(int carriers) throws IOException {
        return ChildJvm.on(21, directory)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=" + carriers))
                .main(List.of(Watched.testClasses()), PinForever.class.getName(), List.of())
                .start();
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
