package io.vtmonitor.cli;

import io.vtmonitor.cli.input.ReportFiles;
import io.vtmonitor.cli.output.OutputTargets;
import io.vtmonitor.cli.output.Usage;
import io.vtmonitor.gate.GateIgnores;
import io.vtmonitor.report.GateFacts.Unread;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.text.GateText;
import io.vtmonitor.scan.report.ScanGate;
import io.vtmonitor.scan.report.ScanJson;
import io.vtmonitor.scan.report.ScanReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for conditions of a build on the result of a scan. */
final class ScanGateOptions {
    @Option(
            names = "--fail-on",
            paramLabel = "CONDITION",
            split = ",",
            description = "Exit with code 3 if any of these conditions is met: " + ScanGate.ACCEPTED
                    + ". Separate several with commas.")
    private @Nullable List<String> failOn;

    @Option(
            names = "--ignore",
            paramLabel = "FILE",
            description = "Findings that conditions ignore, one per line: ID # REASON; * matches any characters "
                    + "(docs/scan.md).")
    private @Nullable Path ignore;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "An earlier scan as JSON; required by the condition new.")
    private @Nullable Path baseline;

    private ScanGate gate = new ScanGate(List.of());
    private GateIgnores ignores = GateIgnores.NONE;
    private @Nullable Set<String> before;

    void check(CommandSpec spec) {
        List<String> conditions = GateOptions.conditions(spec, failOn);
        try {
            gate = new ScanGate(conditions);
            ignores = ignore == null ? GateIgnores.NONE : GateIgnores.read(ignore);
        } catch (IllegalArgumentException e) {
            throw Usage.bad(spec, (ignore == null ? "--fail-on: " : "--fail-on or --ignore: ") + e.getMessage());
        } catch (IOException e) {
            throw Usage.bad(spec, "--ignore: can't read " + ignore + ": " + ReportFiles.reason(e));
        }
        if (!isRequested() && (ignore != null || baseline != null)) {
            throw Usage.bad(spec, "--ignore and --baseline require --fail-on");
        }
        if (gate.needsBaseline() && baseline == null) {
            throw Usage.bad(spec, "--fail-on: 'new' needs --baseline FILE");
        }
        try {
            before = baseline == null ? null : ScanJson.readIds(baseline);
        } catch (IOException e) {
            throw Usage.bad(spec, "--baseline: can't read " + baseline + ": " + ReportFiles.reason(e));
        }
    }

    /** Refuses an output that would replace a file that is read. */
    void keepInputs(CommandSpec spec, OutputTargets output) {
        output.keepInput(spec, ignore);
        output.keepInput(spec, baseline);
    }

    boolean isRequested() {
        return failOn != null && !failOn.isEmpty();
    }

    /**
     * Evaluates the conditions, and prints a line for each.
     *
     * @param complete whether everything could be read
     */
    GateResult judge(ScanReport report, boolean complete, PrintWriter err) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        GateResult judged = gate.judge(report, before, id -> ignores.leaveOut(id, today));
        GateResult result = complete ? judged : judged.incomplete(new Unread("not all of the input could be read"));
        for (GateResult.Condition condition : result.conditions()) {
            String outcome = condition.tripped() ? "TRIPPED " : result.blind() ? "undecided " : "kept ";
            err.println("vt-monitor: gate: " + outcome + condition.expression() + ": " + GateText.sentence(condition));
        }
        GateText.notes(result).forEach(note -> err.println("vt-monitor: gate: " + note));
        err.flush();
        return result;
    }

    int exitCode(GateResult result, boolean complete) {
        return result.tripped() ? GateOptions.TRIPPED : complete ? 0 : 1;
    }
}
