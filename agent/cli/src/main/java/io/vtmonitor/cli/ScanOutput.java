package io.vtmonitor.cli;

import io.vtmonitor.cli.output.Format;
import io.vtmonitor.cli.output.OutputTargets;
import io.vtmonitor.cli.output.Usage;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.export.JUnitReport;
import io.vtmonitor.report.export.SourceTree;
import io.vtmonitor.report.text.TextStyle;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.report.Dependencies;
import io.vtmonitor.scan.report.ScanCsv;
import io.vtmonitor.scan.report.ScanHtml;
import io.vtmonitor.scan.report.ScanJson;
import io.vtmonitor.scan.report.ScanReport;
import io.vtmonitor.scan.report.ScanSarif;
import io.vtmonitor.scan.report.ScanText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for the output of a scan. */
final class ScanOutput extends OutputTargets {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text, json, html, csv, sarif, or junit; default: by the file name extension of -o, or "
                    + "else text. junit contains the result of --fail-on.")
    private @Nullable Format format;

    @Option(
            names = "-o",
            paramLabel = "OUT",
            description = "Write to this file instead of standard output. The extension selects the format: .txt "
                    + ".json .html .csv .sarif .xml. May be repeated; - is standard output.")
    private List<Path> outputs = List.of();

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "For text: number of findings; default ${DEFAULT-VALUE}.")
    private int top;

    @Option(
            names = "--all",
            description = "For text: also show findings that depend on a call with several possible targets.")
    private boolean all;

    @Option(
            names = "--source-root",
            paramLabel = "DIR",
            description = "For sarif: the folder to look for sources and pom.xml in, usually the root of the "
                    + "repository.")
    private @Nullable Path sourceRoot;

    /** Planning is limited, because it reads the class files of whole libraries. */
    private static final int MOST_PLANNED = 50;

    private @Nullable SourceTree sources;
    private @Nullable Dependencies dependencies;

    void check(CommandSpec spec, boolean gated) {
        checkTargets(
                spec,
                format,
                outputs,
                EnumSet.of(Format.TEXT, Format.JSON, Format.HTML, Format.CSV, Format.SARIF, Format.JUNIT));
        if (top < 1) {
            throw Usage.bad(spec, "--top " + top + ": accepted: whole numbers, 1 or larger");
        }
        if (writes(Format.JUNIT) && !gated) {
            throw Usage.bad(spec, "format junit contains the result of conditions; it requires --fail-on");
        }
        if (sourceRoot != null && !writes(Format.SARIF)) {
            throw Usage.bad(spec, "--source-root is for sarif: it requires sarif output");
        }
        try {
            sources = sourceRoot == null ? null : SourceTree.of(sourceRoot);
            dependencies = sourceRoot == null ? null : Dependencies.of(sourceRoot);
        } catch (IOException e) {
            throw Usage.bad(spec, "--source-root: can't read the folder: " + FailureText.of(e));
        }
    }

    /** The findings to plan: those of the first screen of text, and the first ones for JSON. */
    List<Assessment> planned(ScanReport report) {
        Set<Assessment> planned = new LinkedHashSet<>();
        if (writes(Format.JSON)) {
            report.findings().stream().limit(MOST_PLANNED).forEach(planned::add);
        }
        if (writes(Format.TEXT)) {
            planned.addAll(report.firstScreen(top, all));
        }
        return List.copyOf(planned);
    }

    void write(ScanReport report, GateResult gate, PrintWriter out) throws IOException {
        write((wanted, style) -> in(wanted, report, gate, style), out);
    }

    private String in(Format wanted, ScanReport report, GateResult gate, TextStyle style) {
        return switch (wanted) {
            case JSON -> ScanJson.write(report);
            case HTML -> ScanHtml.write(report);
            case CSV -> ScanCsv.write(report);
            case SARIF -> ScanSarif.write(report, sources, dependencies);
            case JUNIT -> JUnitReport.write(gate);
            default -> ScanText.write(report, top, all, style);
        };
    }
}
