package io.vtmonitor.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the looks at what virtual threads wait for cost, and the bookkeeping of who has a pool's connections: with
 * nothing, nothing again, the agent, the agent of another jar if {@code EARLIER} names one, and the agent without them.
 */
final class LiveWaits {
    private static final int[] PARKED = {0, 10_000, 100_000, 1_000_000};
    private static final int SECONDS = 30;
    private static final int CHURN = 100_000;
    private static final int CHURN_SECONDS = 10;
    private static final int POOL_SECONDS = 5;
    private static final String WITHOUT = "vt-monitor, waits=off";
    private static final String EARLIER = "an earlier vt-monitor";
    private static final String RESOURCES = "vt-monitor, resources=on";
    private static final Pattern COST = Pattern.compile("\"costSeconds\"\\s*:\\s*([\\d.Ee+-]+)");
    private static final Pattern LOOKS = Pattern.compile("\"waits\"\\s*:\\s*\\{[^{]*?\"looks\"\\s*:\\s*(\\d+)");

    private final List<String> java;
    private final Path jar;
    private final Path report;
    private final int rounds;
    private final long limitNanos;

    /**
     * For one JDK.
     *
     * @param scratch for classes and reports
     */
    LiveWaits(String java, Path jar, Path scratch, int rounds, long limitNanos) {
        String libraries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("HikariCP") || entry.contains("h2-") || entry.contains("slf4j-api"))
                .collect(Collectors.joining(File.pathSeparator));
        this.java = List.of(
                java,
                "-Xmx4g",
                "-Djava.io.tmpdir=" + scratch,
                "-cp",
                scratch.resolve("load") + File.pathSeparator + libraries);
        this.jar = jar;
        this.report = scratch.resolve("waits.json");
        this.rounds = rounds;
        this.limitNanos = limitNanos;
    }

    /**
     * Threads that are parked, and threads that come and go; only so many parked ones if {@code PARKED} says a number.
     */
    void looks(String jdk) throws Exception {
        String only = System.getenv("PARKED");
        for (int threads : only == null ? PARKED : new int[] {Integer.parseInt(only)}) {
            List<String> costs = new ArrayList<>();
            Map<String, List<double[]>> runs = measured(
                    costs, WITHOUT, "waits=off", "parked", Integer.toString(threads), Integer.toString(SECONDS));
            LiveTable.differences(
                    threads + " parked virtual threads, " + jdk + ": processor seconds of " + SECONDS
                            + " s, oversleep of a timer in µs",
                    List.of("cpu s", "p50", "p99"),
                    runs);
            costs.forEach(System.out::println);
        }
        if (only != null) {
            return;
        }
        List<String> costs = new ArrayList<>();
        Map<String, List<double[]>> runs = measured(
                costs, WITHOUT, "waits=off", "churn", Integer.toString(CHURN), Integer.toString(CHURN_SECONDS));
        LiveTable.ratios(CHURN + " threads started and ended a second, " + jdk, List.of("cpu s", "a second"), runs);
        costs.forEach(System.out::println);
    }

    /** Borrowing from HikariCP. */
    void resources(String jdk) throws Exception {
        Map<String, List<double[]>> runs = measured(new ArrayList<>(), RESOURCES, "resources=on", "borrow");
        LiveTable.differences("ns of a borrowing with its return, one thread, " + jdk, List.of("ns"), runs);
        runs = measured(new ArrayList<>(), RESOURCES, "resources=on", "pool", Integer.toString(POOL_SECONDS));
        LiveTable.ratios("borrowings a second, 16 threads that work with them, " + jdk, List.of("a second"), runs);
    }

    /** @param costs to which what the agent's reports say of their looks is added */
    private Map<String, List<double[]>> measured(List<String> costs, String other, String option, String... load)
            throws Exception {
        Map<String, List<String>> variants = new LinkedHashMap<>();
        variants.put(LiveVariants.NOTHING, List.of());
        variants.put(LiveVariants.AGAIN, List.of());
        variants.put(LiveVariants.DEFAULTS, List.of("-javaagent:" + jar + "=report=" + report));
        String earlier = System.getenv("EARLIER");
        if (earlier != null) {
            variants.put(EARLIER, List.of("-javaagent:" + earlier + "=report=" + report));
        }
        variants.put(other, List.of("-javaagent:" + jar + "=report=" + report + "," + option));
        return LiveRounds.measured(variants.keySet(), rounds, limitNanos, name -> {
            double[] figures = run(variants.get(name), load);
            if (name.equals(LiveVariants.DEFAULTS) || name.equals(EARLIER)) {
                costs.add("  " + name + ", its own measure: " + ownCost());
            }
            return figures;
        });
    }

    private double[] run(List<String> flags, String... load) throws Exception {
        List<String> command = new ArrayList<>(java);
        command.addAll(flags);
        command.add(LiveWaitLoad.class.getName());
        command.addAll(List.of(load));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader()) {
            double[] figures = Arrays.stream(LiveProcess.line(out, "load ").split(" "))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            process.waitFor(); // the report is complete
            return figures;
        } finally {
            LiveProcess.end(process);
        }
    }

    /** What the agent's report says of its looks. */
    private String ownCost() throws IOException {
        String json = Files.readString(report);
        Matcher cost = COST.matcher(json);
        Matcher looks = LOOKS.matcher(json);
        return cost.find() && looks.find()
                ? String.format(
                        Locale.ROOT,
                        "%s looks, %.4f s of processor time",
                        looks.group(1),
                        Double.parseDouble(cost.group(1)))
                : "its report has no looks";
    }
}
