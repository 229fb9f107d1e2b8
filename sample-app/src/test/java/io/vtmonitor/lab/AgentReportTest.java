package io.vtmonitor.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentReportTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("report.json");
    }

    @Test
    void readsWhatTheTableShowsAndPassesOverTheRest() throws IOException {
        Files.writeString(file, """
                {"schemaVersion": 1, "new": {"a": 1},
                 "jvms": [{"javaVersion": "21.0.8", "wallSeconds": 12.3, "parallelism": 2, "pid": 7}],
                 "totals": {"pins": 100, "pinnedSeconds": 100.1, "capacityLost": 0.98},
                 "sites": [{"id": "a", "operation": "socket_read", "reason": "monitor", "pins": 98, "pinnedSeconds": 99.0,
                   "holders": [{"className": "com.A", "methodName": "read", "hold": "monitor", "confidence": "exact"}],
                   "advice": {"summary": "It pins.", "action": "Upgrade it."}}]}
                """);

        var report = AgentReport.read(file);

        assertThat(report.carriers()).isEqualTo(2);
        assertThat(report.totals()).isEqualTo(new AgentReport.Totals(100, 100.1));
        assertThat(report.worstSite()).hasValueSatisfying(site -> {
            assertThat(site.holders()).extracting(AgentReport.Holder::frame).containsExactly("com.A.read");
            assertThat(site.advice().action()).isEqualTo("Upgrade it.");
        });
    }

    @Test
    void aNumberIsTakenFromTheFirstCureThatNamesOne() throws IOException {
        Files.writeString(file, """
                {"jvms": [{"javaVersion": "25.0.3", "wallSeconds": 12.3, "parallelism": 2}],
                 "totals": {"pins": 0, "pinnedSeconds": 0},
                 "sites": [],
                 "waits": {"verdicts": [
                   {"kind": "backlog", "confidence": "likely", "evidence": "admit at most 7 callers", "cure": "Wait."},
                   {"kind": "pool_exhausted", "confidence": "likely", "evidence": "", "cure": "admit at most 12 callers"}]}}
                """);
        var report = AgentReport.read(file);

        assertThat(report.number(Pattern.compile("admit at most (\\d+) callers")))
                .hasValue(12);
        assertThat(report.number(Pattern.compile("size to (\\d+)"))).isEmpty();
    }

    @Test
    void aMissingReportIsSaidWithItsPlace() {
        assertThatThrownBy(() -> AgentReport.read(file))
                .isInstanceOf(DemoFailure.class)
                .hasMessageContaining("wrote no report to " + file);
    }

    @Test
    void aReportOfAnotherShapeIsSaidWithItsPlace() throws IOException {
        Files.writeString(file, "{\"jvms\": 3}");

        assertThatThrownBy(() -> AgentReport.read(file))
                .isInstanceOf(DemoFailure.class)
                .hasMessageContaining(file + ", and it is not as expected");
    }
}
