package io.vtmonitor.process;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.stall.ComputesForLong;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Promises of {@code docs/safety.md}, many of them by one JVM each. */
class PromisesIT {
    @TempDir
    private Path directory;

    static Stream<Integer> jdks() {
        return Jdks.inTurn();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
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
                    .filteredOn(line -> line.contains("unpin: rewrote 1 places "))
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
    @MethodSource("jdks")
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
    @MethodSource("jdks")
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
    @MethodSource("jdks")
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
    @ParameterizedTest(name = "JDK {0}, temporary folder too: {1}")
    @CsvSource({"21, true", "25, true", "25, false"})
    void where_the_file_system_is_read_only_the_application_runs_as_it_would(int jdk, boolean temporaryToo)
            throws Exception {
        Path disk = Files.createDirectories(directory.resolve("disk"));
        assumeTrue(
                mount("-t", "tmpfs", "-o", "size=1m,ro", "tmpfs", disk.toString()),
                "skipped, nothing can be mounted here");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=2"))
                .flags(temporaryToo ? List.of("-Djava.io.tmpdir=" + disk) : List.of())
                .agent("stall=1s", "report=" + disk + "/report.json", "log=" + disk + "/agent.log", "dump=" + disk)
                .main(List.of(Watched.testClasses()), ComputesForLong.class.getName(), List.of("2"))
                .start()) {
            jvm.awaitErr(line -> line.startsWith("vt-monitor: can't write to " + disk + "/agent.log: "));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: STALL"));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: can't write a thread dump to " + disk));
            jvm.send("release");
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.err()).isEqualTo(exit.ours());
            assertThat(exit.ours())
                    .filteredOn(line -> line.contains(
                            temporaryToo ? "the report could not be written" : "the report at the end is not complete"))
                    .singleElement()
                    .asString()
                    .contains(disk + "/report.json");
            assertThat(exit.ours().stream().anyMatch(line -> line.contains("pins are not recorded")))
                    .isEqualTo(temporaryToo);
        } finally {
            new ProcessBuilder("umount", disk.toString()).start().waitFor();
        }
    }

    private static boolean mount(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void a_second_javaagent_on_the_line_is_ignored_in_one_line(int jdk) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .agent()
                .agent()
                .main(List.of(Watched.testClasses()), SetsScheduler.class.getName(), List.of())
                .flags(List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"))
                .run();
        assertThat(exit.code()).isZero();
        assertThat(exit.ours())
                .filteredOn(line -> line.contains("watching already"))
                .hasSize(1);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void where_no_file_can_be_written_the_scheduler_is_watched_all_the_same(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djava.io.tmpdir=/proc", "-Djdk.virtualThreadScheduler.parallelism=2"))
                .agent("port=0", "stall=1s", "report=" + report)
                .main(List.of(Watched.testClasses()), ComputesForLong.class.getName(), List.of("2"))
                .start()) {
            assertThat(jvm.awaitErr(line -> line.startsWith("vt-monitor: pins are not recorded")))
                    .contains("/proc")
                    .contains("-Djava.io.tmpdir=FOLDER");
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: STALL"));
            assertThat(Scrape.value(serving, "vthread_stalls_total{pattern=\"cpu\"}"))
                    .isEqualTo(1);
            assertThat(Scrape.value(serving, "vthread_scheduler_mounted")).isEqualTo(2);
            jvm.send("release");
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThatItSaysWhatWasNotRecorded(report);
    }

    /** And no gate takes it for a JVM without pins. */
    private void assertThatItSaysWhatWasNotRecorded(Path report) throws Exception {
        assertThat(Watched.read(report).path("limits").path(0).path("sentence").asString())
                .startsWith("pins were not recorded: ");
        assertThat(Watched.read(report).path("stalls")).hasSize(1);
        ChildJvm.Exit gate = ChildJvm.on(25, directory)
                .commandLine("merge", report.toString(), "--fail-on", "pins>0")
                .run();
        assertThat(gate.code()).isEqualTo(1);
        assertThat(gate.err()).anyMatch(line -> line.contains("the gate is blind: pins were not recorded: "));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void an_image_without_flight_recorder_management_and_logging_runs_with_one_line(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("--limit-modules=java.instrument", "-Djdk.virtualThreadScheduler.parallelism=2"))
                .agent("port=0", "stall=1s", "report=" + report)
                .main(List.of(Watched.testClasses()), ComputesForLong.class.getName(), List.of("2"))
                .start()) {
            jvm.awaitErr(line -> line.startsWith("vt-monitor: pins are not recorded: this Java has no module jdk.jfr"));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: STALL"));
            jvm.send("release");
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
        assertThatItSaysWhatWasNotRecorded(report);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void where_nothing_can_be_recorded_lines_go_where_they_are_to_and_say_which_options_have_no_effect()
            throws Exception {
        Path log = directory.resolve("agent.log");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(List.of("--limit-modules=java.instrument", "-Djdk.virtualThreadScheduler.maxPoolSize=1"))
                .agent("port=0", "log=agent.log", "log.format=json", "recording=app.jfr", "compat=otel")
                .main(List.of(Watched.testClasses()), Scenarios.NATIVE_CALL.program(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            Until.holds(
                    "it serves",
                    () -> Files.exists(log) && Files.readString(log).contains("serving http"));
            String serving = Files.readAllLines(log).stream()
                    .filter(line -> line.contains("serving http"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Scrape.value(serving, "vthread_scheduler_parallelism")).isEqualTo(1);
            jvm.endInput();
            assertThat(jvm.awaitExit().err()).isEmpty();
        }
        assertThat(Files.readAllLines(log))
                .allMatch(line -> line.startsWith("{\"time\":") && line.endsWith("\"}"))
                .anyMatch(line -> line.contains("pins are not recorded: this Java has no module jdk.jfr"))
                .anyMatch(line -> line.contains("recording=app.jfr: no file will be written"))
                .anyMatch(line -> line.contains("compat=otel: serves nothing"));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void a_disk_that_fills_up_ends_the_recording_and_not_the_application(int jdk) throws Exception {
        Path disk = Files.createDirectories(directory.resolve("disk"));
        assumeTrue(
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString())
                                .start()
                                .waitFor()
                        == 0,
                "skipped, no small disk can be mounted here");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djava.io.tmpdir=" + disk))
                .agent("report=" + directory.resolve("report.json"))
                .main(List.of(Watched.testClasses()), FillsDisk.class.getName(), List.of(disk.toString()))
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitErr(line -> line.startsWith("vt-monitor: recording ended at"));
            jvm.awaitOut("application done"::equals);
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(Watched.read(directory.resolve("report.json"))
                            .path("limits")
                            .toString())
                    .contains("recording ended at");
        } finally {
            new ProcessBuilder("umount", disk.toString()).start().waitFor();
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void a_repository_that_is_wiped_while_it_is_written_costs_data_and_nothing_else(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = start(jdk, "threshold=1ms", "report=" + report)) {
            wipe(directory.resolve("tmp"));
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.out()).contains("interrupted: false");
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
        assertThat(Watched.read(report).path("limits").toString()).contains("some of the last pins are missing");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
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
    @MethodSource("jdks")
    void flags_that_lock_a_jvm_down_do_not_hurt(int jdk) throws Exception {
        List<String> flags = jdk == 21
                ? List.of(
                        "-Xshare:off",
                        "-XX:+DisableAttachMechanism",
                        "-XX:-EnableDynamicAgentLoading",
                        "-XX:-UsePerfData",
                        "-Djava.security.manager=allow")
                : List.of(
                        "-Xshare:off",
                        "-XX:+DisableAttachMechanism",
                        "-XX:-EnableDynamicAgentLoading",
                        "-XX:-UsePerfData",
                        "--illegal-native-access=deny",
                        "--sun-misc-unsafe-memory-access=deny");
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(flags)
                .agent("port=0", "report=" + directory.resolve("report.json"))
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
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

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void an_image_that_was_linked_with_the_least_runs() throws Exception {
        Path jlink = Jdks.home(25).resolve("bin/jlink");
        assumeTrue(Files.exists(jlink), "skipped, this Java 25 has no jlink");
        Path image = directory.resolve("image");
        Process linking = new ProcessBuilder(
                        jlink.toString(), "--add-modules", "java.instrument", "--output", image.toString())
                .redirectErrorStream(true)
                .start();
        Lines said = Lines.of(linking.getInputStream(), "jlink's output");
        assumeTrue(linking.waitFor() == 0, () -> "skipped, this Java 25 links no images: " + said.soFar());
        try (ChildJvm jvm = ChildJvm.on(image, directory)
                .agent("port=0")
                .main(List.of(Watched.testClasses()), SetsScheduler.class.getName(), List.of())
                .flags(List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"))
                .start()) {
            jvm.awaitErr(line -> line.startsWith("vt-monitor: pins are not recorded: this Java has no module jdk.jfr"));
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.send("go");
            jvm.awaitOut(line -> line.startsWith("parallelism"));
            assertThat(Scrape.value(serving, "vthread_blind_seconds")).isPositive();
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            assertThat(exit.err()).isEqualTo(exit.ours());
        }
    }

    /** As {@code keytool} starts; it waits for input, so that it does not end before us. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void a_jdk_tool_is_left_alone(int jdk) throws Exception {
        String store = directory.resolve("keys").toString();
        List<String> keytool = List.of(
                "java.base/sun.security.tools.keytool.Main",
                "-genkeypair",
                "-dname",
                "CN=us",
                "-keyalg",
                "EC",
                "-keystore",
                store);
        tool(jdk, "java.base", keytool, "password\npassword");
        assertThat(Path.of(store)).isNotEmptyFile();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void the_compiler_is_left_alone() throws Exception {
        List<String> javac = List.of("jdk.compiler/com.sun.tools.javac.Main", "@/dev/stdin");
        assertThat(tool(25, "jdk.compiler", javac, "-version").out())
                .singleElement()
                .asString()
                .startsWith("javac 25");
    }

    private ChildJvm.Exit tool(int jdk, String module, List<String> command, String input) throws Exception {
        List<String> flags = new ArrayList<>(List.of("-m"));
        flags.addAll(command);
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .variable("JAVA_TOOL_OPTIONS", "-javaagent:" + ChildJvm.shippedJar())
                .flags(flags)
                .start()) {
            jvm.awaitErr(line -> line.contains("this is a JDK tool (" + module + ")"));
            jvm.send(input);
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).as("%s", exit).isZero();
            // keytool asks on standard error, without an end of the line: ours may be behind it.
            assertThat(exit.err())
                    .filteredOn(line -> line.contains("vt-monitor: "))
                    .hasSize(1);
            return exit;
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void a_wrong_option_leaves_the_application_running_without_us(int jdk) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .agent("prob=1s")
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .run();
        assertThat(exit.code()).isEqualTo(7);
        assertThat(exit.ours()).singleElement().asString().contains("nearest is 'probe'");
        assertThat(exit.out()).contains("properties: []");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void a_mistyped_property_or_variable_is_told_with_the_nearest_and_the_watch_goes_on() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .variable("VTMONITOR_TRESHOLD", "5ms")
                .flags(List.of("-Dvtmonitor.prob=1s", "-Dvtmonitor.stall=off", "-Dvtmonitor.test.jar=any"))
                .agent()
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitErr(line -> line.contains("VTMONITOR_TRESHOLD is not an option"));
            jvm.awaitWatching();
            jvm.endInput();
            assertThat(jvm.awaitExit().ours())
                    .filteredOn(line -> line.contains("is not an option"))
                    .containsExactly(
                            "vt-monitor: the system property vtmonitor.prob is not an option and has no effect; the nearest option is"
                                    + " vtmonitor.probe",
                            "vt-monitor: the environment variable VTMONITOR_TRESHOLD is not an option and has no effect; the"
                                    + " nearest option is VTMONITOR_THRESHOLD");
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void a_duration_that_would_do_harm_leaves_the_application_running_without_us() throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .agent("probe=1ns")
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .run();
        assertThat(exit.code()).isEqualTo(7);
        assertThat(exit.ours()).singleElement().asString().contains("option probe=1ns is out of bounds", "1ms to 60s");
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

    private static void wipe(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failed) throws IOException {
                if (!visited.equals(folder)) {
                    Files.delete(visited);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static List<String> loaded(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replaceAll("^(\\[[^]]*])+ (\\S+).*", "$2"))
                .toList();
    }
}
