package io.vtmonitor.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.BusyScheduler;
import io.vtmonitor.process.programs.Sleepers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The scheduler's figures are read from the scheduler itself, without JMX; on JDK 24 and later there is a bean to
 * compare.
 */
class SchedulerFiguresIT {
    @TempDir
    private Path directory;

    @Test
    void they_are_those_of_the_jdks_own_bean() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=2"))
                .agent("port=0", "probe=off")
                .main(List.of(Watched.testClasses()), BusyScheduler.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            jvm.awaitOut("busy"::equals);
            awaitLook(serving);
            Map<String, String> ours = Map.of(
                    "Parallelism", "parallelism",
                    "PoolSize", "pool_size",
                    "MountedVirtualThreadCount", "mounted",
                    "QueuedVirtualThreadCount", "queued");
            for (Map.Entry<String, String> figure : ours.entrySet()) {
                jvm.send(figure.getKey());
                String answer = jvm.awaitOut(line -> line.startsWith(figure.getKey() + " "));
                double value = Double.parseDouble(answer.substring(answer.indexOf(' ')));
                assertThat(value).as(answer).isPositive();
                assertThat(Scrape.value(serving, "vthread_scheduler_" + figure.getValue()))
                        .as(answer)
                        .isEqualTo(value);
            }
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void where_the_pool_may_have_one_thread_there_is_one_carrier_and_each_pin_starves_the_others(int jdk)
            throws Exception {
        List<String> flags = new ArrayList<>(Scenarios.NATIVE_CALL.flags());
        flags.addAll(
                List.of("-Djdk.virtualThreadScheduler.parallelism=4", "-Djdk.virtualThreadScheduler.maxPoolSize=1"));
        Watched watched = Watched.run(Scenarios.NATIVE_CALL.program(), flags, jdk, directory);
        assertThat(watched.exit().ours()).anyMatch(line -> line.contains("with 1 carrier; "));
        for (JsonNode report : List.of(watched.report(), watched.analyzed(jdk))) {
            JsonNode totals = report.path("totals");
            assertThat(report.at("/jvms/0/parallelism").asInt()).isEqualTo(1);
            assertThat(totals.path("starvedSeconds").asDouble())
                    .isEqualTo(totals.path("pinnedSeconds").asDouble())
                    .isGreaterThan(0.15);
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void each_mount_of_threads_that_a_timer_wakes_is_counted(int jdk) throws Exception {
        int threads = 8;
        int sleeps = 250;
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=2"))
                .agent("port=0", "probe=off", "waits=off")
                .main(
                        List.of(Watched.testClasses()),
                        Sleepers.class.getName(),
                        List.of(String.valueOf(threads), String.valueOf(sleeps)))
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            jvm.awaitOut("ready"::equals);
            Until.holds("figures", () -> Scrape.value(serving, "vthread_scheduler_pool_size") != 0);
            double before = Scrape.value(serving, "vthread_mounts_total");
            jvm.send("go");
            jvm.awaitOut("slept"::equals);
            // A worker that leaves the pool takes its count with it for a moment.
            Until.holds("mounts", () -> Scrape.value(serving, "vthread_mounts_total") >= before + threads * sleeps);
            assertThat(Scrape.value(serving, "vthread_mounts_total") - before)
                    .isLessThanOrEqualTo(threads * (sleeps + 2.0));
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void few_carriers_are_told_once_when_the_first_virtual_thread_runs_and_only_where_a_monitor_pins(int jdk)
            throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=2"))
                .agent("port=0")
                .main(List.of(Watched.testClasses()), Sleepers.class.getName(), List.of("1", "1"))
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            jvm.awaitOut("ready"::equals);
            Until.holds("figures", () -> Scrape.value(serving, "vthread_scheduler_pool_size") != 0);
            double looks = Scrape.value(serving, "vthread_scheduler_self_seconds_total");
            Until.holds("a look", () -> Scrape.value(serving, "vthread_scheduler_self_seconds_total") > looks);
            jvm.endInput();
            assertThat(jvm.awaitExit().ours())
                    .filteredOn(line -> line.contains("virtual threads run on 2 carriers here: each pin takes one"))
                    .hasSize(jdk == 21 ? 1 : 0);
        }
    }

    /** The watch looks every half second whether the application has begun to use virtual threads. */
    private static void awaitLook(String serving) throws Exception {
        Until.holds(
                "figures",
                () -> Scrape.value(serving, "vthread_scheduler_parallelism") != 0
                        && Scrape.value(serving, "vthread_scheduler_queued") != 0);
    }
}
