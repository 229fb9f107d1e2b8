package io.vtmonitor.lab;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queries a second, and processor time for each: of the driver as it is, of the same one rewritten, and of the release
 * that pins no more. They run in turn, since the machine is not always as fast. That release runs twice in a round:
 * what the two differ by is chance.
 */
final class QueryRates {
    private static final String EARLY = "early-";

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
     * What a few seconds of one run gave.
     *
     * @param rate queries a second
     * @param micros processor time of the client for each, in microseconds
     */
    private record Figures(double rate, double micros) {}

    /**
     * What one run gave.
     *
     * @param early while the compilers worked
     * @param later when they were done
     * @param compilers the part of a processor that they took then
     */
    private record Measured(Figures early, Figures later, double compilers) {
        double laterRate() {
            return later.rate;
        }
    }

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
        List<Map<Way, Measured>> measured = print("rate", threads, query + ", a connection for each thread");
        claim(query + ", queries a second of the fixed driver", measured, Way.FIXED, 0.9);
    }

    /**
     * Each thread has a connection and hardly waits: two releases differ by more than their locks, so the bar is the
     * driver as it is.
     */
    void brief(int threads) throws IOException, InterruptedException {
        List<Map<Way, Measured>> measured = print("query", threads, "select 1, a connection for each thread");
        claim("select 1, queries a second of the driver as it is", measured, Way.AS_IT_IS, 0.9);
    }

    /**
     * Many threads share a pool of connections, as in most applications. The goal is 0.95 of the fixed driver
     * (docs/unpin.md), which differs from itself by more than that in a few rounds; so claimed is that it is no slower
     * than the driver as it is.
     */
    void pooled(int threads) throws IOException, InterruptedException {
        List<Map<Way, Measured>> measured = print("pooled", threads, "select 1 through a pool");
        claim("select 1 through a pool, queries a second of the driver as it is", measured, Way.AS_IT_IS, 1.0);
    }

    private List<Map<Way, Measured>> print(String kind, int threads, String what)
            throws IOException, InterruptedException {
        System.out.printf(
                Locale.ROOT,
                "%nQueries a second, and microseconds of processor time for each: %d virtual threads, %s, load %.1f:%n",
                threads,
                what,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.printf("  %-22s %-22s %-22s %s%n", driver, "with unpin", fixed, "the same again");
        List<Map<Way, Measured>> measured = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Map<Way, Measured> figures = new EnumMap<>(Way.class);
            for (int i = 0; i < Way.values().length; i++) {
                Way way = Way.values()[(i + round) % Way.values().length];
                figures.put(way, run(kind, threads, way));
            }
            measured.add(figures);
            StringBuilder line = new StringBuilder();
            figures.forEach((way, its) ->
                    line.append(String.format(Locale.ROOT, "  %7.0f %7.1f µs     ", its.later.rate, its.later.micros)));
            System.out.println(line.toString().stripTrailing());
        }
        System.out.printf(
                Locale.ROOT,
                "  the compilers took at most %.0f %% of one processor meanwhile%n",
                measured.stream()
                                .flatMap(round -> round.values().stream())
                                .mapToDouble(Measured::compilers)
                                .max()
                                .orElse(0)
                        * 100);
        printRatios(measured, "when the compilers are done", Measured::later);
        printRatios(measured, "in the sixth to tenth second", Measured::early);
        return measured;
    }

    private void printRatios(List<Map<Way, Measured>> measured, String when, Function<Measured, Figures> window) {
        System.out.printf("  Times the fixed driver, %s, median of %d [least, most]:%n", when, rounds);
        for (Way way : List.of(Way.UNPINNED, Way.FIXED_AGAIN)) {
            System.out.printf(
                    "    %-15s queries a second %s, processor time %s%n",
                    way == Way.UNPINNED ? "with unpin" : "the same again",
                    spread(ratios(measured, way, Way.FIXED, window.andThen(Figures::rate))),
                    spread(ratios(measured, way, Way.FIXED, window.andThen(Figures::micros))));
        }
    }

    private Measured run(String kind, int threads, Way way) throws IOException, InterruptedException {
        boolean pins = way == Way.AS_IT_IS || way == Way.UNPINNED;
        String said = client.ask(kind, threads, pins ? driver : fixed, way == Way.UNPINNED);
        return new Measured(figures(EARLY, said), figures("", said), figure("compilers", said));
    }

    private static Figures figures(String prefix, String said) {
        return new Figures(figure(prefix + "rate", said), figure(prefix + "micros", said));
    }

    private static double figure(String name, String text) {
        Matcher figure = Pattern.compile("(?m)^" + name + " ([\\d.E-]+)$").matcher(text);
        if (!figure.find()) {
            throw new DemoFailure("Looked for '" + name + "' in the output of the queries, and saw: " + text);
        }
        return Double.parseDouble(figure.group(1));
    }

    /** What the fixed driver falls short of itself by is chance, and nothing missed. */
    private void claim(String what, List<Map<Way, Measured>> measured, Way bar, double least) {
        double reached = median(ratios(measured, Way.UNPINNED, bar, Measured::laterRate));
        double chance = ratios(measured, Way.FIXED_AGAIN, Way.FIXED, Measured::laterRate)
                .get(0);
        System.out.printf(Locale.ROOT, "  claimed: at least %.2f of the %s; measured %.2f%n", least, what, reached);
        if (reached < Math.min(least, chance)) {
            missed.add(String.format(Locale.ROOT, "%s: %.2f of at least %.2f", what, reached, least));
        }
    }

    private static List<Double> ratios(
            List<Map<Way, Measured>> measured, Way way, Way to, Function<Measured, Double> figure) {
        return measured.stream()
                .map(round -> figure.apply(Objects.requireNonNull(round.get(way)))
                        / figure.apply(Objects.requireNonNull(round.get(to))))
                .sorted()
                .toList();
    }

    private static double median(List<Double> sorted) {
        return (sorted.get(sorted.size() / 2) + sorted.get((sorted.size() - 1) / 2)) / 2;
    }

    private static String spread(List<Double> sorted) {
        return String.format(
                Locale.ROOT, "%.2f [%.2f, %.2f]", median(sorted), sorted.get(0), sorted.get(sorted.size() - 1));
    }
}
