package io.vtmonitor.cli.input;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Totals;
import io.vtmonitor.report.json.JsonReport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Reads JSON reports, one or several in a file. What can't be read is left out and reported as a problem. A report that
 * comes twice, as a copy or within a stream, counts once.
 */
public final class ReportFiles {
    private static final byte[] RECORDING = {'F', 'L', 'R', 0};

    private final BiConsumer<String, Report> next;
    private final Consumer<String> problems;
    private final Set<Identity> seen = new HashSet<>();

    /** Identifies a report. */
    private record Identity(List<Jvm> jvms, Totals totals, int rest) {
        static Identity of(Report report) {
            return new Identity(report.jvms(), report.totals(), report.hashCode());
        }
    }

    /**
     * @param next receives each report when it has been read, and the name of its file, empty for standard input
     * @param problems receives what could not be read, a sentence each
     */
    public ReportFiles(BiConsumer<String, Report> next, Consumer<String> problems) {
        this.next = next;
        this.problems = problems;
    }

    /**
     * Reads files one after the other.
     *
     * @param err where to show the progress
     * @return the number of reports
     */
    public int read(List<Path> files, PrintWriter err) {
        FileProgress progress = new FileProgress(err, files.size());
        HeapPacing heap = new HeapPacing(files.size());
        int read = 0;
        for (Path file : files) {
            try (InputStream in =
                    AwaitedInput.isOne(file) ? AwaitedInput.open(file, err) : Files.newInputStream(file)) {
                read += read(in, file.toString());
            } catch (IOException e) {
                problems.accept("can't read " + file + ": " + reason(e) + ". It is left out.");
            }
            progress.oneMore();
            heap.bound();
        }
        progress.clear();
        return read;
    }

    /**
     * Reads all reports in a stream.
     *
     * @param unread the stream, from its start
     * @param name the name of the file; empty for standard input
     * @return the number of reports
     */
    public int read(InputStream unread, String name) {
        int[] read = new int[1];
        try {
            BufferedInputStream in = new BufferedInputStream(unread);
            in.mark(RECORDING.length);
            if (Arrays.equals(in.readNBytes(RECORDING.length), RECORDING)) {
                throw new IOException("it is a recording, not a JSON report; to make a report of it, run analyze with"
                        + " -o report.json");
            }
            in.reset();
            JsonReport.read(in, report -> {
                if (seen.add(Identity.of(report))) {
                    next.accept(name, report.readFrom(name));
                }
                read[0]++;
            });
        } catch (IOException e) {
            problems.accept((name.isEmpty() ? "standard input" : name) + ": " + reason(e)
                    + (read[0] == 0
                            ? ". It is left out."
                            : (read[0] == 1
                                    ? ". The report before that was used."
                                    : ". The " + read[0] + " reports before that were used.")));
        }
        return read[0];
    }

    /** Why a file could not be read. Exceptions of the file system often have only its name as the message. */
    public static String reason(IOException failed) {
        return failed instanceof NoSuchFileException ? "there is no such file" : FailureText.of(failed);
    }
}
