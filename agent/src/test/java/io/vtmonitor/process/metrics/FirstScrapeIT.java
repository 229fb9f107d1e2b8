package io.vtmonitor.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.WorksOn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** A port that nobody asks costs next to nothing, and who asks late misses nothing. */
class FirstScrapeIT {
    private static final int TIMES = 16;

    /** Of one thread in a dump: its name, and what it has allocated. */
    private static final Pattern ALLOCATED = Pattern.compile("\"(vt-monitor-[^\"]*)\".* allocated=([\\d.]+)([BKMG]) ");

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_first_scrape_has_every_pin_before_it_and_until_then_nothing_that_makes_pages_is_loaded(int jdk)
            throws Exception {
        Path classes = directory.resolve("classes.txt");
        String late;
        try (ChildJvm jvm = pinning(jdk, "-Xlog:class+load:file=" + classes + "::filesize=0")) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitErr(line -> line.startsWith("vt-monitor: pinned for"));
            assertThat(Files.readString(classes))
                    .contains(" io.vtmonitor.http.HttpEndpoint ")
                    .doesNotContain(
                            "shaded.jackson", "shaded.micrometer", "shaded.prometheus", "vtmonitor.report.html");
            Until.holds("all pins are in the report", () -> pinsReported(serving) == TIMES);
            assertThat(Files.readString(classes)).doesNotContain("shaded.micrometer", "shaded.prometheus");
            late = Scrape.text(serving);
        }
        try (ChildJvm jvm = pinning(jdk, "-Xlog:disable")) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            Until.holds(
                    "all pins are on the page",
                    () -> counts(Scrape.text(serving)).contains("vthread_pinned_seconds_count " + TIMES));
            assertThat(counts(late)).isEqualTo(counts(Scrape.text(serving)));
        }
    }

    private ChildJvm pinning(int jdk, String log) throws Exception {
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(Scenarios.NATIVE_CALL.flags())
                .flags(List.of(log))
                // The first look at what threads wait for loads what writes JSON.
                .agent("port=0", "threshold=10ms", "log.from=0%", "waits=off")
                .main(
                        List.of(Watched.testClasses()),
                        Scenarios.NATIVE_CALL.program(),
                        List.of(Integer.toString(TIMES), "60"))
                .start();
        jvm.awaitOut("ready"::equals);
        jvm.awaitWatching();
        jvm.send("go");
        return jvm;
    }

    private static long pinsReported(String serving) throws IOException {
        String url = serving.replaceAll(".*(http://\\S+?/).*", "$1report.json");
        try (var in = URI.create(url).toURL().openStream()) {
            return JsonMapper.shared().readTree(in).at("/totals/pins").asLong();
        }
    }

    /** What is counted of pins, without labels that tell of the time. */
    private static List<String> counts(String page) {
        return page.lines()
                .filter(line -> line.matches("vthread_(pinned_seconds_count|site_pins_total|pins_folded_total).*"))
                .filter(line -> !line.endsWith("} 0") && !line.endsWith(" 0.0"))
                .map(line -> line.startsWith("vthread_pinned") ? line.replaceAll("\\{.*}", "") : line)
                .sorted()
                .toList();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void what_our_threads_have_allocated_is_what_the_jvm_says_of_them() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .agent("port=0")
                .main(List.of(Watched.testClasses()), WorksOn.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            Until.holds(
                    "the start is over", () -> !Jcmd.ask(jvm, "Thread.print").contains("\"vt-monitor-start\""));
            double before = allocated(jvm);
            assertThat(before).isPositive();
            Until.holds(
                    "Flight Recorder has told",
                    () -> Scrape.value(serving, "vthread_self_allocated_bytes_total") >= before);
            double told = Scrape.value(serving, "vthread_self_allocated_bytes_total");
            assertThat(told).isLessThan(allocated(jvm) * 1.01); // a dump has it in whole kilobytes
        }
    }

    private static double allocated(ChildJvm jvm) throws Exception {
        return ALLOCATED
                .matcher(Jcmd.ask(jvm, "Thread.print", "-e"))
                .results()
                .mapToDouble(FirstScrapeIT::bytes)
                .sum();
    }

    private static double bytes(MatchResult thread) {
        return Double.parseDouble(thread.group(2)) * (1L << 10 * "BKMG".indexOf(thread.group(3)));
    }
}
