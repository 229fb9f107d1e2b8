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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a report for each file. */
final class PerFile {
    /** Of a name. File systems accept 255, and a number and an ending follow. */
    private static final int MOST_BYTES = 230;

    private static final int HASH_BYTES = 9;

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
        String base = path.isEmpty() ? "report" : shortened(path);
        String name = base + format.ending();
        for (int i = 2; !names.add(name); i++) {
            name = base + "-" + i + format.ending();
        }
        return name;
    }

    /** The end of a long path, after a number that distinguishes it from other paths with that end. */
    private static String shortened(String path) {
        int left = bytes(path);
        if (left <= MOST_BYTES) {
            return path;
        }
        int start = 0;
        while (left > MOST_BYTES - HASH_BYTES) {
            int next = path.offsetByCodePoints(start, 1);
            left -= bytes(path.substring(start, next));
            start = next;
        }
        return Integer.toHexString(path.hashCode()) + "_" + path.substring(start);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
