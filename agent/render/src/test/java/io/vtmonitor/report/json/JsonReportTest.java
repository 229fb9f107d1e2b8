package io.vtmonitor.report.json;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.vtmonitor.PinnedReport;
import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.model.Action;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.LimitKind.Hides;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.RequestReports;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.WaitReports;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.WatchCost;
import io.vtmonitor.report.text.ActionText;
import io.vtmonitor.report.text.FixText;
import io.vtmonitor.report.text.LimitText;
import io.vtmonitor.report.text.LimitTextTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {
    private static final Path SCHEMA = RepositoryRoot.resolve("docs/report.schema.json");

    @Test
    void a_report_is_valid_by_the_schema_in_the_documentation() throws IOException {
        assertThat(violations(JsonReport.write(Reports.mysql()))).isEmpty();
        assertThat(violations(JsonReport.write(Reports.none()))).isEmpty();
        assertThat(violations(JsonReport.write(Reports.none().without(new LeftOut(1, 2, 3)))))
                .isEmpty();
        assertThat(violations(JsonReport.write(Reports.stalled()))).isEmpty();
        assertThat(violations(JsonReport.write(Reports.withGaps()))).isEmpty();
        assertThat(violations(JsonReport.write(Reports.rewritten()))).isEmpty();
        assertThat(violations(JsonReport.write(Reports.none().costing(new WatchCost(0.25, 1_000_000)))))
                .isEmpty();
        assertThat(violations(JsonReport.write(RequestReports.of()))).isEmpty();
    }

    @Test
    void what_to_do_is_written_in_words_and_read_back_as_these(@TempDir Path folder) throws IOException {
        SiteFigures site = Reports.mysql().sites().get(0);
        Action found = new Action.NotKnownToWait("guava");
        Report report = Reports.of(List.of(site.with(site.advice().withAction(found))));
        Path file = Files.writeString(folder.resolve("report.json"), JsonReport.write(report));
        Action read = JsonReport.read(file).sites().get(0).advice().action();
        assertThat(read).isEqualTo(new Action.Worded(ActionText.of(found)));
        assertThat(JsonReport.write(JsonReport.read(file))).isEqualTo(JsonReport.write(report));
    }

    @Test
    void what_requests_lost_is_read_back(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("live.json"), JsonReport.write(RequestReports.of()));
        assertThat(JsonReport.read(file)).isEqualTo(RequestReports.of());
    }

    @Test
    void who_waits_for_whom_is_valid_and_read_back(@TempDir Path folder) throws IOException {
        Report report = Reports.mysql().with(WaitReports.deadlock());
        String json = JsonReport.write(report);
        assertThat(violations(json)).isEmpty();
        assertThat(JsonReport.read(Files.writeString(folder.resolve("live.json"), json)))
                .isEqualTo(report);
    }

    @Test
    void how_turns_come_is_valid_and_read_back(@TempDir Path folder) throws IOException {
        Report report = Reports.mysql().with(WaitReports.of(9, WaitReports.starved(30)));
        String json = JsonReport.write(report);
        assertThat(violations(json)).isEmpty();
        assertThat(json).contains("\"waitedSeconds\"");
        assertThat(JsonReport.read(Files.writeString(folder.resolve("live.json"), json)))
                .isEqualTo(report);
    }

    @Test
    void the_last_minute_of_a_watch_is_valid_and_no_part_of_the_report_that_is_read_back(@TempDir Path folder)
            throws IOException {
        LastMinute last = new LastMinute(
                nanos(60), nanos(30), 0.25, nanos(1), List.of(new LastMinute.Part("a.B.run [sleep]", nanos(30))));
        String json = JsonReport.write(Reports.mysql(), last);
        assertThat(violations(json)).isEmpty();
        assertThat(json).contains("\"lastMinute\"");
        Path file = Files.writeString(folder.resolve("live.json"), json);
        assertThat(JsonReport.read(file)).isEqualTo(Reports.mysql());
    }

    @Test
    void what_to_do_for_pins_and_stalls_is_listed_as_the_text_lists_it() throws IOException {
        for (Report report : List.of(Reports.stalled(), Reports.mysql())) {
            JsonNode fixes =
                    JsonMapper.shared().readTree(JsonReport.write(report)).path("fixes");
            assertThat(fixes.findValuesAsString("what"))
                    .isNotEmpty()
                    .isEqualTo(FixText.of(report).stream().map(FixText::what).toList());
        }
    }

    @Test
    void the_schema_refuses_what_is_not_a_report() throws IOException {
        String json = JsonReport.write(Reports.mysql());
        assertThat(violations(json.replace("\"exact\"", "\"certain\""))).isNotEmpty();
        assertThat(violations(json.replace("\"pinnedSeconds\"", "\"seconds\""))).isNotEmpty();
    }

    @Test
    void the_schema_knows_every_name_that_a_report_can_use() throws IOException {
        JsonNode site = JsonMapper.shared().readTree(Files.readString(SCHEMA)).at("/properties/sites/items/properties");
        assertThat(names(site.at("/operation/enum"))).isEqualTo(names(Operation.values()));
        assertThat(names(site.at("/reason/enum"))).isEqualTo(names(Reason.values()));
        assertThat(names(site.at("/verdict/enum"))).isEqualTo(names(Verdict.values()));
        assertThat(names(site.at("/occurrence/enum"))).isEqualTo(names(Occurrence.values()));
        assertThat(names(JsonMapper.shared()
                        .readTree(Files.readString(SCHEMA))
                        .at("/properties/plan/items/properties/kind/enum")))
                .isEqualTo(names(Remedy.Kind.values()));
        assertThat(names(JsonMapper.shared()
                        .readTree(Files.readString(SCHEMA))
                        .at("/properties/stalls/items/properties/pattern/enum")))
                .isEqualTo(names(StallPattern.values()));
        JsonNode limit =
                JsonMapper.shared().readTree(Files.readString(SCHEMA)).at("/properties/limits/items/properties");
        assertThat(names(limit.at("/kind/enum"))).isEqualTo(names(LimitKind.values()));
        assertThat(names(limit.at("/hides/enum"))).isEqualTo(names(Hides.values()));
        JsonNode holder = site.at("/holders/items/properties");
        assertThat(names(holder.at("/hold/enum"))).isEqualTo(names(Hold.values()));
        assertThat(names(holder.at("/confidence/enum"))).isEqualTo(names(Confidence.values()));
        assertThat(names(site.at("/advice/properties/kind/enum"))).isEqualTo(names(AdviceKind.values()));
    }

    @Test
    void a_report_can_be_read_back(@TempDir Path folder) throws IOException {
        for (Report report : List.of(
                Reports.mysql(),
                Reports.none(),
                Reports.withGaps(),
                Reports.none().costing(new WatchCost(0.25, 1_000_000)),
                Reports.none().without(new LeftOut(1, 2, 3)))) {
            Path file = Files.writeString(folder.resolve("report.json"), JsonReport.write(report));
            assertThat(JsonReport.read(file)).isEqualTo(report);
        }
    }

    @Test
    void reports_one_after_the_other_are_read_one_after_the_other() throws IOException {
        String lines = JsonReport.writeLine(Reports.mysql()) + JsonReport.write(Reports.none());
        assertThat(lines.indexOf('\n'))
                .isEqualTo(JsonReport.writeLine(Reports.mysql()).length() - 1);
        List<Report> read = new ArrayList<>();
        JsonReport.read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), read::add);
        assertThat(read).containsExactly(Reports.mysql(), Reports.none());
    }

    @Test
    void limits_of_every_kind_can_be_read_back() throws IOException {
        PinnedReport limited = PinnedReport.on("21.0.8");
        List.of(LimitKind.values()).forEach(kind -> limited.limit(LimitTextTest.example(kind, 1)));
        String json = JsonReport.write(limited.report());
        assertThat(violations(json)).isEmpty();
        assertThat(read(json).limits()).isEqualTo(limited.report().limits());
        JsonNode limit = JsonMapper.shared().readTree(json).at("/limits/0");
        assertThat(limit.path("kind").asString()).isEqualTo("pins_not_recorded");
        assertThat(limit.path("hides").asString()).isEqualTo("pins");
        assertThat(limit.path("sentence").asString()).isEqualTo("pins were not recorded: some words");
    }

    @Test
    void the_sentences_of_schema_1_are_read_as_what_they_said() throws IOException {
        for (LimitKind kind : LimitKind.values()) {
            boolean wasThere = !kind.name().startsWith("CARRIERS")
                    && !kind.name().startsWith("LAST")
                    && kind != LimitKind.NO_EVENTS_OF_PINS
                    && kind != LimitKind.EVENT_OFF_FOR_A_WHILE
                    && kind != LimitKind.PRINTED_EVENTS;
            if ((kind.hides() == Hides.PINS && wasThere) || kind.followsFromFigures()) {
                for (long number : new long[] {2, 180, 9_000}) {
                    Limit limit = LimitTextTest.example(kind, number);
                    String json = oldJson(inWordsOfSchema1(LimitText.sentence(limit)));
                    assertThat(read(json).limits()).as(json).containsExactly(limit);
                }
            }
        }
        assertThat(read(oldJson("the moon was full")).limits())
                .containsExactly(Limit.of(LimitKind.OTHER, "the moon was full"));
    }

    @Test
    void a_kind_of_limit_that_a_newer_release_added_is_read_as_its_sentence() throws IOException {
        String json = JsonReport.write(PinnedReport.on("21.0.8")
                .limit(Limit.of(LimitKind.PINNED_EVENT_OFF))
                .report());
        assertThat(read(json.replace("pinned_event_off", "sun_spots")).limits())
                .extracting(Limit::kind)
                .containsExactly(LimitKind.OTHER);
    }

    private static String inWordsOfSchema1(String sentence) {
        return sentence.replace("something else stopped it", "somebody else has stopped it")
                .replace(
                        "the recording does not contain all of its settings: short pins, or all pins of a kind,",
                        "the recording does not tell its settings: shorter pins, or all of a kind,")
                .replace("outside the requested time", "outside of the time asked for")
                .replace("such as name look-ups, leave no event", "(a name look-up, for one) leave no event")
                .replace("calls, (a name", "calls (a name")
                .replace("the number of carriers is unknown:", "nothing tells how many carriers there were:")
                .replace("too many pins to keep every one", "too many pins to keep each")
                .replace(
                        "were merged: what both contain counts twice. To count it once, pass the recordings to one"
                                + " analyze command",
                        "were added up: what both tell counts twice. Its recordings, given to one analyze, would count"
                                + " once")
                .replace("reports of one JVM for the same time", "reports of one JVM over the same time")
                .replace(
                        "a chunk occurs twice in the file; it was counted once",
                        "a chunk stands in the file twice; it was read once")
                .replace("file reads and writes", "reads and writes of files");
    }

    private static String oldJson(String sentence) {
        return JsonReport.writeLine(PinnedReport.on("21.0.8").report())
                .replace("\"schemaVersion\":2", "\"schemaVersion\":1")
                .replace("\"limits\":[]", "\"limits\":[\"" + sentence + "\"]");
    }

    private static Report read(String json) throws IOException {
        List<Report> read = new ArrayList<>();
        JsonReport.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), read::add);
        return read.get(0);
    }

    static Stream<Arguments> noReports() {
        String json = JsonReport.writeLine(Reports.mysql());
        return Stream.of(
                arguments("", "there is no report in it"),
                arguments("nonsense", "it is not JSON"),
                arguments(json.substring(0, json.length() / 2), "it is not JSON"),
                arguments("[]", "there is no report in it"),
                arguments("[1]", "it is not a report"),
                arguments("{}", "it has no schemaVersion"),
                arguments(
                        json.replace("\"schemaVersion\":2", "\"schemaVersion\":3"),
                        "its schemaVersion is 3, accepted are 1 and 2"),
                arguments(json.replace("\"totals\"", "\"sums\""), "totals is missing"),
                arguments(json.replace("\"className\"", "\"class\""), "className is missing"),
                arguments(json.replace("\"library\":{\"parts", "\"libary\":{\"parts"), "dimensions.library is missing"),
                arguments(json.replace("\"frames\":[0,", "\"frames\":[4711,"), "refers to frame 4711 of 4"),
                arguments(json.replace("\"exact\"", "\"certain\""), "it is not a report"),
                arguments(json.replace("\"pins\":100", "\"pins\":-100"), "pins is -100"),
                arguments(json.replace("2026-11-21T09:00:00Z", "yesterday"), "from String \"yesterday\""),
                arguments(
                        JsonReport.writeLine(Reports.withGaps()).replace("2026-11-21T09:00:10Z", "then"),
                        "from String \"then\""),
                arguments(json.replace("\"binSeconds\":0.125", "\"binSeconds\":0.1"), "bins of 0.1 s"),
                arguments(json.replace("[0,14340196224,", "[7,14340196224,"), "a JVM that is not listed"));
    }

    @ParameterizedTest
    @MethodSource("noReports")
    void what_is_no_report_is_refused_and_the_message_says_why(String json, String why) {
        assertThatThrownBy(() ->
                        JsonReport.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), report -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("io.vtmonitor");
    }

    private static List<String> violations(String json) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        return schema.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private static List<String> names(JsonNode texts) {
        return texts.valueStream().map(JsonNode::asString).toList();
    }

    private static List<String> names(Object[] values) {
        return Arrays.stream(values).map(Object::toString).toList();
    }
}
