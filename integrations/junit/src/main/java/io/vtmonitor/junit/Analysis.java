package io.vtmonitor.junit;

import io.vtmonitor.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code analyze}, in this JVM: the options, exit codes and CSV columns of the command line are all it relies on. */
final class Analysis {
    private Analysis() {}

    /**
     * The sites that were pinned in a part of a recording, most pinned time first.
     *
     * @throws IOException if the recording can't be read; the message is the command's own
     */
    static List<Site> sites(Path recording, TestTime time) throws IOException {
        Path csv = Files.createTempFile("vt-monitor-", ".csv");
        try {
            StringWriter messages = new StringWriter();
            PrintWriter err = new PrintWriter(messages);
            int code = Main.run(
                    err,
                    err,
                    "analyze",
                    recording.toString(),
                    "--classpath=" + classPath(),
                    "--since=" + time.begin(),
                    "--until=" + time.end(),
                    "-o",
                    csv.toString());
            err.flush();
            if (code != 0) {
                throw new IOException("the recording could not be analyzed: "
                        + messages.toString().strip());
            }
            return CsvRows.of(Files.readString(csv)).stream()
                    .map(Site::of)
                    .filter(site -> site.pins() > 0)
                    .toList();
        } finally {
            Files.deleteIfExists(csv);
        }
    }

    /** Surefire's own property where it starts the JVM from a jar that only refers to the others. */
    private static String classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        StringBuilder there = new StringBuilder();
        for (String entry : all.split(File.pathSeparator, -1)) {
            if (!entry.isEmpty() && new File(entry).exists()) {
                there.append(there.isEmpty() ? "" : File.pathSeparator).append(entry);
            }
        }
        return there.toString();
    }
}
