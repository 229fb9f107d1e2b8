package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More pins than the budget allows. */
class StormIT {
    @TempDir
    private Path directory;

    @Test
    void a_storm_raises_the_threshold_and_it_is_printed_exported_and_reported() throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .agent("port=0", "threshold=0ms", "budget=500", "report=" + report)
                .main(List.of(Watched.testClasses()), Storms.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            assertThat(Scrape.value(serving, "vthread_threshold_seconds{event=\"pinned\"}")).isZero();
            jvm.send("go");

            assertThat(jvm.awaitErr(line -> line.contains("would cost the application too much")))
                    .matches("vt-monitor: \\d+ pins a second are more than 500, .* shorter than .* are not recorded");
            assertThat(Scrape.value(serving, "vthread_threshold_seconds{event=\"pinned\"}")).isPositive();

            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThat(Watched.read(report).path("limits").toString())
                .contains("pins shorter than up to")
                .contains("there were more than 500 a second");
    }
}
