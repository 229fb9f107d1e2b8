package io.vtmonitor.lab;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queries a second, and processor time for each: of the driver as it is, of the same one rewritten, and of the release
 * that pins no more. They run in turn, since the machine is not always as fast. That release runs twice in a round:
 * what the two differ by is chance.
 */
final class QueryRates {
    private static final Pattern RATE = Pattern.compile("(?m)^rate ([\\d.E]+)$");
    private static final Pattern MICROS = Pattern.compile("(?m)^micros ([\\d.E]+)$");

    private final Client client;
    private final String driver;
    private final String fixed;
    private final int rounds;
    private final List<String> missed;

    /** Starts a JVM that asks. */
    interface Client {
        /**
         * What it prints.
         *
         * @param kind what {@link Waits} is to do
         * @param jar the driver
         * @param unpinned whether the agent rewrites it
         */
        String ask(String kind, int threads, String jar, boolean unpinned) throws IOException, InterruptedException;
    }

    /** What is compared. */
    private enum Way {
        AS_IT_IS,
        UNPINNED,
        FIXED,
        FIXED_AGAIN
    }

    /**
     * What one run gave.
     *
     * @param rate queries a second
     * @param micros processor time of the client for each, in microseconds
     */
    private record Figures(double rate, double micros) {}

    /**
     * Nothing is measured yet.
     *
     * @param driver the jar of the driver that pins
     * @param fixed the jar of the release that does not
     * @param missed takes what was claimed and not measured
     */
    QueryRates(Client client, String driver, String fixed, int rounds, List<String> missed) {
        this.client = client;
        this.driver = driver;
        this.fixed = fixed;
        this.rounds = rounds;
        this.missed = missed;
    }

    /** Each thread has a connection and waits for each answer: what is held up shows alongside the fixed driver. */
    void sleeping(int threads, double seconds) throws IOException, InterruptedException {
        String query = String.format(Locale.ROOT, "select sleep(%.3f)", seconds);
        List<Map<Way, Figures>> measured = print("rate", threads, query + ", a connection for each thread");
        claim(query + ", queries a second of the fixed driver", measured, Way.FIXED, 0.9);
    }

    /**
     * Each thread has a connection and hardly waits: two releases differ by more than their locks, so the bar is the
     * driver as it is.
     */
    void brief(int threads) throws IOException, InterruptedException {
        List<Map<Way, Figures>> measured = print("query", threads, "select 1, a connection for each thread");
        claim("select 1, queries a second of the driver as it is", measured, Way.AS_IT_IS, 0.9);
    }

    /**
     * Many threads share a pool of connections, as in most applications. The goal, 0.95 of the fixed driver, is not met
     * (docs/unpin.md); claimed is that it is no slower than the driver as it is.
     */
    void pooled(int threads) throws IOException, InterruptedException {
        List<Map<Way, Figures>> measured = print("pooled", threads, "select 1 through a pool");
        claim("select 1 through a pool, queries a second of the driver as it is", measured, Way.AS_IT_IS, 1.0);
    }

    private List<Map<Way, Figures>> print(String kind, int threads, String what)
            throws IOException, InterruptedException {
        System.out.printf(
                Locale.ROOT,
                "%nQueries a second, and microseconds of processor time for each: %d virtual threads, %s, load %.1f:%n",
                threads,
                what,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.printf("  %-22s %-22s %-22s %s%n", driver, "with unpin", fixed, "the same again");
        List<Map<Way, Figures>> measured = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Map<Way, Figures> figures = new EnumMap<>(Way.class);
            for (int i = 0; i < Way.values().length; i++) {
                Way way = Way.values()[(i + round) % Way.values().length];
                figures.put(way, run(kind, threads, way));
            }
            measured.add(figures);
            StringBuilder line = new StringBuilder();
            figures.forEach((way, its) ->
                    line.append(String.format(Locale.ROOT, "  %7.0f %7.1f µs     ", its.rate, its.micros)));
            System.out.println(line.toString().stripTrailing());
        }
        for (Way way : List.of(Way.UNPINNED, Way.FIXED_AGAIN)) {
            System.out.printf(
                    "  %s, times the fixed driver, median of %d [least, most]: queries a second %s, processor time %s%n",
                    way == Way.UNPINNED ? "with unpin" : "the same again",
                    rounds,
                    spread(ratios(measured, way, Way.FIXED, true)),
                    spread(ratios(measured, way, Way.FIXED, false)));
        }
        return measured;
    }

    private Figures run(String kind, int threads, Way way) throws IOException, InterruptedException {
        boolean pins = way == Way.AS_IT_IS || way == Way.UNPINNED;
        String said = client.ask(kind, threads, pins ? driver : fixed, way == Way.UNPINNED);
        return new Figures(figure(RATE, said), figure(MICROS, said));
    }

    private static double figure(Pattern of, String text) {
        Matcher figure = of.matcher(text);
        if (!figure.find()) {
            throw new DemoFailure("Looked for " + of + " in the output of the queries, and saw: " + text);
        }
        return Double.parseDouble(figure.group(1));
    }

    /** What the fixed driver falls short of itself by is chance, and nothing missed. */
    private void claim(String what, List<Map<Way, Figures>> measured, Way bar, double least) {
        double reached = median(ratios(measured, Way.UNPINNED, bar, true));
        double chance = ratios(measured, Way.FIXED_AGAIN, Way.FIXED, true).get(0);
        System.out.printf(Locale.ROOT, "  claimed: at least %.2f of the %s; measured %.2f%n", least, what, reached);
        if (reached < Math.min(least, chance)) {
            missed.add(String.format(Locale.ROOT, "%s: %.2f of at least %.2f", what, reached, least));
        }
    }

    private static List<Double> ratios(List<Map<Way, Figures>> measured, Way way, Way to, boolean rate) {
        List<Double> ratios = new ArrayList<>();
        for (Map<Way, Figures> round : measured) {
            Figures one = Objects.requireNonNull(round.get(way));
            Figures other = Objects.requireNonNull(round.get(to));
            ratios.add(rate ? one.rate / other.rate : one.micros / other.micros);
        }
        ratios.sort(null);
        return ratios;
    }

    private static double median(List<Double> sorted) {
        return (sorted.get(sorted.size() / 2) + sorted.get((sorted.size() - 1) / 2)) / 2;
    }

    private static String spread(List<Double> sorted) {
        return String.format(
                Locale.ROOT, "%.2f [%.2f, %.2f]", median(sorted), sorted.get(0), sorted.get(sorted.size() - 1));
    }
}
