package io.vtmonitor.cli.output;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.FileSink;
import io.vtmonitor.common.Printable;
import io.vtmonitor.report.text.TextStyle;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The files to which a result is written, and their formats. Commands extend this, as they accept different options.
 */
public class OutputTargets {
    private static final String STANDARD_OUTPUT = "-";

    private List<Target> targets = List.of();
    private @Nullable CommandSpec command;

    /** A file and its format. If the file is null, it is standard output. */
    private record Target(@Nullable Path file, Format format) {}

    /** Creates the text in a format. */
    public interface Text {
        String in(Format format, TextStyle style) throws IOException;
    }

    /**
     * Refuses options that can't be parsed, or that exclude each other.
     *
     * @param format null if not set
     * @param outputs files; {@code -} is standard output, and so is an empty list
     * @param accepted the formats of the command
     */
    public final void checkTargets(
            CommandSpec spec, @Nullable Format format, List<Path> outputs, Set<Format> accepted) {
        if (format != null && outputs.size() > 1) {
            throw Usage.bad(spec, "--format is accepted with one -o; with several, the extensions select the formats");
        }
        List<Target> chosen = new ArrayList<>();
        for (Path output : outputs) {
            boolean standard = output.toString().equals(STANDARD_OUTPUT);
            chosen.add(new Target(standard ? null : output, format(spec, format, output, accepted)));
        }
        if (outputs.isEmpty()) {
            chosen.add(new Target(null, format == null ? Format.TEXT : format));
        }
        for (Target target : chosen) {
            if (!accepted.contains(target.format())) {
                throw Usage.bad(
                        spec,
                        "this command does not write format " + target.format() + "; accepted: "
                                + accepted.stream().map(Format::toString).collect(Collectors.joining(", ")));
            }
        }
        targets = List.copyOf(chosen);
        command = spec;
    }

    /**
     * The same if each file has a report of its own: then {@code -o} is a folder.
     *
     * @return the folder; null for standard output
     */
    public final @Nullable Path checkFolder(
            CommandSpec spec,
            @Nullable Format format,
            List<Path> outputs,
            Set<Format> acceptedInFolder,
            Set<Format> acceptedOnOutput) {
        if (outputs.size() > 1) {
            throw Usage.bad(spec, "--per-file is accepted with one -o, which names a folder");
        }
        Path folder = outputs.isEmpty() || outputs.get(0).toString().equals(STANDARD_OUTPUT) ? null : outputs.get(0);
        Format chosen = format != null ? format : folder == null ? Format.TEXT : Format.JSON;
        Set<Format> accepted = folder == null ? acceptedOnOutput : acceptedInFolder;
        if (!accepted.contains(chosen)) {
            throw Usage.bad(
                    spec,
                    "--per-file: format " + chosen + " is not accepted "
                            + (folder == null ? "on standard output" : "in a folder") + "; accepted: "
                            + accepted.stream().map(Format::toString).collect(Collectors.joining(", ")));
        }
        targets = List.of(new Target(folder, chosen));
        return folder;
    }

    /** The format, if there is only one target. */
    public final Format onlyFormat() {
        return targets.get(0).format();
    }

    private static Format format(CommandSpec spec, @Nullable Format format, Path output, Set<Format> accepted) {
        if (format != null) {
            return format;
        }
        Format byName = output.toString().equals(STANDARD_OUTPUT) ? Format.TEXT : Format.of(output);
        if (byName == null) {
            throw Usage.bad(
                    spec,
                    "-o " + Printable.echo(output.toString()) + ": the extension selects no format; accepted: "
                            + Format.endings(accepted) + ", or any other with --format");
        }
        return byName;
    }

    /**
     * Refuses to overwrite an input: it would be lost, and may be the only copy.
     *
     * @param inputs as the user has named them; names of other things than files are ignored
     * @param files the files that these names stand for; it is called only if an output exists
     */
    public final void keepInputs(CommandSpec spec, List<String> inputs, UnaryOperator<List<String>> files) {
        for (Target target : targets) {
            Path file = target.file();
            if (file != null && Files.isRegularFile(file)) {
                keepInputs(spec, "-o", file, inputs);
                keepInputs(spec, "-o", file, files.apply(inputs));
            }
        }
    }

    /**
     * The same for one file.
     *
     * @param option the option that names the output
     */
    public static void keepInputs(CommandSpec spec, String option, Path output, Iterable<String> inputs) {
        for (String input : inputs) {
            if (isSameFile(output, input)) {
                throw Usage.bad(
                        spec, option + " " + output + ": this file is an input and would be overwritten; name another");
            }
        }
    }

    private static boolean isSameFile(Path output, String input) {
        try {
            return Files.isRegularFile(output) && Files.isSameFile(output, Path.of(input));
        } catch (IOException | InvalidPathException ignored) {
            return false; // a pattern, or not a file, which is reported when it is read
        }
    }

    /**
     * The same for a file that another option names.
     *
     * @param input null if that option is not set
     */
    public final void keepInput(CommandSpec spec, @Nullable Path input) {
        if (input != null) {
            keepInputs(spec, List.of(input.toString()), List::copyOf);
        }
    }

    /** Whether the format is written to any target. */
    public final boolean writes(Format wanted) {
        for (Target target : targets) {
            if (target.format() == wanted) {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes all targets.
     *
     * @throws IOException if targets can't be written; it names them, and the others have been written
     */
    public final void write(Text text, PrintWriter out) throws IOException {
        write(targets, text, out);
    }

    /**
     * Writes the targets with that format. Called after a failure, because a file of an earlier run could be taken for
     * the result of this one.
     *
     * @throws IOException if targets can't be written; it names them, and the others have been written
     */
    public final void writeOnly(Format wanted, Text text, PrintWriter out) throws IOException {
        write(targets.stream().filter(target -> target.format() == wanted).toList(), text, out);
    }

    private void write(List<Target> written, Text text, PrintWriter out) throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (Target target : written) {
            try {
                write(target, text, out);
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (failures.size() == 1) {
            throw failures.get(0);
        }
        if (!failures.isEmpty()) {
            throw new IOException(failures.stream().map(FailureText::of).collect(Collectors.joining("; ")));
        }
    }

    private void write(Target target, Text text, PrintWriter out) throws IOException {
        if (target.file() == null) {
            out.print(text.in(target.format(), Terminal.style()));
            Terminal.flush(out);
        } else {
            write(target.file(), text.in(target.format(), TextStyle.PLAIN));
        }
    }

    private void write(Path file, String text) throws IOException {
        if (command == null || !Files.exists(file) || Files.isRegularFile(file)) {
            FileSink.write(file, text);
            return;
        }
        WaitNotice reader = new WaitNotice(
                command.commandLine().getErr(),
                file + " has not been read to the end for " + WaitNotice.SILENT_SECONDS
                        + " s; still waiting for whoever reads it");
        try {
            FileSink.write(file, text);
        } finally {
            reader.close();
        }
    }
}
