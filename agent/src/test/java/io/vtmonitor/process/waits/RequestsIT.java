package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.ServesRequests;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code requests=on}: what was lost while requests were served. */
class RequestsIT {
    private static final List<String> NATIVE_FRAMES = List.of("-Djdk.reflect.useNativeAccessorOnly=true");

    @TempDir
    Path directory;

    static Stream<Integer> jdks() {
        return Jdks.withVirtualThreads();
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void each_route_has_the_pins_and_waits_of_the_threads_that_served_it(int jdk) throws Exception {
        Path report = directory.resolve("report.json");
        List<String> printed;
        try (ChildJvm jvm =
                start(jdk, ServesRequests.class.getName(), "requests=on", "waits=500ms", "report=" + report)) {
            jvm.awaitWatching();
            jvm.send("serve");
            jvm.awaitOut("served"::equals);
            jvm.send("exit");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isZero();
            printed = exit.err();
        }
        JsonNode whole = JsonMapper.shared().readTree(report.toFile());
        JsonNode requests = whole.path("requests");
        JsonNode orders = route(requests, "GET /orders");
        assertThat(orders.path("requests").asInt()).isEqualTo(5);
        assertThat(orders.path("pins").asInt()).as("%s", requests).isEqualTo(10);
        assertThat(orders.path("pinnedSeconds").asDouble()).isBetween(0.5, 60.0);
        JsonNode stock = route(requests, "GET /stock");
        assertThat(stock.path("requests").asInt()).isEqualTo(5);
        assertThat(stock.path("pins").asInt()).isZero();
        JsonNode waited = route(requests, "POST /orders");
        assertThat(waited.path("waitLooks").asInt()).as("%s", requests).isPositive();
        assertThat(waited.path("waitSeconds").asDouble()).isPositive();
        assertThat(requests.at("/outside/pins").asInt())
                .as("the job's")
                .isEqualTo(1)
                .isEqualTo(
                        whole.at("/totals/pins").asInt() - orders.path("pins").asInt());
        assertThat(requests.path("forgotten").asInt()).isZero();
        assertThat(printed).anyMatch(line -> line.matches(".*GET /orders lost (about )?\\S+ m?s in 5 requests: .*"));
    }

    @Test
    void contextual_events_of_the_application_tell_what_a_thread_was_at() throws Exception {
        try (ChildJvm jvm = start(25, "io.vtmonitor.scenario.ContextualWork", "requests=on", "port=0")) {
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            jvm.awaitOut("served"::equals);
            URL page = URI.create(serving.replaceAll(".*(http://\\S+?/).*", "$1report.json"))
                    .toURL();
            Until.holds("a pin of what is contextual", () -> {
                try (var json = page.openStream()) {
                    JsonNode route = JsonMapper.shared().readTree(json).at("/requests/routes/0");
                    return route.path("route").asString("").equals("pack priority=7")
                            && route.path("pins").asInt() > 0;
                }
            });
        }
    }

    @Test
    void unless_asked_for_nobody_is_told_and_the_report_has_no_such_section() throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = start(21, ServesRequests.class.getName(), "report=" + report)) {
            jvm.awaitWatching();
            jvm.send("ask");
            jvm.awaitOut("nobody asks"::equals);
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isZero();
        }
        assertThat(JsonMapper.shared().readTree(report.toFile()).has("requests"))
                .isFalse();
    }

    private static JsonNode route(JsonNode requests, String name) {
        for (JsonNode route : requests.path("routes")) {
            if (route.path("route").asString().equals(name)) {
                return route;
            }
        }
        throw new AssertionError(name + " is not in " + requests);
    }

    private ChildJvm start(int jdk, String program, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("threshold=10ms", "start=before-main"));
        all.addAll(List.of(options));
        return ChildJvm.on(jdk, directory)
                .flags(NATIVE_FRAMES)
                .agent(all.toArray(String[]::new))
                .main(List.of(Watched.testClasses()), program, List.of())
                .start();
    }
}
