package io.vtmonitor.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures {@code analyze} alongside the other readers of recordings, and prints a table for each. Each command is a
 * process of its own; ours is started by {@code bin/vt-monitor}, whose cache is there, and the others with the JVM's
 * default flags. A round runs all of them, the order turns from round to round, and what is printed are medians of the
 * ratios to ours within a round. Before that all readers must give the same answer.
 *
 * <p>{@code OfflineBench JAR JDK21 JDK25 FOLDER ROUNDS SCALE [READERS]}: scale 1 makes the recordings of the
 * documentation, a smaller one smaller ones; the commands named in READERS, by commas, or all.
 */
public final class OfflineBench {
    private static final String OURS = "bin/vt-monitor analyze";

    /** What the launcher tells the JVM; two readers are tried with the same. */
    private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final List<String> TRIED_WITH_FLAGS = List.of("EventStream", "async-profiler");

    /** A reader in Rust, as a program of its own; left out where it could not be built. */
    private static final Path JFRS =
            Path.of(System.getProperty("jfrs", "jfrs-reader")).toAbsolutePath();

    private final Path jar;
    private final Path jdk21;
    private final Path jdk25;
    private final Path folder;
    private final List<String> only;
    private final String classPath = System.getProperty("java.class.path");

    private final OfflineLauncher launcher;

    private OfflineBench(String[] arguments) throws IOException {
        jar = Path.of(arguments[0]).toAbsolutePath();
        jdk21 = Path.of(arguments[1]);
        jdk25 = Path.of(arguments[2]);
        folder = Path.of(arguments[3]).toAbsolutePath();
        launcher = OfflineLauncher.of(jar, jdk25, folder);
        only = arguments.length > 6 ? List.of(arguments[6].split(",")) : List.of();
    }

    /** What a command took: seconds of wall clock and of processors, and memory. */
    private record Run(double wall, double cpu, double megabytes) {}

    public static void main(String[] arguments) throws Exception {
        OfflineBench bench = new OfflineBench(arguments);
        int rounds = Integer.parseInt(arguments[4]);
        List<Path> recordings = bench.recordings(Double.parseDouble(arguments[5]));
        for (int run = 0; run < OfflineLauncher.RUNS_TO_CACHE; run++) {
            said(bench.launcher.analyze(recordings.get(0)));
        }
        bench.launcher.awaitCache();
        for (Path recording : recordings) {
            bench.measure(recording, rounds);
        }
        bench.growth(recordings.get(2), rounds);
    }

    private List<Path> recordings(double scale) throws Exception {
        Files.createDirectories(folder);
        Path small = made("small.jfr", "pins", 5_000);
        Path dense = made("pins.jfr", "pins", (int) (1_140_000 * scale));
        Path mixed = made("mixed.jfr", "mixed", (int) (5_000_000 * scale));
        Path joined = folder.resolve("joined.jfr");
        Files.write(joined, Files.readAllBytes(small));
        Files.write(joined, Files.readAllBytes(dense), java.nio.file.StandardOpenOption.APPEND);
        return List.of(small, dense, mixed, joined);
    }

    private Path made(String name, String kind, int amount) throws Exception {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            Process workload = new ProcessBuilder(
                            jdk21.resolve("bin/java").toString(),
                            "-Xmx2g",
                            "-XX:FlightRecorderOptions=stackdepth=160",
                            "-cp",
                            classPath,
                            Workload.class.getName(),
                            kind,
                            file.toString(),
                            Integer.toString(amount))
                    .inheritIO()
                    .start();
            if (workload.waitFor() != 0) {
                throw new IOException("the workload failed");
            }
        }
        return file;
    }

    private Map<String, List<String>> commands(Path recording) {
        String java = jdk25.resolve("bin/java").toString();
        String jfr = jdk25.resolve("bin/jfr").toString();
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put(OURS, launcher.analyze(recording));
        commands.put("the same again", launcher.analyze(recording));
        commands.put("java -jar", List.of(java, "-jar", jar.toString(), "analyze", recording.toString()));
        commands.put("empty JVM", List.of(java, "-cp", classPath, Empty.class.getName()));
        commands.put("jfr summary", List.of(jfr, "summary", recording.toString()));
        commands.put("jfr view pinned-threads", List.of(jfr, "view", "pinned-threads", recording.toString()));
        for (String reader : Readers.names()) {
            commands.put(reader, reader(java, reader, recording));
        }
        if (Files.isExecutable(JFRS)) {
            commands.put("jfrs", List.of(JFRS.toString(), recording.toString()));
        }
        for (String reader : TRIED_WITH_FLAGS) {
            List<String> command = new ArrayList<>(reader(java, reader, recording));
            command.addAll(1, FLAGS);
            commands.put(reader + ", our flags", command);
        }
        if (!only.isEmpty()) {
            commands.keySet().removeIf(name -> !name.equals(OURS) && !only.contains(name));
        }
        return commands;
    }

    private void measure(Path recording, int rounds) throws Exception {
        System.out.printf(Locale.ROOT, "%n%s, %.1f MB%n", recording.getFileName(), Files.size(recording) / 1e6);
        Map<String, List<String>> commands = commands(recording);
        check(recording, commands);
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(commands.keySet());
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((i + round) % names.size());
                runs.computeIfAbsent(name, unknown -> new ArrayList<>()).add(run(commands.get(name)));
            }
            // Some readers are slow: a bench that is stopped has said what it knew.
            System.out.printf(
                    "%-26s %8s %16s %8s %8s %6s %8s%n",
                    "command, " + (round + 1) + " of " + rounds + " rounds",
                    "wall s",
                    "x ours [min,max]",
                    "cpu s",
                    "cpu x",
                    "cores",
                    "RSS MB");
            for (String name : names) {
                print(name, runs.get(name), runs.get(OURS));
            }
        }
    }

    /** Whether time grows with the bytes: the first half of a recording's chunks alongside all of them. */
    private void growth(Path recording, int rounds) throws Exception {
        Path half = folder.resolve("half.jfr");
        Files.write(half, firstHalf(recording));
        List<String> whole = commands(recording).get(OURS);
        List<String> part = commands(half).get(OURS);
        double[] wall = new double[rounds];
        double[] cpu = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            Run ofHalf = run(part);
            Run ofWhole = run(whole);
            wall[round] = ofWhole.wall() / ofHalf.wall();
            cpu[round] = ofWhole.cpu() / Math.max(0.01, ofHalf.cpu());
        }
        Arrays.sort(wall);
        Arrays.sort(cpu);
        System.out.printf(
                Locale.ROOT,
                "%ngrowth: %.2f times the bytes of half.jfr in %s took %.2f times as long, start included, and %.2f"
                        + " times the processor time%n",
                (double) Files.size(recording) / Files.size(half),
                recording.getFileName(),
                median(wall),
                median(cpu));
    }

    /** Whole chunks, up to the first that ends in the second half. */
    private static byte[] firstHalf(Path recording) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(recording));
        int end = 0;
        while (end < bytes.capacity() / 2) {
            end += (int) bytes.getLong(end + Long.BYTES);
        }
        return Arrays.copyOf(bytes.array(), end);
    }

    private static void print(String name, List<Run> runs, List<Run> ours) {
        double[] wall = new double[runs.size()];
        double[] cpu = new double[runs.size()];
        for (int i = 0; i < wall.length; i++) {
            wall[i] = runs.get(i).wall() / ours.get(i).wall();
            cpu[i] = runs.get(i).cpu() / Math.max(0.01, ours.get(i).cpu());
        }
        Arrays.sort(wall);
        Arrays.sort(cpu);
        System.out.printf(
                Locale.ROOT,
                "%-26s %8.3f %6.2f [%.2f,%.2f] %8.2f %8.2f %6.2f %8.0f%n",
                name,
                median(runs.stream().mapToDouble(Run::wall).sorted().toArray()),
                median(wall),
                wall[0],
                wall[wall.length - 1],
                median(runs.stream().mapToDouble(Run::cpu).sorted().toArray()),
                median(cpu),
                median(runs.stream()
                        .mapToDouble(run -> run.cpu() / run.wall())
                        .sorted()
                        .toArray()),
                runs.stream().mapToDouble(Run::megabytes).max().orElse(0));
    }

    private static double median(double[] sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static Run run(List<String> command) throws Exception {
        Path figures = Files.createTempFile("bench", ".time");
        List<String> timed = new ArrayList<>(List.of("/usr/bin/time", "-f", "%e %U %S %M", "-o", figures.toString()));
        timed.addAll(command);
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(timed)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(command + " ended with " + process.exitValue());
        }
        double wall = (System.nanoTime() - begin) / 1e9; // the tool's own figure has two digits
        String[] told = Files.readString(figures).trim().split(" ");
        Files.delete(figures);
        return new Run(
                wall, Double.parseDouble(told[1]) + Double.parseDouble(told[2]), Double.parseDouble(told[3]) / 1_024);
    }

    /**
     * The judge is the JDK's reader with each chunk as a file of its own. Our reader must say the same, and so must all
     * others where one JVM wrote the file; where several did they carry the state of one JVM's chunks over to the next
     * one's.
     */
    private void check(Path recording, Map<String, List<String>> commands) throws Exception {
        String java = jdk25.resolve("bin/java").toString();
        String judged = said(reader(java, Readers.JUDGE, recording));
        Map<String, List<String>> answers = new LinkedHashMap<>();
        answers.put(judged, new ArrayList<>(List.of(Readers.JUDGE)));
        List<String> readers = new ArrayList<>(Readers.names());
        readers.remove("header-walk");
        readers.add("jfrs");
        for (String reader : readers) {
            if (commands.containsKey(reader)) {
                answers.computeIfAbsent(said(commands.get(reader)), unknown -> new ArrayList<>())
                        .add(reader);
            }
        }
        String ours = said(reader(java, Readers.OURS, recording));
        answers.computeIfAbsent(ours, unknown -> new ArrayList<>()).add(Readers.OURS);
        answers.forEach((answer, who) -> System.out.println(
                "answer: " + answer + " say " + String.join(", ", who) + (answer.equals(judged) ? "" : ": WRONG")));
        Path json = folder.resolve("ours.json");
        List<String> analyze = new ArrayList<>(commands.get(OURS));
        analyze.addAll(List.of("-o", json.toString()));
        said(analyze);
        JsonNode report = JsonMapper.shared().readTree(json);
        long pins = 0;
        long nanos = 0;
        for (JsonNode site : report.path("sites")) {
            // Before JDK 24 a wait for a monitor is told by another event, which the other readers are not asked for.
            if (!site.path("operation").asString().equals("monitor_enter")) {
                pins += site.path("pins").asLong();
                nanos += Math.round(site.path("pinnedSeconds").asDouble() * 1e9);
            }
        }
        String totals = "pins " + pins + ", microseconds " + nanos / 1_000;
        System.out.println("answer: " + totals + " says " + OURS);
        boolean several = report.path("jvms").size() > 1;
        if (!ours.equals(judged) || !judged.startsWith(totals + ",") || (!several && answers.size() > 1)) {
            throw new IOException("the answers differ");
        }
    }

    private List<String> reader(String java, String name, Path recording) {
        return List.of(java, "-cp", classPath, Readers.class.getName(), name, recording.toString());
    }

    private static String said(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        if (process.waitFor() != 0) {
            throw new IOException(command + " ended with " + process.exitValue());
        }
        return text;
    }
}
