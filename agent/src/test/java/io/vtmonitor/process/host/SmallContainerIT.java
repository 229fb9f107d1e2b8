package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.WorksOn;
import io.vtmonitor.report.WaitVerdictKind;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A container as small as many are: one processor, which others use as well, and 256 MB of heap. */
class SmallContainerIT {
    /** Programs that never wait, on the same processor. */
    private static final int BUSY = 3;

    private static final String LONGEST = "180";
    private static final int PROBES = 10;

    /**
     * Of option {@code exit}; what docs/safety.md promises is this and a second, and the JVM's own end comes on top.
     */
    private static final String EXIT = "9s";

    private static final Duration ENDED = Duration.ofSeconds(20);

    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_watch_begins_says_nothing_false_answers_its_probe_and_ends_in_time(int jdk) throws Exception {
        assumeTrue(Files.isExecutable(TASKSET), "skipped, there is no taskset here");
        List<Process> others = new ArrayList<>();
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .by(TASKSET.toString(), "-c", "0")
                .variable("VTMONITOR_EXIT", EXIT)
                .flags(List.of("-Xmx256m"))
                .agent("port=0")
                .main(List.of(Watched.testClasses()), WorksOn.class.getName(), List.of())
                .start()) {
            for (int i = 0; i < BUSY; i++) {
                others.add(busy());
            }
            jvm.awaitWatching();
            URI health = URI.create(
                    jvm.awaitErr(line -> line.contains("serving http")).replaceAll(".*(http://\\S+?/).*", "$1healthz"));
            for (int i = 0; i < PROBES; i++) {
                assertThat(status(health)).as("probe %s", i).isEqualTo(200);
                Thread.sleep(1_000);
            }
            long begin = System.nanoTime();
            jvm.terminate();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(ENDED);
            assertThat(exit.code()).as("that of SIGTERM").isEqualTo(128 + 15);
            assertThat(exit.ours()).noneMatch(SmallContainerIT::isFalse);
        } finally {
            others.forEach(each -> each.toHandle().destroy()); // timeout hands it on
        }
    }

    private static Process busy() throws IOException {
        return new ProcessBuilder(TASKSET.toString(), "-c", "0", "timeout", LONGEST, "sh", "-c", "while :; do :; done")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int status(URI health) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) health.toURL().openConnection();
        connection.setConnectTimeout(10_000);
        connection.setReadTimeout(10_000);
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    /** Nothing pins there, stands still or waits for each other. That threads wait for their carrier is true. */
    private static boolean isFalse(String line) {
        return line.matches("vt-monitor: (STALL|pinned for|Flight Recorder has stopped|off|.*can't |.*not complete).*")
                || Stream.of(WaitVerdictKind.values())
                        .filter(kind -> kind != WaitVerdictKind.BACKLOG)
                        .anyMatch(kind -> line.startsWith("vt-monitor: " + kind.title()));
    }
}
