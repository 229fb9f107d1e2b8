package io.vtmonitor.cli;

import io.vtmonitor.cli.input.ReportFiles;
import io.vtmonitor.cli.output.OutputTargets;
import io.vtmonitor.cli.output.Usage;
import io.vtmonitor.common.Durations;
import io.vtmonitor.gate.Gate;
import io.vtmonitor.gate.GateExpression;
import io.vtmonitor.gate.GateIgnores;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.GateFacts.Unread;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.text.GateText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for conditions of a build. */
final class GateOptions {
    /** The exit code if a condition is met. */
    static final int TRIPPED = 3;

    private static final int SITES_SAID = 3;

    @Option(
            names = "--fail-on",
            paramLabel = "CONDITION",
            split = ",",
            description = "Exit with code 3 if any of these conditions is met: " + GateHelp.ACCEPTED + ".")
    private @Nullable List<String> failOn;

    @Option(
            names = "--ignore",
            paramLabel = "FILE",
            description = "Sites that conditions ignore, one per line: SITE # REASON; * matches any characters "
                    + "(docs/ci.md).")
    private @Nullable Path ignore;

    @Option(
            names = "--count-one-time",
            description = "Let conditions also count sites that occur once per JVM, such as class loading and "
                    + "initialization.")
    private boolean countOneTime;

    @Option(
            names = "--strict",
            description = "Treat a condition as not evaluable (exit code 1), not as passed, if something may have "
                    + "hidden what it asks about.")
    private boolean strict;

    private @Nullable Gate gate;

    /** Texts for picocli, in which {@code %} is doubled. */
    private static final class GateHelp {
        static final String ACCEPTED = "total>1s, site>100ms, longest>50ms, starved>0s, pins>10, lost>5%%,"
                + " waiting>100, pool>10, package:com.acme, new, grew>20%%. Separate several with commas "
                + "and quote them";
    }

    /**
     * Refuses options that can't be parsed.
     *
     * @param compares whether there is something to compare with
     * @param noise a site that grew by no more than this part counts as unchanged
     */
    void check(CommandSpec spec, boolean compares, double noise) {
        List<String> conditions = conditions(spec, failOn);
        List<GateExpression> expressions = new ArrayList<>();
        try {
            for (String text : conditions) {
                expressions.add(GateExpression.of(text));
            }
        } catch (IllegalArgumentException e) {
            throw Usage.bad(spec, "--fail-on: " + e.getMessage());
        }
        for (GateExpression expression : expressions) {
            if (expression.subject().needsBaseline() && !compares) {
                throw Usage.bad(spec, "--fail-on: '" + expression.text() + "' needs --baseline FILE");
            }
        }
        for (GateExpression expression : expressions) {
            if (expression.subject() == GateExpression.Subject.GREW && expression.limit() < noise) {
                throw Usage.bad(
                        spec,
                        "--fail-on: '" + expression.text() + "' asks for less than --noise, " + Durations.percent(noise)
                                + ", which never counts as growth");
            }
        }
        if (expressions.isEmpty() && (ignore != null || countOneTime || strict)) {
            throw Usage.bad(spec, "--ignore, --count-one-time, and --strict require --fail-on");
        }
        if (isRequested()) {
            gate = new Gate(expressions, ignores(spec), countOneTime, strict, LocalDate.now(ZoneOffset.UTC));
        }
    }

    /**
     * The conditions; none if the option is not set. Of commas alone, as two empty variables of a script make them, the
     * parser leaves an empty list.
     */
    static List<String> conditions(CommandSpec spec, @Nullable List<String> set) {
        if (set != null && set.isEmpty()) {
            throw Usage.bad(spec, "--fail-on: no condition is given");
        }
        return set == null ? List.of() : set;
    }

    private GateIgnores ignores(CommandSpec spec) {
        try {
            return ignore == null ? GateIgnores.NONE : GateIgnores.read(ignore);
        } catch (IllegalArgumentException e) {
            throw Usage.bad(spec, "--ignore " + ignore + ": " + e.getMessage());
        } catch (IOException e) {
            throw Usage.bad(spec, "--ignore: can't read " + ignore + ": " + ReportFiles.reason(e));
        }
    }

    /** Refuses an output that would replace the list of exceptions. */
    void keepInputs(CommandSpec spec, OutputTargets output) {
        output.keepInput(spec, ignore);
    }

    boolean isRequested() {
        return failOn != null && !failOn.isEmpty();
    }

    /**
     * Evaluates the conditions, and prints a line for each.
     *
     * @param difference see {@link Gate#judge}
     * @param problems what could not be read, a sentence each
     */
    GateResult judge(List<Report> reports, @Nullable Difference difference, List<String> problems, PrintWriter err) {
        if (gate == null) {
            return GateResult.NO_CONDITIONS;
        }
        GateResult judged = gate.judge(reports, difference);
        GateResult result = problems.isEmpty()
                ? judged
                : judged.incomplete(new Unread("not all of the input could be read: " + problems.get(0)));
        for (Condition condition : result.conditions()) {
            printCondition(condition, result.blind(), err);
        }
        GateText.notes(result).forEach(note -> err.println("vt-monitor: gate: " + note));
        err.flush();
        return result;
    }

    /**
     * The result if there is nothing to which the conditions could be applied.
     *
     * @param why a sentence about it
     */
    GateResult blind(String why, PrintWriter err) {
        if (gate == null) {
            return GateResult.NO_CONDITIONS;
        }
        GateResult result = new GateResult(List.of(), List.of(new Unread(why)), List.of());
        GateText.notes(result).forEach(note -> err.println("vt-monitor: gate: " + note));
        err.flush();
        return result;
    }

    /**
     * The exit code of the process.
     *
     * @param complete whether everything could be read
     */
    int exitCode(GateResult result, boolean complete) {
        if (gate == null) {
            return complete ? 0 : 1;
        }
        if (result.tripped()) {
            return TRIPPED;
        }
        return complete && !result.blind() ? 0 : 1;
    }

    private static void printCondition(Condition condition, boolean blind, PrintWriter err) {
        if (!condition.tripped()) {
            err.println("vt-monitor: gate: " + (blind ? "undecided " : "kept ") + condition.expression() + ": "
                    + GateText.sentence(condition));
            return;
        }
        err.println("vt-monitor: gate: TRIPPED " + condition.expression() + ": " + GateText.sentence(condition));
        // The sentence has the first site.
        List<String> sites = GateText.met(condition);
        sites.stream().skip(1).limit(SITES_SAID - 1).forEach(site -> err.println("vt-monitor: gate:   and " + site));
        if (sites.size() > SITES_SAID) {
            err.println("vt-monitor: gate:   and " + (sites.size() - SITES_SAID) + " more");
        }
    }
}
