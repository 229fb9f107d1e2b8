package io.vtmonitor.fleet;

import io.vtmonitor.cli.Main;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.input.PortableDataStream;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;

/**
 * Analyses recordings where the cluster can read them, and merges the reports pair by pair. Each executor copies one
 * recording at a time to its disk, and what travels is reports.
 *
 * <p>Exit codes are those of {@code analyze}: 0 all was read, 1 something could not be read, 2 wrong usage.
 */
public final class FleetOnSpark {
    private static final int UNREADABLE = 1;
    private static final int WRONG_USAGE = 2;

    private FleetOnSpark() {}

    public static void main(String[] arguments) throws IOException {
        int code = run(arguments);
        // Spark takes an exit for a failure, even one with 0.
        if (code != 0) {
            System.exit(code);
        }
    }

    private static int run(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("vt-monitor: accepted are two arguments: what to read (a folder or a pattern that Spark"
                    + " understands, hdfs: and s3a: too) and the JSON file to write");
            return WRONG_USAGE;
        }
        SparkConf settings = new SparkConf().setAppName("vt-monitor: " + arguments[0]);
        try (JavaSparkContext spark = new JavaSparkContext(settings)) {
            LongAccumulator incomplete = spark.sc().longAccumulator("recordings not read completely");
            JavaRDD<String> reports = spark.binaryFiles(arguments[0], 4 * spark.defaultParallelism())
                    .map(file -> analyse(file._1(), file._2(), incomplete))
                    .filter(report -> !report.isEmpty());
            // Asked for three times, read once: a reduction of nothing fails, and they are counted.
            reports.persist(StorageLevel.MEMORY_AND_DISK());
            if (reports.isEmpty()) {
                System.err.println("vt-monitor: no recording could be read in " + arguments[0]);
                return UNREADABLE;
            }
            Path output = Path.of(arguments[1]);
            Files.writeString(output, reports.treeReduce(FleetOnSpark::merge));
            System.err.println("vt-monitor: wrote what " + reports.count() + " recordings tell to " + output + "; "
                    + incomplete.value() + " could not be read, or not completely");
            return incomplete.value() > 0 ? UNREADABLE : 0;
        }
    }

    /** The report of one recording, empty where nothing could be read. */
    private static String analyse(String name, PortableDataStream data, LongAccumulator incomplete) throws IOException {
        Path folder = Files.createTempDirectory("vt-monitor");
        try {
            Path recording = folder.resolve(inOneWord(name));
            try (InputStream in = data.open()) {
                Files.copy(in, recording);
            }
            Path report = folder.resolve("report.json");
            int code = Main.run(new String[] {"analyze", recording.toString(), "-o", report.toString()});
            if (code != 0) {
                incomplete.add(1);
            }
            // Who reads the report knows the recording by its name on the cluster.
            return Files.exists(report) ? Files.readString(report).replace(recording.toString(), name) : "";
        } finally {
            delete(folder);
        }
    }

    private static String inOneWord(String name) {
        return name.replaceAll("[^A-Za-z0-9.]+", "_");
    }

    /** The report of what two reports tell of: whichever come together, the last one is the same. */
    private static String merge(String one, String other) throws IOException {
        Path folder = Files.createTempDirectory("vt-monitor");
        try {
            List<String> arguments = new ArrayList<>(List.of("merge"));
            for (String report : List.of(one, other)) {
                arguments.add(Files.writeString(folder.resolve("part" + arguments.size() + ".json"), report)
                        .toString());
            }
            Path merged = folder.resolve("merged.json");
            arguments.addAll(List.of("-o", merged.toString()));
            if (Main.run(arguments.toArray(String[]::new)) != 0) {
                throw new IOException("two reports could not be merged; the executor's log says why");
            }
            return Files.readString(merged);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
