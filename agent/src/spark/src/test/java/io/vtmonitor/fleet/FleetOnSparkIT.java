package io.vtmonitor.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the job on Spark's local mode writes is what {@code merge} and {@code analyze} write. */
class FleetOnSparkIT {
    private static final Path ROOT = Path.of(System.getProperty("vtmonitor.test.root"));
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    /** Spark's own list of what it opens; spark-submit adds it. */
    private static final List<String> OPENED = Stream.of(
                    "java.base/java.lang",
                    "java.base/java.lang.invoke",
                    "java.base/java.lang.reflect",
                    "java.base/java.io",
                    "java.base/java.net",
                    "java.base/java.nio",
                    "java.base/java.util",
                    "java.base/java.util.concurrent",
                    "java.base/java.util.concurrent.atomic",
                    "java.base/sun.nio.ch",
                    "java.base/sun.nio.cs",
                    "java.base/sun.security.action",
                    "java.base/sun.util.calendar")
            .map(part -> "--add-opens=" + part + "=ALL-UNNAMED")
            .toList();

    @TempDir
    static Path fleet;

    @TempDir
    Path directory;

    @BeforeAll
    static void record() throws Exception {
        for (String host : List.of("a", "b", "c", "d", "e")) {
            Path recording = Files.createDirectories(fleet.resolve(host)).resolve("app.jfr");
            assertThat(java(
                            21,
                            List.of("-XX:StartFlightRecording=filename=" + recording),
                            PinsForAMoment.class.getName()))
                    .isZero();
        }
    }

    @ParameterizedTest(name = "Java {0}")
    @ValueSource(ints = {17, 21})
    void the_report_is_that_of_all_recordings_read_together(int jdk) throws Exception {
        Path onSpark = directory.resolve("on-spark.json");
        assertThat(java(jdk, spark(), FleetOnSpark.class.getName(), fleet + "/*/*.jfr", onSpark.toString()))
                .isZero();

        Path together = directory.resolve("together.json");
        assertThat(java(
                        jdk,
                        List.of(),
                        "io.vtmonitor.VtMonitor",
                        "analyze",
                        fleet.toString(),
                        "-o",
                        together.toString()))
                .isZero();
        String report = Files.readString(onSpark).replace("file:" + fleet, fleet.toString());
        assertThat(report).contains("\"pins\" : 50").isEqualTo(Files.readString(together));
    }

    @ParameterizedTest(name = "Java {0}")
    @ValueSource(ints = 21)
    void what_cannot_be_read_is_counted_and_the_rest_is_used(int jdk) throws Exception {
        Files.copy(fleet.resolve("a/app.jfr"), directory.resolve("good.jfr"));
        Files.writeString(directory.resolve("bad.jfr"), "no recording");
        Path report = directory.resolve("report.json");
        assertThat(java(jdk, spark(), FleetOnSpark.class.getName(), directory + "/*.jfr", report.toString()))
                .isEqualTo(1);
        assertThat(Files.readString(report)).contains("\"pins\" : 10");
    }

    /** The fleet that {@code .ci/bench/many-files} leaves; {@code .ci/full fleet} has both. */
    @ParameterizedTest(name = "Java {0}")
    @ValueSource(ints = 21)
    void a_thousand_recordings_give_the_report_that_one_process_gives(int jdk) throws Exception {
        String given = System.getProperty("vtmonitor.test.fleet");
        assumeTrue(given != null, "no folder with many recordings is given: -Dvtmonitor.test.fleet");
        Path hosts = Path.of(given, "hosts");
        long recordings;
        try (Stream<Path> files = Files.walk(hosts)) {
            recordings = files.filter(file -> file.toString().endsWith(".jfr")).count();
        }
        Path together = directory.resolve("together.json");
        Path onSpark = directory.resolve("on-spark.json");
        List<String> analyze = List.of("analyze", hosts.toString(), "-o", together.toString());
        double one = seconds(jdk, List.of(), "io.vtmonitor.VtMonitor", analyze);
        double spark =
                seconds(jdk, spark(), FleetOnSpark.class.getName(), List.of(hosts + "/*/*/*.jfr", onSpark.toString()));

        String report = Files.readString(onSpark).replace("file:" + hosts, hosts.toString());
        assertThat(report).isEqualTo(Files.readString(together));
        System.out.printf(
                Locale.ROOT,
                "of %d recordings: %.1f ms each on Spark (local[2]), %.1f ms each in one process: %.1f times%n",
                recordings,
                1e3 * spark / recordings,
                1e3 * one / recordings,
                spark / one);
    }

    private static double seconds(int jdk, List<String> flags, String main, List<String> arguments) throws Exception {
        long begin = System.nanoTime();
        assertThat(java(jdk, flags, main, arguments.toArray(String[]::new))).isZero();
        return (System.nanoTime() - begin) / 1e9;
    }

    private static List<String> spark() {
        List<String> flags = new ArrayList<>(OPENED);
        flags.addAll(List.of("-Dspark.master=local[2]", "-Dspark.ui.enabled=false", "-Dspark.driver.host=127.0.0.1"));
        flags.add("-Dspark.driver.bindAddress=127.0.0.1");
        return flags;
    }

    /** Runs a class of this class path on a JDK; returns its exit code. */
    private static int java(int jdk, List<String> flags, String main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(home(jdk).resolve("bin/java").toString()));
        command.addAll(flags);
        command.addAll(List.of("-cp", CLASS_PATH, main));
        command.addAll(List.of(arguments));
        Path log = fleet.resolve("log.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(30, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        int code = process.waitFor();
        Files.readAllLines(log).stream()
                .filter(line -> line.startsWith("vt-monitor: "))
                .forEach(System.out::println);
        if (code != 0) {
            System.out.println(Files.readString(log));
        }
        return code;
    }

    private static Path home(int jdk) throws IOException, InterruptedException {
        Process found = new ProcessBuilder(ROOT.resolve(".mvn/find-jdk").toString(), "" + jdk)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String home = new String(found.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        assumeTrue(found.waitFor() == 0 && new File(home).isDirectory(), "there is no Java " + jdk);
        return Path.of(home);
    }
}
