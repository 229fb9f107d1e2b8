package io.vtmonitor.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.lab.AgentReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final AgentReport.Advice ADVICE = new AgentReport.Advice("It pins.", "Upgrade it.");

    @Test
    void theWorstSiteIsToldWithAllItsHoldersAndWhatToDo() {
        var verdict = Verdict.of("old", report(100, 50, site(98, 49, "read", "execute"), site(2, 1, "other")));

        assertThat(verdict.text())
                .isEqualTo(
                        "49.0 s in 98 pins: socket read, held by com.A.read (monitor, exact) < com.A.execute (monitor,"
                                + " exact). Upgrade it.");
        assertThat(verdict.pins()).isEqualTo(100);
    }

    @Test
    void aSiteWithoutAHolderIsToldSo() {
        assertThat(Verdict.of("x", report(3, 1, site(3, 1))).text()).contains("held by unknown");
    }

    @Test
    void aFewMillisecondsAreCountedAndNotBlamed() {
        assertThat(Verdict.of("new", report(2, 0.03, site(2, 0.03, "start"))).text())
                .isEqualTo("2 pins, 30 ms together: nothing that counts");
    }

    @Test
    void oneIsNotSeveral() {
        assertThat(Verdict.of("new", report(1, 0.03, site(1, 0.03, "start"))).cost())
                .isEqualTo("1 pin, 30 ms together");
    }

    @Test
    void withoutPinsItSaysSo() {
        assertThat(Verdict.of("new", report(0, 0)).text()).isEqualTo("no pins");
    }

    @Test
    void whereNoPinMattersItTellsWhatVirtualThreadsWaitedFor() {
        var wait = new AgentReport.WaitVerdict("pool_exhausted", "likely", "80 wait.", "Bound the callers.");
        var report = report(1, 0.03, site(1, 0.03, "start"));
        var waiting =
                new AgentReport(report.jvms(), report.totals(), report.sites(), new AgentReport.Waits(List.of(wait)));

        assertThat(Verdict.of("new", waiting).text()).isEqualTo("pool exhausted (likely): 80 wait. Bound the callers.");
    }

    @Test
    void anExperimentWithWaitsTellsThemWhateverPinned() {
        var wait = new AgentReport.WaitVerdict("pool_exhausted", "likely", "80 wait.", "Bound the callers.");
        var report = report(98, 49, site(98, 49, "start"));
        var waiting =
                new AgentReport(report.jvms(), report.totals(), report.sites(), new AgentReport.Waits(List.of(wait)));

        assertThat(Verdict.ofWaits("new", waiting).text()).startsWith("pool exhausted (likely): 80 wait.");
        assertThat(Verdict.ofWaits("new", report)).isEqualTo(Verdict.of("new", report));
    }

    private static AgentReport report(long pins, double seconds, AgentReport.Site... sites) {
        return new AgentReport(
                List.of(new AgentReport.Jvm("21", 60, 2)), new AgentReport.Totals(pins, seconds), List.of(sites), null);
    }

    private static AgentReport.Site site(long pins, double seconds, String... methods) {
        var holders = List.of(methods).stream()
                .map(method -> new AgentReport.Holder("com.A", method, "monitor", "exact"))
                .toList();
        return new AgentReport.Site(holders, "socket_read", "monitor", pins, seconds, ADVICE);
    }
}
