package io.vtmonitor.cli;

import io.vtmonitor.cli.input.RecordingReport;
import io.vtmonitor.cli.output.Format;
import io.vtmonitor.cli.output.Terminal;
import io.vtmonitor.common.FileSink;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.report.text.TextStyle;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a report for each file. */
final class PerFile {
    private final @Nullable Path folder;
    private final Format format;
    private final Set<String> names = new HashSet<>();

    /** Creates the text of a report. */
    interface Text {
        String in(TextStyle style) throws IOException;
    }

    /**
     * @param folder the folder for the reports; null for standard output
     * @param format the format of all reports
     */
    PerFile(@Nullable Path folder, Format format) {
        this.folder = folder;
        this.format = format;
    }

    /**
     * Writes a report.
     *
     * @return false if the reader of standard output has closed it
     */
    boolean write(RecordingReport one, Text text, PrintWriter out) {
        try {
            if (folder != null) {
                FileSink.write(folder.resolve(name(one.file())), text.in(TextStyle.PLAIN));
                return true;
            }
            if (format == Format.JSON) {
                out.print(JsonReport.writeLine(one.report()));
            } else {
                out.println("== " + one.file());
                out.println(text.in(Terminal.style()));
            }
            return Terminal.flush(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A file name made from the whole path of the recording, so that recordings of several hosts with the same name
     * have different reports.
     */
    private String name(Path file) {
        String path = file.normalize().toString().replaceAll("^[./\\\\]+", "").replaceAll("[/\\\\:]+", "_");
        String base = path.isEmpty() ? "report" : path;
        String name = base + format.ending();
        for (int i = 2; !names.add(name); i++) {
            name = base + "-" + i + format.ending();
        }
        return name;
    }
}
