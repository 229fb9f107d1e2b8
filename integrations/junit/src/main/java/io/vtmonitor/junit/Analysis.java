package io.vtmonitor.junit;

import io.vtmonitor.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code analyze}, in this JVM: the options, exit codes and CSV columns of the command line are all it relies on. */
final class Analysis {
    private Analysis() {}

    /**
     * The sites with pins that began in a part of a recording, most pinned time first.
     *
     * @param blocks the events of the recording
     * @throws IOException if the recording can't be read; the message is the command's own
     */
    static List<Site> sites(Path recording, TestTime time, List<RecordedBlocks.Block> blocks) throws IOException {
        List<Site> all = sites(recording, time.begin(), time.end());
        if (blocks.stream().noneMatch(block -> block.lastsAt(time.begin()))) {
            return all;
        }
        // The command counts those, too, that began before and reach into the time.
        Duration longest = blocks.stream()
                .filter(block -> time.contains(block.begin()))
                .map(RecordedBlocks.Block::length)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        Map<String, Site> before = sites(recording, time.begin().minusNanos(1), time.begin()).stream()
                .collect(Collectors.toMap(Site::id, site -> site));
        return all.stream()
                .map(site -> site.without(before.get(site.id()), longest))
                .filter(site -> site.pins() > 0)
                .toList();
    }

    /** Those with pins that reach into this time. */
    private static List<Site> sites(Path recording, Instant since, Instant until) throws IOException {
        Path csv = Files.createTempFile("vt-monitor-", ".csv");
        try {
            StringWriter messages = new StringWriter();
            PrintWriter err = new PrintWriter(messages);
            List<String> arguments = new ArrayList<>(List.of(
                    "analyze", recording.toString(), "--since=" + since, "--until=" + until, "-o", csv.toString()));
            String classPath = classPath();
            if (!classPath.isEmpty()) { // it is where all tests are on the module path
                arguments.add("--classpath=" + classPath);
            }
            int code = Main.run(err, err, arguments.toArray(String[]::new));
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
