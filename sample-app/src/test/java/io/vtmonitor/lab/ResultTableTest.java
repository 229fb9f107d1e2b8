package io.vtmonitor.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {
    private static final AgentReport.Holder READ =
            new AgentReport.Holder("com.mysql.cj.protocol.ReadAheadInputStream", "read", "monitor", "exact");
    private static final AgentReport.Holder EXECUTE =
            new AgentReport.Holder("com.mysql.cj.jdbc.ClientPreparedStatement", "executeQuery", "monitor", "exact");

    @Test
    void columnsAreAsWideAsTheirWidestCellAndTheHoldersAreNamed() {
        var pinned = outcome(21, "8.0.33", 50.05, 100, 100.1, List.of(READ, EXECUTE));
        var free = outcome(25, "26.10.0", 1.06, 2, 0.02, List.of(READ));

        assertThat(ResultTable.of(List.of(pinned, free))).isEqualTo("""
                JDK  Connector/J  requests  wall s  requests/s  pins  pinned carrier-s  capacity lost  who holds the carrier
                 21       8.0.33       100    50.1         2.0   100            100.10          100 %  ReadAheadInputStream.read < ClientPreparedStatement.executeQuery
                 25      26.10.0       100     1.1        94.3     2              0.02            1 %  nobody
                """);
    }

    @Test
    void aSiteWithoutAKnownHolderIsNamedByWhatItWaitsFor() {
        var outcome = outcome(21, "8.0.33", 50, 100, 100, List.of());

        assertThat(outcome.whoHolds()).isEqualTo("unknown (socket_read)");
    }

    @Test
    void withoutAnySiteNobodyHoldsTheCarrier() {
        var report = new AgentReport(
                List.of(new AgentReport.Jvm("25", 1, 2)), new AgentReport.Totals(0, 0), List.of(), null);
        var outcome = new Outcome(variant(25, "8.0.33"), new Load.Result(100, 1, 1, 1), report, Path.of("out"));

        assertThat(outcome.whoHolds()).isEqualTo("nobody");
        assertThat(outcome.capacityLost()).isZero();
    }

    private static Outcome outcome(
            int jdk, String driver, double wall, long pins, double pinned, List<AgentReport.Holder> holders) {
        var advice = new AgentReport.Advice("summary", "action");
        var site = new AgentReport.Site(holders, "socket_read", "monitor", pins, pinned, advice);
        var report = new AgentReport(
                List.of(new AgentReport.Jvm(Integer.toString(jdk), wall + 5, 2)),
                new AgentReport.Totals(pins, pinned),
                List.of(site),
                null);
        return new Outcome(variant(jdk, driver), new Load.Result(100, wall, wall / 2, wall), report, Path.of("out"));
    }

    private static Variant variant(int jdk, String driver) {
        return new Variant(new Jdk(jdk, Path.of("home")), driver);
    }
}
