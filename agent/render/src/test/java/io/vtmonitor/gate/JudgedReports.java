package io.vtmonitor.gate;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.Report;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

/** Reports with known figures, and what a gate says of them. */
final class JudgedReports {
    /** 300 ms at A, 60 ms at B, 500 ms in an initializer, in an hour of two carriers. */
    static final Report REPORT = PinnedReport.on("21.0.8")
            .pins(3, 100, "java.lang.Thread.sleep", "*com.acme.A.hold", "com.acme.Main.run")
            .pins(1, 60, "java.lang.Thread.sleep", "*lib.B.hold", "com.other.Job.run")
            .hold(Hold.CLASS_INIT)
            .pins(1, 500, "java.lang.Thread.sleep", "*com.acme.C.<clinit>", "com.acme.Main.run")
            .report();

    static final LocalDate TODAY = LocalDate.parse("2026-11-21");

    private JudgedReports() {}

    static GateResult judged(Report report, String... expressions) {
        return judged(GateIgnores.NONE, report, expressions);
    }

    static GateResult judged(GateIgnores ignores, Report report, String... expressions) {
        return new Gate(expressions(expressions), ignores, false, false, TODAY).judge(List.of(report), null);
    }

    static List<GateExpression> expressions(String... texts) {
        return Stream.of(texts).map(GateExpression::of).toList();
    }
}
