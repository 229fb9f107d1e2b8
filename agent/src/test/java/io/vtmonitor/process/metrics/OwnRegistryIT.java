package io.vtmonitor.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.OwnRegistry;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code registry=on}: our figures in the Micrometer registry that the application has anyway. */
class OwnRegistryIT {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_applications_registry_shows_our_figures_and_lets_go_of_them_at_detach(int jdk) throws Exception {
        try (ChildJvm jvm = start(jdk, "registry=on", "threshold=10ms")) {
            jvm.awaitErr(line -> line.contains("the application's Micrometer registry has 15 meters of ours"));
            jvm.send("pin");
            jvm.awaitOut("end of page pin"::equals);
            int looks = 0;
            do {
                jvm.send("look " + ++looks);
                jvm.awaitOut(("end of page look " + looks)::equals);
            } while (!jvm.printed().contains("vthread_pins_total 1.0") && looks < 500 && pause());
            assertThat(jvm.printed())
                    .contains("vthread_pins_total 1.0", "vthread_threshold_seconds{event=\"pinned\"} 0.01")
                    .anyMatch(
                            line -> line.matches("vthread_carrier_pinned_seconds_total (0\\.0[3-9]|0\\.[1-9]|[1-9]).*"))
                    .anyMatch(line -> line.matches("vthread_scheduler_parallelism [1-9].*"));

            ChildJvm.Exit detached = ChildJvm.on(jdk, directory)
                    .commandLine("detach", String.valueOf(jvm.pid()))
                    .run();
            assertThat(detached.code()).as("%s", detached).isZero();
            int before = jvm.printed().size();
            jvm.send("after");
            jvm.awaitOut("end of page after"::equals);
            assertThat(jvm.printed().subList(before, jvm.printed().size())).containsExactly("end of page after");
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    @Test
    void where_nothing_can_be_recorded_it_shows_the_scheduler_and_that_all_time_is_blind() throws Exception {
        try (ChildJvm jvm = launch(25, List.of("-Djava.io.tmpdir=/proc"), "registry=on")) {
            jvm.awaitErr(line -> line.contains("the application's Micrometer registry has 15 meters of ours"));
            jvm.send("page");
            jvm.awaitOut("end of page page"::equals);
            assertThat(jvm.printed())
                    .anyMatch(line -> line.matches("vthread_scheduler_parallelism [1-9].*"))
                    .anyMatch(line -> line.matches("vthread_blind_seconds (0\\.\\d*[1-9]|[1-9]).*"));
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void it_is_left_alone_unless_asked_for(int jdk) throws Exception {
        try (ChildJvm jvm = start(jdk)) {
            jvm.send("page");
            jvm.awaitOut("end of page page"::equals);
            jvm.send("exit");
            assertThat(jvm.awaitExit().out()).containsExactly("end of page page");
        }
    }

    private static boolean pause() throws InterruptedException {
        Thread.sleep(50);
        return true;
    }

    private ChildJvm start(int jdk, String... options) throws Exception {
        ChildJvm jvm = launch(jdk, List.of(), options);
        jvm.awaitWatching();
        return jvm;
    }

    private ChildJvm launch(int jdk, List<String> flags, String... options) throws Exception {
        List<Path> classPath = new ArrayList<>(List.of(Watched.testClasses()));
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (element.matches(".*(micrometer|prometheus-metrics|HdrHistogram|LatencyUtils|jspecify)[^/]*\\.jar")) {
                classPath.add(Path.of(element).toAbsolutePath());
            }
        }
        return ChildJvm.on(jdk, directory)
                .flags(List.of("-Djdk.reflect.useNativeAccessorOnly=true"))
                .flags(flags)
                .agent(options)
                .main(classPath, OwnRegistry.class.getName(), List.of())
                .start();
    }
}
