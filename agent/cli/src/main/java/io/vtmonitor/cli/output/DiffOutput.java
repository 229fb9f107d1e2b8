package io.vtmonitor.cli.output;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for the output of a comparison. */
public final class DiffOutput extends OutputTargets {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "text, json, html, markdown, or junit; default: by the file name extension of -o, or else text."
                            + " junit contains the result of --fail-on.")
    private @Nullable Format format;

    @Option(
            names = "-o",
            paramLabel = "OUT",
            description =
                    "Write to this file instead of standard output. The extension selects the format: .txt .json .html"
                            + " .md .xml. May be repeated; - is standard output.")
    private List<Path> outputs = List.of();

    /** Refuses options that can't be parsed, or are not for a comparison. */
    public void check(CommandSpec spec) {
        checkTargets(
                spec,
                format,
                outputs,
                EnumSet.of(Format.TEXT, Format.JSON, Format.HTML, Format.MARKDOWN, Format.JUNIT));
    }
}
