package io.vtmonitor.cli;

import io.vtmonitor.cli.input.RecordingReport;
import io.vtmonitor.cli.output.Format;
import io.vtmonitor.cli.output.OutputTargets;
import io.vtmonitor.cli.output.Usage;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.report.Dimension;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.export.CollapsedReport;
import io.vtmonitor.report.export.CsvReport;
import io.vtmonitor.report.export.JUnitReport;
import io.vtmonitor.report.export.SarifReport;
import io.vtmonitor.report.export.SourceTree;
import io.vtmonitor.report.export.WaitsCsvReport;
import io.vtmonitor.report.html.HtmlReport;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.report.text.DimensionText;
import io.vtmonitor.report.text.JvmText;
import io.vtmonitor.report.text.MarkdownReport;
import io.vtmonitor.report.text.PlanText;
import io.vtmonitor.report.text.TextReport;
import io.vtmonitor.report.text.TextStyle;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for the output of a report. */
final class Output extends OutputTargets {
    /** Three sites fill a screen, together with the text above and below them. */
    private static final int SITES = 3;

    private static final int PARTS = 5;
    private static final Dimension NO_DIMENSION = new Dimension(List.of(), new Dimension.Figures(0, 0, 0));

    /** How the pinned time is divided. */
    enum By {
        SITE,
        CULPRIT,
        LIBRARY,
        OPERATION,
        ENTRY,
        THREAD,
        OWNER,
        JVM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES}; default: by the file name extension of -o, or else text. junit"
                    + " contains the result of --fail-on. waits-csv and waits-collapsed contain what virtual threads "
                    + "wait for.")
    private @Nullable Format format;

    @Option(
            names = "-o",
            paramLabel = "OUT",
            description = "Write to this file instead of standard output. The extension selects the format: .txt "
                    + ".json .html .md .csv .collapsed .folded .sarif .xml .waits.csv .waits.collapsed. May be "
                    + "repeated; - is standard output.")
    private List<Path> outputs = List.of();

    @Option(
            names = "--by",
            paramLabel = "DIMENSION",
            defaultValue = "site",
            description = "For text: group by ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private By by = By.SITE;

    @Option(names = "--migrate", description = "For text: show every available fix, cheapest first, with its sites.")
    private boolean migrate;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "For text and markdown: number of sites or groups; default 3 sites of at least 1 %%, or 5"
                    + " groups.")
    private @Nullable Integer top;

    @Option(
            names = "--stacks",
            paramLabel = "N",
            defaultValue = "0",
            description = "For text: number of stacks per site, at most 10; default ${DEFAULT-VALUE}.")
    private int stacks;

    @Option(
            names = "--weight",
            paramLabel = "WEIGHT",
            defaultValue = "time",
            description = "For collapsed: ${COMPLETION-CANDIDATES}. Microseconds pinned or number of pins; for "
                    + "waits, microseconds waited or number of threads. Default ${DEFAULT-VALUE}.")
    private CollapsedReport.Weight weight = CollapsedReport.Weight.TIME;

    @Option(
            names = "--source-root",
            paramLabel = "DIR",
            description = "For sarif: the folder to look for the application's sources in, usually the root of the "
                    + "repository.")
    private @Nullable Path sourceRoot;

    @Option(
            names = "--per-file",
            description = "Write one report per file instead of one for all. On standard output each follows its "
                    + "file's name, or with --format json takes one line. If -o names a folder, each goes into "
                    + "a file of its own there, as JSON unless --format says otherwise.")
    private boolean perFile;

    private @Nullable SourceTree sources;
    private @Nullable PerFile files;

    /** The same for reports, which may be of several files each. */
    void checkMerged(CommandSpec spec, boolean gated) {
        if (perFile) {
            throw Usage.bad(spec, "--per-file is accepted by analyze only: merge combines all reports into one");
        }
        check(spec, gated);
    }

    /**
     * Refuses options that exclude each other.
     *
     * @param gated whether there are conditions
     */
    void check(CommandSpec spec, boolean gated) {
        if (perFile) {
            Path folder = checkFolder(
                    spec,
                    format,
                    outputs,
                    EnumSet.complementOf(EnumSet.of(Format.JUNIT)),
                    EnumSet.of(Format.TEXT, Format.JSON));
            files = new PerFile(folder, onlyFormat());
        } else {
            checkTargets(spec, format, outputs, EnumSet.allOf(Format.class));
        }
        if ((top != null && top < 0) || stacks < 0) {
            throw Usage.bad(
                    spec,
                    (stacks < 0 ? "--stacks " + stacks : "--top " + top) + ": accepted: whole numbers, 0 or larger");
        }
        if ((migrate || by != By.SITE) && !writes(Format.TEXT)) {
            throw Usage.bad(spec, "--migrate and --by are for text: they require text output");
        }
        if (migrate && by != By.SITE) {
            throw Usage.bad(spec, "--migrate and --by: only one of them is accepted");
        }
        if (writes(Format.JUNIT) && !gated) {
            throw Usage.bad(spec, "format junit contains the result of conditions; it requires --fail-on");
        }
        if (sourceRoot != null && !writes(Format.SARIF)) {
            throw Usage.bad(spec, "--source-root is for sarif: it requires sarif output");
        }
        sources = sources(spec);
    }

    private @Nullable SourceTree sources(CommandSpec spec) {
        try {
            return sourceRoot == null ? null : SourceTree.of(sourceRoot);
        } catch (IOException e) {
            throw Usage.bad(spec, "--source-root: can't read the folder: " + FailureText.of(e));
        }
    }

    /** Whether each file has a report of its own. */
    boolean isPerFile() {
        return perFile;
    }

    /**
     * Writes the report to all targets.
     *
     * @param gate the results of the conditions
     */
    void write(Report report, GateResult gate, PrintWriter out) throws IOException {
        if (files == null) {
            write(
                    (format, style) -> switch (format) {
                        case JUNIT -> JUnitReport.write(gate);
                        case MARKDOWN -> MarkdownReport.write(report, sites(report), gate);
                        default -> in(format, report, style);
                    },
                    out);
        }
    }

    /**
     * Prints why there is nothing to report. Writes the result of the gate, because a build server must see that
     * conditions were not evaluated.
     *
     * @return the exit code
     */
    int unread(String why, GateOptions gate, PrintWriter out, PrintWriter err) {
        err.println("vt-monitor: " + why);
        GateResult blind = gate.blind(why, err);
        try {
            writeOnly(Format.JUNIT, (format, style) -> JUnitReport.write(blind), out);
        } catch (IOException e) {
            err.println("vt-monitor: can't write the report: " + FailureText.of(e));
        }
        return 1;
    }

    /**
     * Writes the report of one file, if each file has a report of its own.
     *
     * @return false if the reader of standard output has closed it
     * @throws UncheckedIOException if it can't be written
     */
    boolean write(RecordingReport one, PrintWriter out) {
        return files == null || files.write(one, style -> in(onlyFormat(), one.report(), style), out);
    }

    private String in(Format format, Report report, TextStyle style) throws IOException {
        return switch (format) {
            case TEXT -> asText(report, style);
            case JSON -> JsonReport.write(report);
            case HTML -> HtmlReport.write(report);
            case MARKDOWN -> MarkdownReport.write(report, sites(report), null);
            case COLLAPSED -> CollapsedReport.write(report, weight);
            case CSV -> CsvReport.write(report);
            case WAITS_COLLAPSED -> CollapsedReport.waits(report.waits(), weight);
            case WAITS_CSV -> WaitsCsvReport.write(report.waits());
            case SARIF -> SarifReport.write(report, sources);
            case JUNIT -> throw new IllegalArgumentException("there is one result of all conditions");
        };
    }

    private String asText(Report report, TextStyle style) {
        if (migrate) {
            return PlanText.write(report, style);
        }
        if (by == By.JVM) {
            return JvmText.write(report, top == null ? PARTS : top, style);
        }
        return by == By.SITE
                ? TextReport.write(report, sites(report), stacks, style)
                : DimensionText.write(report, by.toString(), dimension(report), top == null ? PARTS : top, style);
    }

    private int sites(Report report) {
        return top == null ? TextReport.notable(report, SITES) : top;
    }

    private Dimension dimension(Report report) {
        return switch (by) {
            case SITE, JVM -> NO_DIMENSION;
            case CULPRIT -> report.dimensions().culprit();
            case LIBRARY -> report.dimensions().library();
            case OPERATION -> report.dimensions().operation();
            case ENTRY -> report.dimensions().entry();
            case THREAD -> report.threads() == null ? NO_DIMENSION : report.threads();
            case OWNER -> report.owners() == null ? NO_DIMENSION : report.owners();
        };
    }
}
