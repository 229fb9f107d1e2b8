package io.vtmonitor.report.text;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.diff.Diff;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.Part;
import io.vtmonitor.report.Difference.Side;
import io.vtmonitor.report.Difference.SiteChange;
import io.vtmonitor.report.Difference.VerdictChange;
import io.vtmonitor.report.Difference.WaitChange;
import io.vtmonitor.report.DifferenceFacts.OncePerJvm;
import io.vtmonitor.report.DifferenceFacts.OtherJdks;
import io.vtmonitor.report.DifferenceFacts.Why;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.json.JsonDifference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A comparison as text and as JSON. */
class DiffTextTest {
    private static final Path SCHEMA = RepositoryRoot.resolve("docs/diff.schema.json");

    private static final Difference DIFFERENCE = new Difference(
            1,
            0.1,
            side("21.0.8", 100),
            side("25.0.3", 130),
            List.of(
                    change("a.Gone.hold [sleep]", Kind.VANISHED, 60, 0, new OncePerJvm()),
                    change("a.Fresh.hold [sleep]", Kind.APPEARED, 0, 50, null),
                    change("a.Fresh2.hold [sleep]", Kind.APPEARED, 0, 30, null),
                    change("a.More.hold [sleep]", Kind.GREW, 20, 30, null),
                    change("a.Same.hold [sleep]", Kind.SAME, 20, 20, null)),
            List.of(
                    new VerdictChange(WaitVerdictKind.DEADLOCK, "a.Bank.pay", null, Kind.APPEARED, 0, 2),
                    new VerdictChange(WaitVerdictKind.LOCK_CONVOY, "a.Cache.load", null, Kind.SAME, 9, 40),
                    new VerdictChange(WaitVerdictKind.POOL_EXHAUSTED, null, "HikariCP", Kind.VANISHED, 7, 0)),
            List.of(
                    new WaitChange("a.Cache.load", WaitOperation.LOCK, null, Kind.GREW, 2, 40.5),
                    new WaitChange("com.zaxxer.hikari.Pool.get", WaitOperation.POOL, "HikariCP", Kind.APPEARED, 0, 9),
                    new WaitChange("a.Idle.sleep", WaitOperation.SLEEP, null, Kind.SAME, 5, 5)),
            List.of(new OtherJdks(List.of("21.0.8"), List.of("25.0.3"))));

    @Test
    void what_appeared_comes_first_and_the_rest_of_each_kind_is_counted() {
        assertThat(DiffText.write(DIFFERENCE, 1, TextStyle.UNWRAPPED)).isEqualTo("""
                        before  JDK 21.0.8, 1 JVM watched for 3600 s: 10 pins held carriers for 100 s, 2.0 % of the capacity
                        after   JDK 25.0.3, 1 JVM watched for 3600 s: 10 pins held carriers for 130 s, 2.0 % of the capacity
                        in all  100 s of carriers per hour before, 130 s after: +30 %

                        new     Deadlock in a.Bank.pay, 2 threads
                        gone    Pool exhausted of HikariCP, 7 threads

                        appeared: 2 sites, per hour of recording
                             +50.0 s  a.Fresh.hold [sleep]
                                      50.0 s in 5 pins
                            1 more; --top 2 shows all

                        grew: 1 site, per hour of recording
                             +10.0 s  a.More.hold [sleep]
                                      20.0 s in 5 pins before, 30.0 s in 5 pins after: +50 %

                        vanished: 1 site, per hour of recording
                             -60.0 s  a.Gone.hold [sleep]
                                      was 60.0 s in 5 pins
                                      It happens once per JVM: whether a recording contains it depends on when the recording began

                        1 site differs by no more than 10 %, or than chance causes between equal programs.

                        waits, pinned or not: 2 places changed, mean number of virtual threads
                               +38.5  a.Cache.load waits for a lock: 2.0 before, 40.5 after
                            1 more; --top 2 shows all

                        Note: the JDK differs: 21.0.8 before, 25.0.3 after.
                        """);
    }

    @Test
    void two_sides_without_a_pin_are_said_to_be_so() {
        Difference none = new Difference(
                1, 0.1, side("21.0.8", 0), side("21.0.8", 0), List.of(), List.of(), List.of(), List.of());
        assertThat(DiffText.write(none, 5, TextStyle.UNWRAPPED))
                .contains("in all  0 ms of carriers per hour before, 0 ms after\n")
                .endsWith("\nNeither side has a pin to compare.\n");
    }

    @Test
    void as_json_it_is_valid_by_the_schema_in_the_documentation() throws IOException {
        String json = JsonDifference.write(DIFFERENCE);
        assertThat(violations(json)).isEmpty();
        JsonNode written = JsonMapper.shared().readTree(json);
        assertThat(written.at("/notes/0").asString()).isEqualTo("the JDK differs: 21.0.8 before, 25.0.3 after");
        assertThat(written.at("/sites/0/why").asString()).startsWith("It happens once per JVM");
        assertThat(written.at("/sites/1").has("why")).isFalse();
        assertThat(violations(json.replace("\"grew\"", "\"rose\""))).isNotEmpty();
        assertThat(violations(json.replace("\"perHour\"", "\"hourly\""))).isNotEmpty();
    }

    @Test
    void the_schema_knows_every_name_that_a_comparison_can_use() throws IOException {
        JsonNode site = JsonMapper.shared().readTree(Files.readString(SCHEMA)).at("/properties/sites/items/properties");
        assertThat(names(site.at("/kind/enum"))).isEqualTo(names(Kind.values()));
        assertThat(names(site.at("/operation/enum"))).isEqualTo(names(Operation.values()));
        assertThat(names(site.at("/reason/enum"))).isEqualTo(names(Reason.values()));
        assertThat(names(site.at("/occurrence/enum"))).isEqualTo(names(Occurrence.values()));
        assertThat(names(site.at("/verdict/enum"))).isEqualTo(names(Verdict.values()));
    }

    @Test
    void a_dump_is_not_said_to_have_no_pins() {
        Side dump = new Side(List.of("app.json"), List.of("25.0.3"), 1, 0, 0, 0, 0, 0, 0, false);
        Difference difference = new Difference(1, 0.1, dump, dump, List.of(), List.of(), List.of(), List.of());
        assertThat(DiffText.write(difference, 1, TextStyle.UNWRAPPED))
                .startsWith("before  JDK 25.0.3, 1 JVM, not watched: no pins that have ended are shown\n")
                .doesNotContain("0 pins");
    }

    @Test
    void nor_are_several_dumps_which_span_some_time() {
        Report dumps = Reports.none(Source.DUMP);
        Difference difference = Diff.between(List.of(dumps), List.of(dumps), Diff.NOISE);
        assertThat(DiffText.write(difference, 1, TextStyle.UNWRAPPED))
                .startsWith("before  JDK 21.0.8, 1 JVM, not watched: no pins that have ended are shown\n")
                .doesNotContain("0 pins");
    }

    private static Side side(String jdk, double seconds) {
        return new Side(
                List.of("app.jfr"),
                List.of(jdk),
                1,
                nanos(3_600),
                seconds > 0 ? 10 : 0,
                nanos(seconds),
                seconds,
                0.02,
                0,
                false);
    }

    private static SiteChange change(String id, Kind kind, double was, double is, @Nullable Why why) {
        return new SiteChange(
                id,
                List.of(),
                kind,
                Operation.SLEEP,
                Reason.MONITOR,
                Occurrence.RECURRING,
                Verdict.GONE_ON_24,
                new Part(was > 0 ? 5 : 0, nanos(was), nanos(was), was),
                new Part(is > 0 ? 5 : 0, nanos(is), nanos(is), is),
                is - was,
                why);
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
