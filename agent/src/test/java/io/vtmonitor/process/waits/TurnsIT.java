package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.waiting.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What the running agent tells of how turns come. Of an application's own semaphores, queues, and conditions these are
 * facts, and no verdict.
 */
class TurnsIT {
    @TempDir
    static Path directory;

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({"21, awaited", "25, deadlock"})
    void of_a_semaphore_whose_waiters_all_give_up_and_come_back_it_is_reported_that_none_got_a_turn(
            int jdk, String program) throws Exception {
        try (ChildJvm jvm = start(jdk, program)) {
            JsonNode waits = served(
                    jvm,
                    now -> turns(now, "Impatient.serve").path("starvedSeconds").asDouble() >= 2);
            JsonNode turns = turns(waits, "Impatient.serve");
            assertThat(turns.path("taken").asInt()).isZero();
            assertThat(turns.path("gaveUp").asInt()).isEqualTo(12);
            assertThat(turns.path("watchedSeconds").asDouble()).isGreaterThanOrEqualTo(1);
            assertThat(waits.path("verdicts").findValuesAsString("kind")).doesNotContain("pool_exhausted");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void of_a_semaphore_whose_permits_nobody_releases_it_is_reported_for_how_long_the_first_waits() throws Exception {
        try (ChildJvm jvm = start(21, "leaked")) {
            JsonNode waits = served(
                    jvm,
                    now -> turns(now, "Leaked.lambda").path("waitedSeconds").asDouble() >= 3
                            && turns(now, "Leaked.lambda")
                                            .path("watchedSeconds")
                                            .asDouble()
                                    > 0);
            JsonNode group = group(waits, "Leaked.lambda");
            assertThat(group.path("operation").asString()).isEqualTo("semaphore");
            assertThat(group.path("mostOnOne").asInt()).isEqualTo(30);
            assertThat(group.at("/holder/thread").asString(null)).isNull();
            assertThat(group.at("/holder/note").asString())
                    .isEqualTo("a semaphore doesn't record who acquired its permits; none is available");
            assertThat(group.at("/turns/threads").asInt()).isEqualTo(30);
            assertThat(group.at("/turns/taken").asInt()).isZero();
            assertThat(waits.path("verdicts")).isEmpty();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_thread_that_wakes_up_without_a_permit_got_no_turn() throws Exception {
        try (ChildJvm jvm = start(25, "woken")) {
            JsonNode waits = served(
                    jvm, now -> turns(now, "Woken.serve").path("waitedSeconds").asDouble() >= 3);
            JsonNode turns = turns(waits, "Woken.serve");
            // The one that is woken may be counted as running.
            assertThat(turns.path("threads").asInt()).isBetween(29, 30);
            assertThat(turns.path("taken").asInt()).isZero();
            assertThat(waits.path("verdicts")).isEmpty();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void of_an_own_pool_that_nobody_returns_anything_to_it_is_reported_for_how_long_the_first_waits() throws Exception {
        try (ChildJvm jvm = start(25, "unreturned")) {
            for (String site : List.of("Unreturned.fromQueue", "Unreturned.fromCondition")) {
                JsonNode waits = served(
                        jvm, now -> turns(now, site).path("waitedSeconds").asDouble() >= 3);
                JsonNode group = group(waits, site);
                assertThat(group.path("operation").asString())
                        .isEqualTo(site.endsWith("Queue") ? "queue" : "condition");
                assertThat(group.path("mostOnOne").asInt()).isEqualTo(12);
                assertThat(group.at("/turns/threads").asInt()).isEqualTo(12);
                assertThat(waits.path("verdicts")).isEmpty();
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_convoy_whose_turns_come_in_bursts_is_one_episode_from_look_to_look() throws Exception {
        try (ChildJvm jvm = start(25, "in_bursts")) {
            JsonNode first = served(jvm, now -> !convoy(now).isMissingNode());
            int looks = first.path("looks").asInt();
            JsonNode later = served(jvm, now -> now.path("looks").asInt() >= looks + 8);
            assertThat(convoy(later).path("evidence").asString())
                    .contains("InBursts.takeTurn")
                    .doesNotContain("time since");
        }
    }

    private static JsonNode convoy(JsonNode waits) {
        return waits.path("verdicts")
                .valueStream()
                .filter(verdict -> verdict.path("kind").asString().equals("lock_convoy"))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }

    private static ChildJvm start(int jdk, String program) throws IOException {
        return ChildJvm.on(jdk, directory)
                .agent("waits=500ms", "port=0")
                .main(List.of(Watched.testClasses()), Waiting.class.getName(), List.of(program))
                .start();
    }

    /** What it says of waits once that is so. */
    private static JsonNode served(ChildJvm jvm, Predicate<JsonNode> is) throws Exception {
        String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
        URI report = URI.create(serving.replaceAll(".*(http://\\S+?/).*", "$1report.json"));
        AtomicReference<JsonNode> waits = new AtomicReference<>();
        Until.holds("the report says so", () -> {
            try (InputStream in = report.toURL().openStream()) {
                waits.set(JsonMapper.shared().readTree(in).path("waits"));
            }
            return is.test(waits.get());
        });
        return waits.get();
    }

    private static JsonNode turns(JsonNode waits, String site) {
        return group(waits, site).path("turns");
    }

    private static JsonNode group(JsonNode waits, String site) {
        return waits.path("groups")
                .valueStream()
                .filter(group -> group.path("site").asString().contains(site))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }
}
