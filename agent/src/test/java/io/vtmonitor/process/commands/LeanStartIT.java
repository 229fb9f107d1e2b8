package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Idles;
import io.vtmonitor.process.programs.Sleepers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code analyze FILE} loads, and what a watch does that has nothing to tell. Most of a small recording's time is
 * the start, and one lambda, one regular expression or one formatter on the way brings hundreds of classes along.
 */
class LeanStartIT {
    private static final int MOST_OF_OURS = 405;
    private static final int MOST_IN_ALL = 1_562;
    private static final int MOST_OF_A_WATCH = 180;
    private static final int MOST_OF_A_WATCH_WITH_A_PORT = 192;

    @TempDir
    static Path directory;

    private static List<String> loaded;

    @BeforeAll
    static void analyze() throws Exception {
        Path recording = fromElsewhere(
                Watched.run(Scenarios.NESTED_MONITORS, 21, directory).recording());
        Path log = directory.resolve("classes.txt");
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .flags(List.of("-Xlog:class+load:file=" + log + "::filesize=0"))
                .commandLine("analyze", recording.toString())
                .run();
        assertThat(exit.code()).as("exit code of %s", exit).isZero();
        assertThat(exit.out()).anyMatch(line -> line.contains("held by"));
        loaded = Files.readAllLines(log);
    }

    /** The class files that it names are not on this machine: reading them takes more classes. */
    private static Path fromElsewhere(Path recording) throws IOException {
        String bytes = Files.readString(recording, StandardCharsets.ISO_8859_1);
        for (Path named : List.of(Watched.testClasses(), Jdks.home(21))) {
            bytes = bytes.replace(
                    named.toString(), "/" + "x".repeat(named.toString().length() - 1));
        }
        return Files.writeString(recording, bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void neither_picocli_nor_json_nor_metrics_are_loaded() {
        assertThat(loaded)
                .noneMatch(line -> line.contains(".shaded.picocli.")
                        || line.contains(".shaded.jackson.")
                        || line.contains(".shaded.micro"));
    }

    @Test
    void a_watch_without_resources_on_loads_no_class_of_byte_buddy() throws Exception {
        Path log = directory.resolve("watch.txt");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(List.of("-Xlog:class+load:file=" + log + "::filesize=0"))
                .agent("waits=500ms")
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains(" io.vtmonitor.agent.Session "))
                .noneMatch(line -> line.contains(".bytebuddy.") || line.contains(".LendingAdvice"));
    }

    /**
     * The JDK's reader of a stream, which takes as long to start as all of ours, is for the first virtual thread, and
     * so is what diagnoses, counts, looks at the scheduler and at what threads wait for, and the advice.
     */
    @ParameterizedTest(name = "JDK {0}, options {1}")
    @CsvSource({"21,''", "25,''", "21,port=0", "25,port=0"})
    void a_watch_of_a_jvm_without_virtual_threads_opens_no_stream_and_loads_what_records_only(int jdk, String options)
            throws Exception {
        Path log = directory.resolve("idle-" + jdk + options + ".txt");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Xlog:class+load:file=" + log + "::filesize=0"))
                .agent(options)
                .main(List.of(Watched.testClasses()), Idles.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.ours())
                    .anyMatch(line -> line.contains("no virtual thread has started in this JVM"))
                    .noneMatch(line -> line.contains("No pin ended"));
        }
        List<String> all = Files.readAllLines(log);
        assertThat(all)
                .noneMatch(line -> line.contains(" jdk.jfr.internal.consumer.AbstractEventStream")
                        || line.contains(" io.vtmonitor.jfr.ChunkWalk")
                        || line.contains(" io.vtmonitor.report.Report ")
                        || line.contains(" java.util.concurrent.CompletableFuture ")
                        || line.contains(" java.security.SecureRandom ")
                        || line.contains(" java.lang.ProcessHandle"));
        List<String> ours =
                all.stream().filter(line -> line.contains(" io.vtmonitor.")).toList();
        assertThat(ours)
                .noneMatch(line -> line.contains(" io.vtmonitor.advice.")
                        || line.contains(" io.vtmonitor.classfile.")
                        || line.contains(" io.vtmonitor.diagnosis.")
                        || line.contains(" io.vtmonitor.metrics.")
                        || line.contains(" io.vtmonitor.scheduler.")
                        || line.contains(" io.vtmonitor.tally.")
                        || line.contains(" io.vtmonitor.timeline.")
                        || line.contains(" io.vtmonitor.waits."))
                .hasSizeLessThan(options.isEmpty() ? MOST_OF_A_WATCH : MOST_OF_A_WATCH_WITH_A_PORT);
    }

    /** JSON takes as many classes as the rest of the agent, and nobody sees what only our own recording has. */
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void what_writes_the_findings_is_loaded_once_another_recording_begins_and_writes_them_there(int jdk)
            throws Exception {
        Path log = directory.resolve("state-" + jdk + ".txt");
        Path other = directory.resolve("other-" + jdk + ".jfr");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Xlog:class+load:file=" + log + "::filesize=0"))
                .agent("waits=1s")
                .main(List.of(Watched.testClasses()), Sleepers.class.getName(), List.of("4", "1"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds("it asks for other recordings", () -> line(log, " io.vtmonitor.live.OtherRecordings ") >= 0);
            Jcmd.ask(jvm, "JFR.start", "name=other");
            Until.holds("it writes", () -> {
                Jcmd.ask(jvm, "JFR.dump", "name=other", "filename=" + other);
                return RecordingFile.readAllEvents(other).stream()
                        .anyMatch(event -> event.getEventType().getName().equals("vtmonitor.State"));
            });
            jvm.send("exit");
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThat(line(log, " io.vtmonitor.report.json.JsonFindings "))
                .isGreaterThan(line(log, " jdk.jfr.internal.dcmd.DCmdStart "));
    }

    private static int line(Path log, String part) throws IOException {
        List<String> lines = Files.readAllLines(log);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(part)) {
                return i;
            }
        }
        return -1;
    }

    @Test
    void no_more_classes_are_loaded_than_it_takes() {
        assertThat(loaded.stream().filter(line -> line.contains(" io.vtmonitor.")))
                .hasSizeLessThan(MOST_OF_OURS);
        assertThat(loaded).hasSizeLessThan(MOST_IN_ALL);
    }
}
