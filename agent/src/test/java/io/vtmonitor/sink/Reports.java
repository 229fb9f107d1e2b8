package io.vtmonitor.sink;

import io.vtmonitor.model.Advice;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Report;
import io.vtmonitor.model.Verdict;
import java.util.List;

/** Reports for tests of what is written from them. */
final class Reports {
    static final Report.Jvm JVM = new Report.Jvm("21.0.8", "2026-11-21T09:00:00Z", 51, 2, "processors", 0.001, 0.02);

    private Reports() {}

    /** What 100 queries of one second through an old driver look like. */
    static Report mysql() {
        return of(List.of(site()));
    }

    static Report of(List<Report.SiteFigures> sites) {
        return new Report(
                1,
                new Report.Source("live", "vt-monitor", List.of()),
                List.of(JVM),
                new Report.Totals(100, 100.1, 0, 0.98, 50, 2, 0),
                sites,
                new Report.Figures(0, 0, 0, List.of()),
                List.of("pins shorter than 1 ms are not recorded"));
    }

    static Report.SiteFigures site() {
        return new Report.SiteFigures(
                "id",
                Operation.SOCKET_READ,
                Reason.MONITOR,
                false,
                List.of(
                        new Report.HolderLine(
                                "com.mysql.cj.protocol.ReadAheadInputStream",
                                "read",
                                180,
                                Hold.MONITOR,
                                1,
                                "this",
                                Confidence.EXACT,
                                new Library("mysql-connector-j", "8.0.33")),
                        new Report.HolderLine(
                                "com.mysql.cj.jdbc.StatementImpl",
                                "executeQuery",
                                1168,
                                Hold.MONITOR,
                                2,
                                "result of getConnectionMutex()",
                                Confidence.LIKELY,
                                null)),
                List.of("com.acme.Orders.load"),
                100,
                100.1,
                1.0,
                1.01,
                1.02,
                List.of(),
                Verdict.GONE_ON_24,
                new Advice(
                        "x",
                        AdviceKind.MONITOR,
                        "It reads while it owns a monitor.",
                        "Upgrade.",
                        List.of(new MethodName("com.mysql.cj.protocol.ReadAheadInputStream", "read")),
                        List.of(new MethodName("com.mysql.cj.jdbc.StatementImpl", "executeQuery")),
                        "https://example.org/",
                        Confidence.EXACT),
                List.of());
    }
}
