package io.vtmonitor.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.GateFacts.ExceptedFindings;
import io.vtmonitor.report.GateFacts.Limited;
import io.vtmonitor.report.GateFacts.LostCapacity;
import io.vtmonitor.report.GateFacts.PinCount;
import io.vtmonitor.report.GateFacts.PinnedSite;
import io.vtmonitor.report.GateFacts.SiteCheck;
import io.vtmonitor.report.GateFacts.Sites;
import io.vtmonitor.report.GateFacts.UnlistedPins;
import io.vtmonitor.report.GateFacts.Unread;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.text.GateText;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class JUnitReportTest {
    private static final GateResult GATE = new GateResult(
            List.of(
                    new Condition(
                            "site>100ms",
                            true,
                            new Sites(SiteCheck.TIME, 2, false),
                            List.of(site("a.B.<clinit> [sleep]"), site("c\u0000.D [sleep]")),
                            List.of()),
                    new Condition("lost>5%", false, new LostCapacity(0.01, false), List.of(), List.of())),
            List.of(),
            List.of(new UnlistedPins(2)));

    private static final Condition KEPT = new Condition("pins>1", false, new PinCount(0, false), List.of(), List.of());

    private static PinnedSite site(String id) {
        return new PinnedSite(id, 0.2, 2, 0.1, List.of());
    }

    @Test
    void each_condition_is_a_test_case_and_one_that_is_met_fails() throws Exception {
        assertThat(of("concat(/testsuites/@tests, ' ', /testsuites/@failures, ' ', //testsuite/@errors)"))
                .isEqualTo("2 1 0");
        assertThat(of("//testcase[1]/@name")).isEqualTo("site>100ms");
        assertThat(of("//testcase[1]/failure/@message"))
                .isEqualTo("2 sites, most at a.B.<clinit> [sleep]: 200 ms in 2 pins, longest 100 ms");
        assertThat(of("//testcase[1]/failure"))
                .contains("longest 100 ms\na.B.<clinit> [sleep]: 200 ms", "longest 100 ms\nc?.D [sleep]: 200 ms");
        assertThat(of("count(//testcase[2]/failure)")).isEqualTo("0");
        assertThat(of("//testcase[2]/system-out")).isEqualTo("1.0 % of the capacity lost");
        assertThat(of("//testsuite/system-out"))
                .isEqualTo("2 pins of sites beyond the bound: counted in the total, but for no site");
    }

    @Test
    void what_could_not_be_read_is_an_error_unless_all_conditions_are_met() {
        Condition met = new Condition("pins>=0", true, new PinCount(0, false), List.of(), List.of());
        Unread missing = new Unread("a part is missing");
        GateResult unread =
                new GateResult(List.of(met, KEPT), List.of(), List.of(new ExceptedFindings(2))).incomplete(missing);
        assertThat(unread.blind()).isTrue();
        assertThat(GateText.notes(unread))
                .containsExactly(
                        "the gate is blind: a part is missing", "2 findings are left out by the list of exceptions.");
        assertThat(JUnitReport.write(unread))
                .contains("errors=\"1\"", "message=\"the gate is blind: a part is missing\"");
        assertThat(new GateResult(List.of(met), List.of(), List.of())
                        .incomplete(missing)
                        .blind())
                .isFalse();
        assertThat(GateResult.NO_CONDITIONS.incomplete(missing).blind())
                .as("nobody asked")
                .isFalse();
    }

    @Test
    void a_gate_that_sees_nothing_is_an_error() throws Exception {
        GateResult blind = new GateResult(
                List.of(KEPT), List.of(new Limited(Limit.of(LimitKind.PINNED_EVENT_OFF), false)), List.of());
        assertThat(of(blind, "concat(/testsuites/@tests, ' ', /testsuites/@failures, ' ', //testsuite/@errors)"))
                .isEqualTo("2 0 1");
        assertThat(of(blind, "//testcase[2]/error/@message")).startsWith("the gate is blind: PINS ARE MISSING");
    }

    private static String of(String path) throws Exception {
        return of(GATE, path);
    }

    private static String of(GateResult gate, String path) throws Exception {
        Document document = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(JUnitReport.write(gate))));
        XPath xpath = XPathFactory.newDefaultInstance().newXPath();
        return xpath.evaluate(path, document);
    }
}
