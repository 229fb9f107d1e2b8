package io.vtmonitor.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an agent costs the application it is in: vt-monitor beside nothing and beside what else tells of virtual threads, and
 * one table for each part. A round runs all variants, the order turns from round to round, and what is printed are medians of
 * the ratios to "nothing" (or, at the start, the differences) within a round. "nothing again" says how much of that is chance.
 *
 * <p>{@code LiveBench JAR JDK21 JDK25 FOLDER SAMPLE ROUNDS PART...}, a part being {@code start-21}, {@code start-25}, {@code
 * park-21} and so on with {@code spawn} and {@code pin}, {@code million-21}, or {@code spring-21}.
 */
public final class LiveBench {
    private static final double SETTLED_SECONDS = 2;

    private final Map<String, List<String>> variants;
    private final Path folder;
    private final Path scratch;
    private final Path sample;
    private final Map<Integer, Path> jdks;
    private final int rounds;

    private LiveBench(String[] arguments) throws IOException {
        folder = Path.of(arguments[3]).toAbsolutePath();
        scratch = Files.createTempDirectory(Files.createDirectories(folder), "live-");
        variants = LiveVariants.all(Path.of(arguments[0]).toAbsolutePath(), folder.resolve("agents"), scratch);
        jdks = Map.of(21, Path.of(arguments[1]), 25, Path.of(arguments[2]));
        sample = Path.of(arguments[4]).toAbsolutePath();
        rounds = Integer.parseInt(arguments[5]);
    }

    public static void main(String[] arguments) throws Exception {
        LiveBench bench = new LiveBench(arguments);
        for (String part : List.of(arguments).subList(6, arguments.length)) {
            String kind = part.replaceFirst("-.*", "");
            int jdk = Integer.parseInt(part.replaceFirst(".*-", ""));
            switch (kind) {
                case "start" -> bench.start(jdk);
                case "million" -> LiveMillion.run(bench.java(jdk), bench.variants, bench.rounds);
                case "spring" -> LiveSpring.run(bench.java(jdk), bench.sample, bench.variants, bench.rounds);
                default -> bench.load(kind, jdk);
            }
        }
    }

    private List<String> java(int jdk) {
        return List.of(jdks.get(jdk).resolve("bin/java").toString());
    }

    /** The difference to "nothing", of when main begins, and of processor time and memory two seconds later. */
    private void start(int jdk) throws Exception {
        Map<String, List<double[]>> runs = new LinkedHashMap<>();
        each(Set.of(LiveVariants.BARE_ALL), name -> add(runs, name, started(jdk, variants.get(name))));
        LiveTable.differences(
                "JDK " + jdk + ": begin of main, processor time up to it in ms; that and memory "
                        + (int) SETTLED_SECONDS + " s later",
                List.of("main ms", "cpu to it", "cpu s", "RSS MB"),
                runs);
    }

    private double[] started(int jdk, List<String> flags) throws Exception {
        Instant begin = Instant.now();
        Process process = LiveProcess.start(java(jdk), flags, "start");
        try (BufferedReader out = process.inputReader()) {
            String[] told = LiveProcess.line(out, "main ").split(" ");
            long main = Long.parseLong(told[0]);
            Thread.sleep((long) (SETTLED_SECONDS * 1_000));
            String pid = Long.toString(process.pid());
            double cpu = LiveLoad.processorSeconds(pid);
            double rss = LiveProcess.residentMegabytes(pid);
            return new double[] {
                (main - ChronoUnit.MICROS.between(Instant.EPOCH, begin)) / 1e3,
                Double.parseDouble(told[1]) * 1_000,
                cpu,
                rss
            };
        } finally {
            LiveProcess.end(process);
        }
    }

    private void load(String kind, int jdk) throws Exception {
        Map<String, List<double[]>> runs = new LinkedHashMap<>();
        each(Set.of(LiveVariants.EMPTY), name -> {
            Process process = LiveProcess.start(java(jdk), variants.get(name), kind);
            try (BufferedReader out = process.inputReader()) {
                String[] told = LiveProcess.line(out, "load ").split(" ");
                add(runs, name, new double[] {Double.parseDouble(told[0]), Double.parseDouble(told[1])});
            } finally {
                LiveProcess.end(process);
            }
        });
        LiveTable.ratios(kind + ", JDK " + jdk, List.of("wall s", "cpu s"), runs);
    }

    /** What a round does with each variant. */
    private interface Step {
        void run(String variant) throws Exception;
    }

    private void each(Set<String> without, Step step) throws Exception {
        List<String> names = new ArrayList<>(variants.keySet());
        names.removeAll(without);
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < names.size(); i++) {
                step.run(names.get((i + round) % names.size()));
            }
        }
    }

    private static void add(Map<String, List<double[]>> runs, String name, double[] figures) {
        runs.computeIfAbsent(name, unknown -> new ArrayList<>()).add(figures);
    }
}
