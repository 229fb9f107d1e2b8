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
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What an agent costs the application it is in: vt-monitor alongside nothing and alongside what else tells of virtual
 * threads, and one table for each part. A round runs all variants, the order turns from round to round, and what is
 * printed are medians of the ratios to "nothing" (or, at the start, the differences) within a round. "nothing again"
 * says how much of that is chance. A part begins no round that would end after its limit.
 *
 * <p>{@code LiveBench JAR JDK21 JDK25 FOLDER SAMPLE ROUNDS SECONDS VARIANTS PART...}, the seconds being the limit of a
 * part, the variants a regular expression that finds those to be run alongside "nothing", a part {@code main-21},
 * {@code main-25}, likewise {@code start}, {@code idle}, {@code park}, {@code spawn} and {@code pin},
 * {@code million-21}, {@code spring-21}, {@code shop} (a fat jar and unpacked), {@code smallheap} (the same in a heap
 * of 100 MB), or {@code servers} and {@code later}, for which the limit is that of each server.
 */
public final class LiveBench {
    private static final int SETTLED_SECONDS = 3;

    /** Whatever is prepared once a start is over is ready by then. */
    private static final int IDLE_SECONDS = 12;

    /** A start without what follows takes a quarter of a second: many of them fit. */
    private static final int STARTS_A_ROUND = 10;

    private static final Set<String> NOT_AT_MAIN = Set.of(
            LiveVariants.BARE_ALL,
            LiveVariants.UNREAD,
            LiveVariants.ONE_EVENT,
            LiveVariants.FLIGHT_RECORDER,
            LiveVariants.MICROMETER,
            LiveVariants.JMX,
            LiveVariants.OTEL);

    private final Map<String, List<String>> variants;
    private final Path jar;
    private final Path folder;
    private final Path scratch;
    private final Path sample;
    private final Map<Integer, Path> jdks;
    private final int rounds;
    private final long limitNanos;

    private LiveBench(String[] arguments) throws IOException {
        jar = Path.of(arguments[0]).toAbsolutePath();
        folder = Path.of(arguments[3]).toAbsolutePath();
        scratch = Files.createTempDirectory(Files.createDirectories(folder), "live-");
        LiveVariants.load(scratch);
        variants = LiveVariants.all(jar, folder.resolve("agents"), scratch);
        Pattern asked = Pattern.compile(arguments[7]);
        variants.keySet()
                .removeIf(name -> !name.equals(LiveVariants.NOTHING)
                        && !asked.matcher(name).find());
        jdks = Map.of(21, Path.of(arguments[1]), 25, Path.of(arguments[2]));
        sample = Path.of(arguments[4]).toAbsolutePath();
        rounds = Integer.parseInt(arguments[5]);
        limitNanos = TimeUnit.SECONDS.toNanos(Integer.parseInt(arguments[6]));
    }

    public static void main(String[] arguments) throws Exception {
        LiveBench bench = new LiveBench(arguments);
        for (String part : List.of(arguments).subList(8, arguments.length)) {
            String kind = part.replaceFirst("-.*", "");
            int jdk = Integer.parseInt(part.replaceFirst(".*-", ""));
            switch (kind) {
                case "main" -> bench.begins(jdk);
                case "start" -> bench.start(jdk);
                case "idle" -> bench.idle(jdk);
                case "blind" -> bench.blind(jdk);
                case "million" -> LiveMillion.run(bench.java(jdk), bench.variants, bench.rounds);
                case "waits" -> bench.waits(jdk).looks("JDK " + jdk);
                case "resources" -> bench.waits(jdk).resources("JDK " + jdk);
                case "shop" -> bench.servers(jdk).shop(bench.sample, "512m");
                case "smallheap" -> bench.servers(jdk).shop(bench.sample, "100m");
                case "servers" -> bench.servers(jdk).others();
                case "later" -> bench.servers(jdk).later();
                case "spring" ->
                    LiveSpring.run(bench.java(jdk), bench.sample, bench.variants, bench.rounds, bench.limitNanos);
                default -> bench.load(kind, jdk);
            }
        }
    }

    /** The class path is for {@link LiveLoad}; {@code -jar} goes before it. */
    private List<String> java(int jdk) {
        return List.of(
                jdks.get(jdk).resolve("bin/java").toString(),
                "-Djava.io.tmpdir=" + scratch,
                "-cp",
                scratch.resolve("load").toString());
    }

    private LiveWaits waits(int jdk) {
        return new LiveWaits(jdks.get(jdk).resolve("bin/java").toString(), jar, scratch, rounds, limitNanos);
    }

    private LiveServers servers(int jdk) throws IOException {
        return new LiveServers(
                List.of(jdks.get(jdk).resolve("bin/java").toString(), "-Djava.io.tmpdir=" + scratch),
                variants,
                folder.resolve("servers.txt"),
                scratch,
                rounds,
                limitNanos);
    }

    /** The difference to "nothing" of when main begins, and of the processor time up to there. */
    private void begins(int jdk) throws Exception {
        Map<String, List<double[]>> runs = each(NOT_AT_MAIN, rounds * STARTS_A_ROUND, flags -> {
            Instant begin = Instant.now();
            Process process = LiveProcess.start(java(jdk), flags, "start");
            try (BufferedReader out = process.inputReader()) {
                return begun(begin, LiveProcess.line(out, "main "));
            } finally {
                LiveProcess.end(process);
            }
        });
        LiveTable.differences(
                "JDK " + jdk + ": begin of main, and processor time up to it, in ms",
                List.of("main ms", "cpu to it"),
                runs);
    }

    private static double[] begun(Instant begin, String line) {
        String[] told = line.split(" ");
        double main = (Long.parseLong(told[0]) - ChronoUnit.MICROS.between(Instant.EPOCH, begin)) / 1e3;
        return new double[] {main, Double.parseDouble(told[1]) * 1_000};
    }

    /** The difference to "nothing", of when main begins, and of processor time and memory some seconds later. */
    private void start(int jdk) throws Exception {
        Map<String, List<double[]>> runs = each(
                Set.of(LiveVariants.BARE_ALL, LiveVariants.UNREAD),
                rounds,
                flags -> started(jdk, flags, SETTLED_SECONDS));
        LiveTable.differences(
                "JDK " + jdk + ": begin of main, processor time up to it in ms; that and memory " + SETTLED_SECONDS
                        + " s later",
                List.of("main ms", "cpu to it", "cpu s", "RSS MB", "largest"),
                runs);
    }

    /**
     * A JVM that does nothing: what an agent takes, next to the JDK's own recording, and what it adds, as a ratio to
     * what a bare recording does.
     */
    private void idle(int jdk) throws Exception {
        Map<String, List<String>> compared = new LinkedHashMap<>(variants);
        List<String> recorder = variants.get(LiveVariants.FLIGHT_RECORDER);
        if (recorder != null) {
            compared.put(LiveVariants.FLIGHT_RECORDER_AGAIN, recorder);
        }
        Map<String, List<double[]>> runs = LiveRounds.measured(compared.keySet(), rounds, limitNanos, name -> {
            double[] figures = started(jdk, compared.get(name), IDLE_SECONDS);
            return new double[] {figures[2], figures[3], figures[4]};
        });
        List<String> figures = List.of("cpu s", "RSS MB", "largest");
        LiveTable.differences("JDK " + jdk + ", idle: " + IDLE_SECONDS + " s after main began", figures, runs);
        LiveTable.added(LiveVariants.DEFAULTS, LiveVariants.BARE, figures, runs);
        LiveTable.more(LiveVariants.PORT, LiveVariants.DEFAULTS, figures, runs);
        for (String name : List.of(LiveVariants.FLIGHT_RECORDER_AGAIN, LiveVariants.DEFAULTS, LiveVariants.PORT)) {
            LiveTable.against(name, LiveVariants.FLIGHT_RECORDER, figures, runs);
            LiveTable.more(name, LiveVariants.FLIGHT_RECORDER, figures, runs);
        }
    }

    /** How long after the JVM's start the recording begins, alongside bare recordings of the same events. */
    private void blind(int jdk) throws Exception {
        Map<String, List<String>> compared = new LinkedHashMap<>();
        compared.put(LiveVariants.BARE, variants.get(LiveVariants.BARE));
        compared.put(LiveVariants.BARE_AGAIN, variants.get(LiveVariants.BARE));
        compared.put(LiveVariants.DEFAULTS, variants.get(LiveVariants.DEFAULTS));
        System.out.println("JDK " + jdk + ": begin of the recording, ms after the JVM was started");
        Map<String, List<double[]>> runs =
                LiveRounds.measured(compared.keySet(), rounds * STARTS_A_ROUND, limitNanos, name -> {
                    Instant begin = Instant.now();
                    Process process = LiveProcess.start(java(jdk), compared.get(name), "blind");
                    try (BufferedReader out = process.inputReader()) {
                        long recorded = Long.parseLong(LiveProcess.line(out, "load "));
                        return new double[] {(recorded - ChronoUnit.MICROS.between(Instant.EPOCH, begin)) / 1e3};
                    } finally {
                        LiveProcess.end(process);
                    }
                });
        LiveTable.more(LiveVariants.BARE_AGAIN, LiveVariants.BARE, List.of("ms"), runs);
        LiveTable.more(LiveVariants.DEFAULTS, LiveVariants.BARE, List.of("ms"), runs);
    }

    private double[] started(int jdk, List<String> flags, int settled) throws Exception {
        Instant begin = Instant.now();
        Process process = LiveProcess.start(java(jdk), flags, "start");
        try (BufferedReader out = process.inputReader()) {
            double[] begun = begun(begin, LiveProcess.line(out, "main "));
            TimeUnit.SECONDS.sleep(settled);
            String pid = Long.toString(process.pid());
            return new double[] {
                begun[0],
                begun[1],
                LiveLoad.processorSeconds(pid),
                LiveProcess.residentMegabytes(pid),
                LiveProcess.largestResidentMegabytes(pid)
            };
        } finally {
            LiveProcess.end(process);
        }
    }

    private void load(String kind, int jdk) throws Exception {
        Map<String, List<double[]>> runs = each(Set.of(LiveVariants.ONE_EVENT), rounds, flags -> {
            Process process = LiveProcess.start(java(jdk), flags, kind);
            try (BufferedReader out = process.inputReader()) {
                String[] told = LiveProcess.line(out, "load ").split(" ");
                return new double[] {Double.parseDouble(told[0]), Double.parseDouble(told[1])};
            } finally {
                LiveProcess.end(process);
            }
        });
        LiveTable.ratios(kind + ", JDK " + jdk, List.of("wall s", "cpu s"), runs);
    }

    /** What a round does with each variant. */
    private interface Run {
        double[] with(List<String> flags) throws Exception;
    }

    private Map<String, List<double[]>> each(Set<String> without, int times, Run run) throws Exception {
        List<String> names = new ArrayList<>(variants.keySet());
        names.removeAll(without);
        return LiveRounds.measured(names, times, limitNanos, name -> run.with(variants.get(name)));
    }
}
