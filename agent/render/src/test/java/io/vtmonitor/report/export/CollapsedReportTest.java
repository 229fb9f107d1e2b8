package io.vtmonitor.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.json.JsonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class CollapsedReportTest {
    private static final Pattern LINE = Pattern.compile("(?<stack>[^;\\n]+(?:;[^;\\n]+)*) (?<weight>[1-9][0-9]*)");

    private static final Report REPORT = PinnedReport.on("21.0.8")
            .pins(3, 60, "java.lang.Thread.sleep:509", "*a.B.hold:7", "a.Main.run:3")
            .pins(2, 10, "java.lang.Thread.sleep:509", "*a.B.hold:8", "a.Main.run:3")
            .pins(1, 5, "java.lang.Thread.sleep:509", "*a.B.hold:7", "a.Other.run")
            .report();

    @Test
    void stacks_begin_at_the_root_and_end_in_their_microseconds() {
        assertThat(read(CollapsedReport.write(REPORT, CollapsedReport.Weight.TIME)))
                .containsExactlyEntriesOf(new TreeMap<>(Map.of(
                        List.of("a.Main.run", "a.B.hold", "java.lang.Thread.sleep")
                                        .toString(),
                                200_000L,
                        List.of("a.Other.run", "a.B.hold", "java.lang.Thread.sleep")
                                        .toString(),
                                5_000L)));
    }

    @Test
    void or_in_their_number() {
        assertThat(read(CollapsedReport.write(REPORT, CollapsedReport.Weight.COUNT))
                        .values())
                .containsExactly(5L, 1L);
    }

    @Test
    void microseconds_add_up_where_each_stack_has_less_than_one(@TempDir Path directory) throws IOException {
        PinnedReport pins = PinnedReport.on("21.0.8");
        for (int i = 0; i < 5; i++) {
            pins.pins(1, 1, "java.lang.Thread.sleep", "*a.B.hold", "a.Main.run" + i);
        }
        ObjectNode json = (ObjectNode) JsonMapper.shared().readTree(JsonReport.write(pins.report()));
        ((ObjectNode) json.at("/sites/0")).put("pinnedSeconds", 2e-6);
        json.at("/sites/0/stacks").forEach(stack -> ((ObjectNode) stack).put("pinnedSeconds", 4e-7));
        Path file = Files.writeString(directory.resolve("report.json"), json.toString());

        String text = CollapsedReport.write(JsonReport.read(file), CollapsedReport.Weight.TIME);
        assertThat(read(text).values()).containsExactly(1L, 1L);
    }

    @Test
    void pins_whose_stack_was_not_kept_are_there_under_their_holders(@TempDir Path directory) throws IOException {
        ObjectNode json = (ObjectNode) JsonMapper.shared().readTree(JsonReport.write(REPORT));
        ((ObjectNode) json.at("/sites/0")).putArray("stacks");
        Path file = Files.writeString(directory.resolve("report.json"), json.toString());

        String text = CollapsedReport.write(JsonReport.read(file), CollapsedReport.Weight.COUNT);
        assertThat(read(text)).containsExactly(Map.entry("[[stack not kept], a.B.hold]", 6L));
    }

    @Test
    void a_name_from_a_foreign_recording_cannot_break_the_format() {
        Report hostile = PinnedReport.on("21.0.8")
                .pins(1, 5, "*a;b\nc.B.ho ld", "a.Main.run 7\u2028")
                .report();
        assertThat(read(CollapsedReport.write(hostile, CollapsedReport.Weight.COUNT)))
                .containsOnlyKeys("[a.Main.run 7\\u2028, a?b\\u000ac.B.ho ld]");
    }

    /** Follows the format: frames joined by semicolons, then the last space, then a whole number. */
    private static Map<String, Long> read(String text) {
        Map<String, Long> weights = new TreeMap<>();
        for (String line : text.split("\n")) {
            Matcher matcher = LINE.matcher(line);
            assertThat(matcher.matches()).as("line '%s'", line).isTrue();
            String stack = List.of(matcher.group("stack").split(";")).toString();
            assertThat(weights.put(stack, Long.parseLong(matcher.group("weight"))))
                    .as("a second line of %s", stack)
                    .isNull();
        }
        return weights;
    }
}
