package io.vtmonitor.cli;

import io.vtmonitor.model.Dimension;
import io.vtmonitor.model.Report;
import io.vtmonitor.sink.DimensionText;
import io.vtmonitor.sink.FileSink;
import io.vtmonitor.sink.HtmlReport;
import io.vtmonitor.sink.JsonReport;
import io.vtmonitor.sink.PlanText;
import io.vtmonitor.sink.TextReport;
import io.vtmonitor.sink.TextStyle;
import io.vtmonitor.sink.TraceReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How the report is written, and where to. */
final class Output {
    private static final int SHOWN = 5;
    private static final Dimension NO_DIMENSION = new Dimension(List.of(), new Dimension.Figures(0, 0, 0));

    /** How a report is written. */
    enum Format {
        TEXT,
        JSON,
        HTML,
        TRACE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What pinned time is divided by. */
    enum By {
        SITE,
        CULPRIT,
        LIBRARY,
        OPERATION,
        ENTRY,
        THREAD,
        OWNER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "${COMPLETION-CANDIDATES}; default text, or json or html where -o ends in it. trace prints the"
                            + " stacks as -Djdk.tracePinnedThreads did.")
    private @Nullable Format format;

    @Option(names = "-o", paramLabel = "OUT", description = "Write to this file instead of standard output.")
    private @Nullable Path output;

    @Option(
            names = "--by",
            paramLabel = "DIMENSION",
            defaultValue = "site",
            description = "As text: divide by ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private By by = By.SITE;

    @Option(
            names = "--migrate",
            description =
                    "As text: all that can be done, most pinned time saved first: newer JDKs, newer libraries, own code.")
    private boolean migrate;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "As text: sites or other parts shown; default 5, without sites of less than 1 %%.")
    private @Nullable Integer top;

    @Option(
            names = "--stacks",
            paramLabel = "N",
            defaultValue = "0",
            description = "As text: stacks shown of each site, at most ten; default none.")
    private int stacks;

    /** Refuses what makes no sense together. */
    void check(CommandSpec spec) {
        if ((top != null && top < 0) || stacks < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--top and --stacks: accepted are whole numbers from 0 on");
        }
        boolean shaped = migrate || by != By.SITE;
        if (shaped && chosenFormat() != Format.TEXT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--migrate and --by shape the text: accepted with --format text, not with " + chosenFormat());
        }
        if (migrate && by != By.SITE) {
            throw new ParameterException(spec.commandLine(), "--migrate and --by: only one of them is accepted");
        }
    }

    void write(Report report, PrintWriter out) throws IOException {
        if (output == null) {
            out.print(text(report, Terminal.style(System.getenv(), System.console())));
            out.flush();
        } else {
            FileSink.write(output, text(report, TextStyle.PLAIN));
        }
    }

    private String text(Report report, TextStyle style) {
        return switch (chosenFormat()) {
            case JSON -> JsonReport.write(report);
            case HTML -> HtmlReport.write(report);
            case TRACE -> TraceReport.write(report);
            case TEXT -> asText(report, style);
        };
    }

    private String asText(Report report, TextStyle style) {
        if (migrate) {
            return PlanText.write(report, style);
        }
        return by == By.SITE
                ? TextReport.write(report, top == null ? TextReport.notable(report, SHOWN) : top, stacks, style)
                : DimensionText.write(report, by.toString(), dimension(report), top == null ? SHOWN : top, style);
    }

    private Dimension dimension(Report report) {
        return switch (by) {
            case SITE -> NO_DIMENSION;
            case CULPRIT -> report.dimensions().culprit();
            case LIBRARY -> report.dimensions().library();
            case OPERATION -> report.dimensions().operation();
            case ENTRY -> report.dimensions().entry();
            case THREAD -> report.threads() == null ? NO_DIMENSION : report.threads();
            case OWNER -> report.owners() == null ? NO_DIMENSION : report.owners();
        };
    }

    private Format chosenFormat() {
        if (format != null) {
            return format;
        }
        String name = output == null ? "" : output.toString();
        return name.endsWith(".json") ? Format.JSON : name.endsWith(".html") ? Format.HTML : Format.TEXT;
    }
}
