package io.vtmonitor.process.host;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Host;
import io.vtmonitor.process.programs.SetsScheduler;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Promises of {@code docs/safety.md} about what the application finds of us, many of them by one JVM each. */
class PromisesIT {
    @TempDir
    private Path directory;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void an_application_finds_nothing_changed_in_its_jvm(int jdk) throws Exception {
        assertThatNothingIsChanged(jdk, "probe=5ms");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void an_application_whose_monitors_are_rewritten_finds_nothing_changed_in_its_jvm_either() throws Exception {
        assertThatNothingIsChanged(21, "unpin=io.vtmonitor.process.**");
    }

    private void assertThatNothingIsChanged(int jdk, String option) throws Exception {
        Path classes = directory.resolve("classes.log");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Xlog:class+load:file=" + classes))
                .agent("port=0", "report=" + directory.resolve("report.json"), "threshold=0ms", option)
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();

            assertThat(exit.code()).isEqualTo(7);
            // By starting JFR, which may have come that far before main begins.
            assertThat(exit.out())
                    .element(1, InstanceOfAssertFactories.STRING)
                    .matches("properties: \\[(jdk\\.jfr\\.repository)?(, )?(user\\.timezone)?]");
            assertThat(exit.out())
                    .filteredOn(line -> !line.startsWith("properties: "))
                    .containsExactly(
                            "ready",
                            "streams: kept",
                            "handler: null",
                            "java.lang: closed",
                            "opened: []",
                            "threads: []",
                            "loaders: []",
                            "interrupted: false");
            assertThat(exit.err()).isEqualTo(exit.ours());
            assertThat(exit.ours())
                    .filteredOn(line -> line.contains("unpin: rewrote 1 place that locks "))
                    .hasSize(option.startsWith("unpin=") ? 1 : 0);
        }
        assertThat(loaded(classes))
                .isNotEmpty()
                .noneMatch(name -> name.startsWith("java.util.logging.")
                        || name.startsWith("javax.management.")
                        || name.startsWith("java.lang.management."))
                .as("resources=off, the default: nothing of what weaves pools")
                .anyMatch(name -> name.startsWith("io.vtmonitor.agent."))
                .noneMatch(name -> name.startsWith("io.vtmonitor.resources."));
        JsonNode report = Watched.read(directory.resolve("report.json"));
        assertThat(report.path("sites").valueStream().map(JsonNode::toString))
                .as("the probe, with no threshold")
                .noneMatch(site -> site.contains("vtmonitor.scheduler"));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_scheduler_is_left_alone_until_the_application_uses_it_and_then_tells_its_carriers(int jdk)
            throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"))
                .agent("port=0", "report=report.json")
                .main(List.of(Watched.testClasses()), SetsScheduler.class.getName(), List.of())
                .start()) {
            jvm.awaitWatching();
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            Until.holds(
                    "the watch has asked for the scheduler",
                    () -> Scrape.value(serving, "vthread_scheduler_self_seconds_total") > 0);
            assertThat(Scrape.value(serving, "vthread_scheduler_pool_size")).isZero();
            jvm.send("go");
            assertThat(jvm.awaitOut(line -> line.startsWith("parallelism"))).isEqualTo("parallelism 3");
            Until.holds("the probe has run", () -> Scrape.value(serving, "vthread_probe_runs_total") >= 2);
            assertThat(Scrape.value(serving, "vthread_scheduler_pool_size")).isPositive();
            assertThat(Scrape.value(serving, "vthread_scheduler_parallelism")).isEqualTo(3);
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
            assertThat(Watched.read(directory.resolve("report.json"))
                            .at("/jvms/0/parallelism")
                            .asInt())
                    .isEqualTo(3);
        }
    }

    /** The probe's, which is there nearly all the time; Host's own has ended by "ready". */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void of_our_virtual_threads_there_is_the_probe_alone(int jdk) throws Exception {
        try (ChildJvm jvm = start(jdk, "port=0", "probe=200ms")) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            while (Scrape.value(serving, "vthread_probe_runs_total") < 1) {
                Thread.onSpinWait();
            }
            boolean seen = false;
            for (int i = 0; i < 3 || !seen; i++) {
                assertThat(i).as("dumps without the probe").isLessThan(50);
                List<String> threads = virtualThreads(jvm, directory.resolve("dump-" + i + ".json"));
                assertThat(threads)
                        .hasSizeLessThanOrEqualTo(1)
                        .allMatch(thread -> thread.contains("io.vtmonitor.scheduler"));
                seen |= !threads.isEmpty();
            }
            jvm.send("go");
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
    }

    /** As the JDK dumps them; by their frames, since the dump of JDK 21 does not say which are virtual. */
    private static List<String> virtualThreads(ChildJvm jvm, Path dump) throws Exception {
        assertThat(Jcmd.ask(jvm, "Thread.dump_to_file", "-format=json", dump.toString()))
                .contains("Created");
        return Watched.read(dump)
                .path("threadDump")
                .path("threadContainers")
                .valueStream()
                .flatMap(container -> container.path("threads").valueStream())
                .map(JsonNode::toString)
                .filter(thread -> thread.contains("java.lang.VirtualThread.run"))
                .toList();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void no_secret_of_the_application_is_served_printed_or_reported(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .variable("DB_PASSWORD", "secret-of-the-environment")
                .flags(List.of("-Ddb.password=secret-of-a-property", "-Djdk.reflect.useNativeAccessorOnly=true"))
                .agent("port=0", "report=" + report)
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of("--password=secret-of-an-argument"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            String serving =
                    jvm.awaitErr(line -> line.contains("serving http")).replaceAll(".*(http://\\S+?/).*", "$1");
            for (String page : List.of("", "page.json", "report.json", "metrics", "healthz")) {
                try (var in = URI.create(serving + page).toURL().openStream()) {
                    assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                            .as("/" + page)
                            .isNotEmpty()
                            .doesNotContain("secret-of");
                }
            }
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.err().toString()).doesNotContain("secret-of");
        }
        assertThat(report).content().isNotEmpty().doesNotContain("secret-of");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_recording_of_the_users_runs_beside_ours_and_keeps_its_settings(int jdk) throws Exception {
        Path users = directory.resolve("users.jfr");
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-XX:StartFlightRecording:filename=" + users, "-Xlog:jfr+startup=off"))
                .agent("report=" + report, "threshold=10ms")
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
        Map<String, List<Duration>> events = RecordingFile.readAllEvents(users).stream()
                .collect(groupingBy(
                        event -> event.getEventType().getName(), mapping(RecordedEvent::getDuration, toList())));
        assertThat(events).as("what we don't record").containsKeys("jdk.JVMInformation", "jdk.ThreadStart");
        assertThat(events.get("jdk.ThreadSleep"))
                .as("of 20 ms and more, as the default settings have it")
                .isNotEmpty()
                .allMatch(length -> length.toMillis() >= 20)
                .anyMatch(length -> length.toMillis() >= 1_190); // JFR's clock is another than a sleep's
        assertThat(events).as("ours").containsKey("vtmonitor.Watch");
        assertThat(Watched.read(report).path("totals").path("pins").asInt()).isEqualTo(jdk == 21 ? 1 : 0);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_applications_classes_load_in_the_same_order(int jdk) throws Exception {
        List<String> without = classesOfTheApplication(ChildJvm.on(jdk, directory), "without.log");
        List<String> with = classesOfTheApplication(ChildJvm.on(jdk, directory).agent("port=0"), "with.log");
        assertThat(without).isNotEmpty();
        assertThat(with).isEqualTo(without);
    }

    private List<String> classesOfTheApplication(ChildJvm.Builder builder, String log) throws Exception {
        Path classes = directory.resolve(log);
        ChildJvm.Exit exit = builder.flags(List.of("-Xlog:class+load:file=" + classes))
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .run();
        assertThat(exit.code()).isEqualTo(7);
        return loaded(classes).stream()
                .filter(name -> name.startsWith("io.vtmonitor.process."))
                .map(name -> name.replaceFirst("/0x.*", "")) // where a lambda's class lies
                .toList();
    }

    private ChildJvm start(int jdk, String... options) throws IOException, InterruptedException {
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .agent(options)
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start();
        jvm.awaitOut("ready"::equals);
        jvm.awaitWatching();
        return jvm;
    }

    private static List<String> loaded(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replaceAll("^(\\[[^]]*])+ (\\S+).*", "$2"))
                .toList();
    }
}
