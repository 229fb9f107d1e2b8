package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Storms;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** More pins than the budget allows. */
class StormIT {
    private static final String THRESHOLD = "vthread_threshold_seconds{event=\"pinned\"}";
    private static final String MARKED =
            "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 [sleep]";

    /** What the report has to say if it counts fewer. */
    private static final List<String> MAY_BE_MISSING = List.of("events_unread", "data_lost");

    /** For a tenth of a second each, before it marks once more. */
    private static final int LOOKS = 600;

    @TempDir
    private Path directory;

    @Test
    void a_storm_raises_the_threshold_and_it_is_printed_exported_and_reported() throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = start(21, 16, 2, "budget=500", report)) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            assertThat(Scrape.value(serving, THRESHOLD)).isZero();
            jvm.send("go");

            assertThat(jvm.awaitErr(line -> line.contains("would cost the application too much")))
                    .matches("vt-monitor: (at least )?\\d+ pins a second are more than 500, .* shorter than .* are not"
                            + " recorded");
            awaitRaised(serving);

            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThat(Watched.read(report).path("limits").toString())
                .contains("pins shorter than up to")
                .contains("there were more than 500 a second");
    }

    /**
     * Three times the budget that is there by itself, and more; what comes after the raise is marked. More threads
     * would only take the processors from the tests beside this one, as the stream gets its share of them and no more.
     */
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_flood_raises_the_threshold_and_longer_pins_are_counted_exactly(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        int marked;
        try (ChildJvm jvm = start(jdk, 8, 64, "probe=1s", report)) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            long begin = System.nanoTime();
            jvm.send("go");
            jvm.awaitErr(line -> line.contains("would cost the application too much"));
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            awaitRaised(serving);

            marked = markUntilTold(jvm); // all that came before the raise has been read by then
            assertThat(Scrape.value(serving, THRESHOLD)).isBetween(0.000_001, Storms.MARK_MILLIS / 1e3);
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            System.out.println(
                    "StormIT on JDK " + jdk + ": " + exit.out() + ", reported after " + took.toMillis() + " ms");
        }
        JsonNode left = Watched.read(report);
        assertThat(left.path("limits").toString()).contains("pins shorter than up to");
        List<String> missing = left.path("limits")
                .valueStream()
                .map(limit -> limit.path("kind").asString())
                .filter(MAY_BE_MISSING::contains)
                .toList();
        System.out.println("StormIT on JDK " + jdk + ": " + marked + " marks, reported as missing: " + missing);
        assertThat(left.path("sites")
                        .valueStream()
                        .filter(site -> site.path("id").asString().equals(MARKED)))
                .singleElement()
                .satisfies(site ->
                        assertThat(site.path("pins").asInt()).isBetween(missing.isEmpty() ? marked : 1, marked));
    }

    /** JFR removes what a machine that is slow and busy can't read in time, and the marks may be among it. */
    private static int markUntilTold(ChildJvm jvm) throws Exception {
        for (int times = 1; ; times++) {
            jvm.send("mark");
            while (jvm.printed().stream().filter("marked"::equals).count() < times) {
                Thread.sleep(20);
            }
            for (int i = 0; i < LOOKS; i++) {
                if (jvm.printedToErr().stream().anyMatch(line -> line.contains(" in sleep "))) {
                    return times * Storms.MARKS;
                }
                Thread.sleep(100);
            }
        }
    }

    /** The line is printed first. Alongside such a flood a scrape may outlast the endpoint's bound of time. */
    private static void awaitRaised(String serving) throws Exception {
        while (true) {
            try {
                if (Scrape.value(serving, THRESHOLD) > 0) {
                    return;
                }
                Thread.onSpinWait(); // for the tenth of a second that a page is kept
            } catch (SocketException e) {
                Thread.sleep(100); // the connection was closed: Prometheus would ask again as well
            }
        }
    }

    private ChildJvm start(int jdk, int threads, int carriers, String option, Path report) throws Exception {
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of(
                        "-Djdk.reflect.useNativeAccessorOnly=true",
                        "-Djdk.virtualThreadScheduler.parallelism=" + carriers,
                        "-Xmx256m"))
                .agent("port=0", "threshold=0ms", "log.from=0%", option, "report=" + report)
                .main(List.of(Watched.testClasses()), Storms.class.getName(), List.of(Integer.toString(threads)))
                .start();
        jvm.awaitOut("ready"::equals);
        jvm.awaitWatching();
        return jvm;
    }
}
