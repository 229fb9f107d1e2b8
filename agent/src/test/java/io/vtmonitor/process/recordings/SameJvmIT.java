package io.vtmonitor.process.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Dumps;
import io.vtmonitor.recording.ReaderContract;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Several recordings of one JVM, as {@link Dumps} makes them. */
class SameJvmIT {
    private static final int PAUSE_MILLIS = 1_500;
    private static final String TOGETHER = "also in other files: each is counted once";

    @TempDir
    private static Path recorded;

    @TempDir
    private Path folder;

    private static final Map<Integer, Path> DUMPS = new ConcurrentHashMap<>();

    @BeforeAll
    static void forget() {
        DUMPS.clear(); // a second run has a folder of its own
    }

    /** Made once for each JDK. */
    private static Path dumps(int jdk) throws Exception {
        Path made = DUMPS.get(jdk);
        if (made == null) {
            made = Files.createDirectory(recorded.resolve("jdk" + jdk));
            ChildJvm.Exit exit = ChildJvm.on(jdk, made)
                    .main(List.of(Watched.testClasses()), Dumps.class.getName(), List.of("" + PAUSE_MILLIS))
                    .run();
            assertThat(exit.out()).as("%s", exit).containsExactly("done");
            DUMPS.put(jdk, made);
        }
        return made;
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void what_two_dumps_have_in_common_counts_once(int jdk) throws Exception {
        Path dumps = dumps(jdk);
        JsonNode later = analyze(dumps.resolve("2.jfr"));
        assertThat(pins(later)).isEqualTo(2);

        JsonNode both = analyze(dumps.resolve("1.jfr"), dumps.resolve("2.jfr"));
        assertThat(both.path("totals").path("pins"))
                .isEqualTo(later.path("totals").path("pins"));
        assertThat(both.at("/totals/pinnedSeconds")).isEqualTo(later.at("/totals/pinnedSeconds"));
        assertThat(watched(both)).as("nor is the time").isCloseTo(watched(later), aMicrosecond());
        assertThat(limits(both)).anyMatch(limit -> limit.startsWith("1 chunk of 1 file is " + TOGETHER));
        assertThat(limits(both)).anyMatch(limit -> limit.startsWith("1 file continues the recording of a JVM"));
        assertThat(limits(later)).noneMatch(limit -> limit.contains(TOGETHER) || limit.contains("continues"));

        Path assembled = joined("assembled.jfr", dumps.resolve("2.jfr"), dumps.resolve("3.jfr"));
        JsonNode all = analyze(dumps, assembled);
        assertThat(pins(all)).as("dumps, and what they were joined to").isEqualTo(3);
        assertThat(watched(all)).isCloseTo(watched(later) + watched(analyze(dumps.resolve("3.jfr"))), aMicrosecond());
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void for_each_file_by_itself_nothing_is_left_out(int jdk) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(jdk, folder)
                .commandLine("analyze", dumps(jdk).toString(), "--per-file", "-o", "reports")
                .run();
        assertThat(exit.code()).as("%s", exit).isZero();
        List<Long> pins = new ArrayList<>();
        try (var reports = Files.list(folder.resolve("reports"))) {
            for (Path report : reports.sorted().toList()) {
                pins.add(pins(Watched.read(report)));
            }
        }
        assertThat(pins).containsExactly(1L, 2L, 1L);
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_copy_that_was_cut_off_gives_way_to_the_whole_and_a_file_can_hold_copies_itself(int jdk) throws Exception {
        Path dumps = dumps(jdk);
        byte[] first = Files.readAllBytes(dumps.resolve("1.jfr"));
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(first, first.length / 2));
        JsonNode both = analyze(1, cut, dumps.resolve("2.jfr"));
        assertThat(pins(both)).isEqualTo(2);

        Path joined = joined("joined.jfr", dumps.resolve("1.jfr"), dumps.resolve("3.jfr"), dumps.resolve("2.jfr"));
        JsonNode inOne = analyze(joined);
        assertThat(pins(inOne)).isEqualTo(3);
        assertThat(limits(inOne)).contains("a chunk occurs twice in the file; it was counted once");
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void what_nobody_recorded_between_two_recordings_is_a_gap_and_no_time_that_was_watched(int jdk) throws Exception {
        Path dumps = dumps(jdk);
        JsonNode apart = analyze(dumps.resolve("2.jfr"), dumps.resolve("3.jfr"));
        assertThat(limits(apart)).noneMatch(limit -> limit.contains(" gap ") || limit.contains("continue"));
        Path joined = joined("joined.jfr", dumps.resolve("2.jfr"), dumps.resolve("3.jfr"));
        JsonNode one = analyze(joined);

        ReaderContract.holds(joined);
        assertThat(one.path("jvms").size()).isEqualTo(1);
        assertThat(watched(one)).isCloseTo(watched(apart), aMicrosecond());
        assertThat(one.at("/totals/capacityLost").asDouble())
                .isCloseTo(apart.at("/totals/capacityLost").asDouble(), aMicrosecond());
        JsonNode gaps = one.at("/jvms/0/gaps");
        assertThat(gaps.path("count").asInt()).isEqualTo(1);
        assertThat(gaps.path("seconds").asDouble()).isGreaterThanOrEqualTo(PAUSE_MILLIS / 1e3);
        Instant begin = Instant.parse(one.at("/jvms/0/start").asString());
        Instant gap = Instant.parse(gaps.at("/longest/0/begin").asString());
        assertThat(gap).isAfter(begin);
        assertThat(limits(one)).anyMatch(limit -> limit.startsWith("the recording has a gap of "));

        // What is asked for ends within the gap, or begins there.
        Instant within = gap.plusMillis(PAUSE_MILLIS / 2);
        JsonNode before = analyze(0, "--until", within.toString(), joined);
        assertThat(watched(before)).isCloseTo(watched(analyze(dumps.resolve("2.jfr"))), aMicrosecond());
        JsonNode after = analyze(0, "--since", within.toString(), joined);
        assertThat(watched(after)).isCloseTo(watched(analyze(dumps.resolve("3.jfr"))), aMicrosecond());
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_merge_says_of_gaps_what_the_files_read_together_say(int jdk) throws Exception {
        Path dumps = dumps(jdk);
        Path joined = joined("joined.jfr", dumps.resolve("2.jfr"), dumps.resolve("3.jfr"));
        Path later = Files.write(folder.resolve("later.jfr"), Files.readAllBytes(dumps.resolve("3.jfr")));
        JsonNode together = analyze(joined, hoursLater(later));

        List<String> arguments = new ArrayList<>(
                List.of("merge", "-o", folder.resolve("merged.json").toString()));
        for (Path file : List.of(later, joined)) {
            analyze(file);
            arguments.add(Files.move(folder.resolve("report.json"), folder.resolve(file.getFileName() + ".json"))
                    .toString());
        }
        assertThat(ShippedCommandLine.run(arguments.toArray(String[]::new))).isZero();
        assertThat(Watched.read(folder.resolve("merged.json"))).isEqualTo(together);
        assertThat(limits(together)).anyMatch(limit -> limit.startsWith("recordings of 1 of 2 JVMs have a gap of "));
    }

    @ParameterizedTest
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_merge_of_reports_of_one_jvm_over_the_same_time_says_that_they_count_twice(int jdk) throws Exception {
        Path dumps = dumps(jdk);
        List<String> arguments = new ArrayList<>(
                List.of("merge", "-o", folder.resolve("merged.json").toString()));
        for (String dump : List.of("1.jfr", "3.jfr", "2.jfr")) {
            analyze(dumps.resolve(dump));
            arguments.add(Files.move(folder.resolve("report.json"), folder.resolve(dump + ".json"))
                    .toString());
            assertThat(ShippedCommandLine.run(arguments.toArray(String[]::new))).isZero();
            JsonNode merged = Watched.read(folder.resolve("merged.json"));
            assertThat(limits(merged).stream().anyMatch(limit -> limit.contains("counts twice")))
                    .as("with %s", dump)
                    .isEqualTo(dump.equals("2.jfr"));
        }
    }

    private static Path hoursLater(Path recording) throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        ByteBuffer header = ByteBuffer.wrap(bytes);
        header.putLong(32, header.getLong(32) + 7_200_000_000_000L);
        return Files.write(recording, bytes);
    }

    private static Offset<Double> aMicrosecond() {
        return within(1e-6);
    }

    private static long pins(JsonNode report) {
        return report.at("/totals/pins").asLong();
    }

    private static double watched(JsonNode report) {
        return report.path("jvms")
                .valueStream()
                .mapToDouble(jvm -> jvm.path("wallSeconds").asDouble())
                .sum();
    }

    private static List<String> limits(JsonNode report) {
        return report.path("limits")
                .valueStream()
                .map(limit -> limit.path("sentence").asString())
                .toList();
    }

    private Path joined(String name, Path... parts) throws IOException {
        Path all = folder.resolve(name);
        for (Path part : parts) {
            Files.write(all, Files.readAllBytes(part), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return all;
    }

    private JsonNode analyze(Path... files) throws IOException {
        return analyze(0, files);
    }

    private JsonNode analyze(int code, Path... files) throws IOException {
        return analyze(code, "--top", "3", files);
    }

    private JsonNode analyze(int code, String option, String value, Path... files) throws IOException {
        Path json = folder.resolve("report.json");
        List<String> arguments = new ArrayList<>(List.of("analyze", "-o", json.toString(), option, value));
        for (Path file : files) {
            arguments.add(file.toString());
        }
        assertThat(ShippedCommandLine.run(arguments.toArray(String[]::new))).isEqualTo(code);
        return Watched.read(json);
    }
}
