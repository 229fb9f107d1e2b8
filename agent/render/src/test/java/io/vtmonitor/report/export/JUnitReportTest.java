package io.vtmonitor.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
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
                            "site>100ms", true, "2 sites, most at a.B <clinit>", List.of("a.B <clinit>", "c\u0000.D")),
                    new Condition("lost>5%", false, "1 % of the capacity lost", List.of())),
            false,
            List.of("left out: 1 site"));

    @Test
    void each_condition_is_a_test_case_and_one_that_is_met_fails() throws Exception {
        assertThat(of("concat(/testsuites/@tests, ' ', /testsuites/@failures, ' ', //testsuite/@errors)"))
                .isEqualTo("2 1 0");
        assertThat(of("//testcase[1]/@name")).isEqualTo("site>100ms");
        assertThat(of("//testcase[1]/failure/@message")).isEqualTo("2 sites, most at a.B <clinit>");
        assertThat(of("//testcase[1]/failure")).contains("a.B <clinit>\nc?.D");
        assertThat(of("count(//testcase[2]/failure)")).isEqualTo("0");
        assertThat(of("//testcase[2]/system-out")).isEqualTo("1 % of the capacity lost");
        assertThat(of("//testsuite/system-out")).isEqualTo("left out: 1 site");
    }

    @Test
    void what_could_not_be_read_is_an_error_unless_all_conditions_are_met() {
        Condition kept = new Condition("pins>1", false, "0 pins in all", List.of());
        Condition met = new Condition("pins>=0", true, "0 pins in all", List.of());
        GateResult unread =
                new GateResult(List.of(met, kept), false, List.of("a note")).incomplete("a part is missing");
        assertThat(unread.blind()).isTrue();
        assertThat(unread.notes()).containsExactly("the gate is blind: a part is missing", "a note");
        assertThat(JUnitReport.write(unread))
                .contains("errors=\"1\"", "message=\"the gate is blind: a part is missing\"");
        assertThat(new GateResult(List.of(met), false, List.of())
                        .incomplete("a part is missing")
                        .blind())
                .isFalse();
        assertThat(new GateResult(List.of(), false, List.of())
                        .incomplete("nobody asked")
                        .blind())
                .isFalse();
    }

    @Test
    void a_gate_that_sees_nothing_is_an_error() throws Exception {
        GateResult blind = new GateResult(
                List.of(new Condition("pins>1", false, "0 pins in all", List.of())),
                true,
                List.of("the gate is blind: PINS ARE MISSING"));
        assertThat(of(blind, "concat(/testsuites/@tests, ' ', /testsuites/@failures, ' ', //testsuite/@errors)"))
                .isEqualTo("2 0 1");
        assertThat(of(blind, "//testcase[2]/error/@message")).isEqualTo("the gate is blind: PINS ARE MISSING");
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
