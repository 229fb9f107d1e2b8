package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.common.Pause;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.FullHeap;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The heap is full for a while; the agent must outlive it, and the application must not be harmed. */
class FullHeapIT {
    @TempDir
    Path directory;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_heap_that_was_full_for_a_while_ends_no_thread_of_ours_and_the_page_answers(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = DeployedJvm.start(directory, jdk, ChildJvm.shippedJar(), "port=0,report=" + report)) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            jvm.send("other-pin");
            jvm.awaitErr(line -> line.matches("vt-monitor: pinned for .* in park .*")); // its classes are loaded
            jvm.send("fill");
            jvm.awaitOut("free"::equals);
            jvm.send("pin");
            // Flight Recorder's own thread may have ended of it: the pin is told all the same, if later.
            jvm.awaitErr(line -> line.matches("vt-monitor: pinned for .* in sleep .*"));
            for (String page : List.of("metrics", "report.json", "healthz")) {
                assertThat(DeployedJvm.status(serving, page)).as("/" + page).isEqualTo(200);
            }
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.err()).noneMatch(line -> line.contains("vt-monitor-"));
        }
        assertThat(DeployedJvm.pins(report)).isEqualTo(1);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_heap_that_is_full_as_the_watch_begins_does_not_end_it(int jdk) throws Exception {
        try (ChildJvm jvm = DeployedJvm.start(directory, jdk, ChildJvm.shippedJar(), "port=0")) {
            jvm.awaitWatching();
            jvm.send("fill");
            jvm.awaitOut("free"::equals);
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.ours()).noneMatch(line -> line.startsWith("vt-monitor: off"));
        }
    }

    /**
     * All threads of ours that look now and then wait like this; the JDK's own waits with a time would not end (21).
     */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_wait_that_begins_while_the_heap_is_full_ends_in_time(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Xmx32m", "-XX:+UseSerialGC"))
                .main(
                        List.of(Watched.testClasses(), Watched.folderOf(Pause.class)),
                        FullHeap.class.getName(),
                        List.of())
                .start()) {
            assertThat(jvm.awaitExit().out()).containsExactly("on time");
        }
    }
}
