package io.vtmonitor.process.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.ChangesSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Settings that somebody changes while a recording runs: what is missing for it is said. */
class ChangedSettingsIT {
    private static final String OFF = "event_off_for_a_while";
    private static final String BARE = "stacks_off_for_a_while";
    private static final String RAISED = "threshold_higher_for_a_while";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void an_event_that_is_switched_off_in_a_later_chunk_makes_the_gate_blind(int jdk) throws Exception {
        Path recording = recorded(jdk, "off");
        JsonNode report = analyze(1, recording, "--fail-on", "pins>1000");
        assertThat(report.at("/totals/pins").asInt()).isEqualTo(1);
        JsonNode limit = limit(report, OFF);
        assertThat(limit.at("/arguments/event").asString()).isEqualTo("jdk.VirtualThreadPinned");
        assertThat(limit.at("/arguments/seconds").asDouble())
                .isPositive()
                .isLessThan(report.at("/jvms/0/wallSeconds").asDouble());

        JsonNode before = analyze(0, recording, "--fail-on", "pins>1000", "--until", "1ms");
        assertThat(limit(before, OFF).isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_chunk_without_settings_makes_the_gate_blind(int jdk) throws Exception {
        JsonNode report = analyze(1, recorded(jdk, "silent"), "--fail-on", "pins>1000");
        assertThat(report.at("/totals/pins").asInt()).isEqualTo(1);
        assertThat(limit(report, "settings_unknown").isMissingNode()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_threshold_that_is_raised_in_a_later_chunk_is_said_and_hides_the_longest_pin(int jdk) throws Exception {
        Path recording = recorded(jdk, "raised");
        JsonNode report = analyze(0, recording, "--fail-on", "pins>1000");
        assertThat(report.at("/totals/pins").asInt()).isEqualTo(1);
        assertThat(limit(report, RAISED).at("/arguments/threshold").asDouble()).isEqualTo(3_600);
        analyze(1, recording, "--fail-on", "longest>1m");
        analyze(1, recording, "--fail-on", "pins>1000", "--strict");
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_agent_says_that_its_recording_was_changed_and_its_recording_says_the_same(int jdk) throws Exception {
        JsonNode told = toldLive(jdk, OFF, "off", "is off", "on", "is recorded again");
        JsonNode kept = analyze(1, folder.resolve("kept.jfr"), "--fail-on", "pins>1000");
        assertThat(limit(kept, OFF)).as("%s", kept).isEqualTo(told);
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void stacks_that_are_switched_off_in_a_later_chunk_are_said_with_how_long(int jdk) throws Exception {
        Path recording = recorded(jdk, "bare");
        // On 25 the event says without a stack, too, that a class was initialized.
        JsonNode report = analyze(1, recording, "--fail-on", "package:nowhere", "--count-one-time");
        assertThat(report.at("/totals/pins").asInt()).isEqualTo(2);
        JsonNode limit = limit(report, BARE);
        assertThat(limit.at("/arguments/event").asString()).isEqualTo("jdk.VirtualThreadPinned");
        assertThat(limit.at("/arguments/seconds").asDouble())
                .isPositive()
                .isLessThan(report.at("/jvms/0/wallSeconds").asDouble());
        assertThat(limit(report, "pins_without_stacks").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void the_agent_says_that_its_recording_lost_its_stacks_and_its_recording_says_the_same(int jdk) throws Exception {
        JsonNode told = toldLive(jdk, BARE, "bare", "is recorded without stacks");
        JsonNode kept = analyze(0, folder.resolve("kept.jfr"));
        assertThat(limit(kept, BARE)).as("%s", kept).isEqualTo(told);
    }

    /**
     * The limit in the live report.
     *
     * @param changes what the program is to do, each with what the agent then says of the event
     */
    private JsonNode toldLive(int jdk, String kind, String... changes) throws Exception {
        Path live = folder.resolve("live.json");
        try (ChildJvm jvm = ChildJvm.on(jdk, folder)
                .agent("report=" + live, "recording=" + folder.resolve("kept.jfr"))
                .main(List.of(Watched.testClasses()), ChangesSettings.class.getName(), List.of())
                .start()) {
            jvm.awaitWatching();
            for (int i = 0; i < changes.length; i += 2) {
                String said = "jdk.VirtualThreadPinned " + changes[i + 1];
                jvm.send(changes[i]);
                jvm.awaitErr(line -> line.contains(said));
            }
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
        JsonNode told = limit(Watched.read(live), kind);
        assertThat(told.at("/arguments/seconds").asDouble()).isPositive();
        return told;
    }

    private Path recorded(int jdk, String how) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(jdk, folder)
                .main(List.of(Watched.testClasses()), ChangesSettings.class.getName(), List.of(how))
                .run();
        assertThat(exit.out()).as("%s", exit).containsExactly("done");
        return folder.resolve(how + ".jfr");
    }

    private static JsonNode limit(JsonNode report, String kind) {
        return report.path("limits")
                .valueStream()
                .filter(limit -> limit.path("kind").asString().equals(kind))
                .findFirst()
                .orElse(report.path("none"));
    }

    private JsonNode analyze(int code, Path file, String... options) throws IOException {
        Path json = folder.resolve("report.json");
        List<String> arguments = new ArrayList<>(List.of("analyze", file.toString(), "-o", json.toString()));
        arguments.addAll(List.of(options));
        assertThat(ShippedCommandLine.run(arguments.toArray(String[]::new))).isEqualTo(code);
        return Watched.read(json);
    }
}
