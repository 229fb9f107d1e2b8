package io.vtmonitor.lab;

import io.vtmonitor.lab.QueryClient.Turn;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Queries a second, and processor time for each: of the driver as it is, of the same one rewritten, and of the release
 * that pins no more. That release runs twice in a round: what the two differ by is chance. The JVMs of a round take
 * turns of two seconds, since the machine is not always as fast; the next round has new ones, since the compilers do
 * not always decide alike.
 */
final class QueryRates {
    private static final int TURNS = 10;

    private final Starter starter;
    private final String driver;
    private final String fixed;
    private final int rounds;
    private final List<String> missed;

    /** Starts a JVM that asks. */
    interface Starter {
        /**
         * It asks when it is told to.
         *
         * @param kind what {@link Waits} is to do
         * @param jar the driver
         * @param unpinned whether the agent rewrites it
         */
        QueryClient start(String kind, int threads, String jar, boolean unpinned);
    }

    /** What is compared. */
    private enum Way {
        AS_IT_IS,
        UNPINNED,
        FIXED,
        FIXED_AGAIN;

        /** All, so that each is the first as often as others. */
        static List<Way> startingWith(int first) {
            var ways = new ArrayList<>(List.of(values()));
            Collections.rotate(ways, -first);
            return ways;
        }
    }

    /**
     * What one JVM gave.
     *
     * @param early while the compilers worked
     * @param later in all its turns, when they were done
     */
    private record Measured(Turn early, Turn later) {
        double laterRate() {
            return later.rate();
        }
    }

    /**
     * Nothing is measured yet.
     *
     * @param driver the jar of the driver that pins
     * @param fixed the jar of the release that does not
     * @param missed takes what was claimed and not measured
     */
    QueryRates(Starter starter, String driver, String fixed, int rounds, List<String> missed) {
        this.starter = starter;
        this.driver = driver;
        this.fixed = fixed;
        this.rounds = rounds;
        this.missed = missed;
    }

    /** Each thread has a connection and waits for each answer: what is held up shows alongside the fixed driver. */
    void sleeping(int threads, double seconds) {
        String query = String.format(Locale.ROOT, "select sleep(%.3f)", seconds);
        List<Map<Way, Measured>> measured = print("rate", threads, query + ", a connection for each thread");
        claim(query + ", queries a second of the fixed driver", measured, Way.FIXED, 0.9);
    }

    /**
     * Each thread has a connection and hardly waits: two releases differ by more than their locks, so the bar is the
     * driver as it is.
     */
    void brief(int threads) {
        List<Map<Way, Measured>> measured = print("query", threads, "select 1, a connection for each thread");
        claim("select 1, queries a second of the driver as it is", measured, Way.AS_IT_IS, 0.9);
    }

    /**
     * Many threads share a pool of connections, as in most applications. The goal is 0.95 of the fixed driver
     * (docs/evidence/measurements/unpin-costs.md), which differs from itself by more than that in a few rounds; so
     * claimed is that it is no slower than the driver as it is.
     */
    void pooled(int threads) {
        List<Map<Way, Measured>> measured = print("pooled", threads, "select 1 through a pool");
        claim("select 1 through a pool, queries a second of the driver as it is", measured, Way.AS_IT_IS, 1.0);
    }

    private List<Map<Way, Measured>> print(String kind, int threads, String what) {
        System.out.printf(
                Locale.ROOT,
                "%nQueries a second, and microseconds of processor time for each: %d virtual threads, %s, load %.1f:%n",
                threads,
                what,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.printf("  %-22s %-22s %-22s %s%n", driver, "with unpin", fixed, "the same again");
        List<Map<Way, Measured>> measured = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Map<Way, Measured> figures = round(kind, threads, round);
            measured.add(figures);
            StringBuilder line = new StringBuilder();
            figures.forEach((way, its) -> line.append(
                    String.format(Locale.ROOT, "  %7.0f %7.1f µs     ", its.later.rate(), its.later.micros())));
            System.out.println(line.toString().stripTrailing());
        }
        System.out.printf(
                Locale.ROOT,
                "  the compilers took at most %.0f %% of one processor meanwhile%n",
                measured.stream()
                                .flatMap(round -> round.values().stream())
                                .mapToDouble(its -> its.later.compiling())
                                .max()
                                .orElse(0)
                        * 100);
        printRatios(measured, "when the compilers are done", Measured::later);
        printRatios(measured, "in the sixth to tenth second", Measured::early);
        return measured;
    }

    private void printRatios(List<Map<Way, Measured>> measured, String when, Function<Measured, Turn> window) {
        System.out.printf("  Times the fixed driver, %s, median of %d [least, most]:%n", when, rounds);
        for (Way way : List.of(Way.UNPINNED, Way.FIXED_AGAIN)) {
            System.out.printf(
                    "    %-15s queries a second %s, processor time %s%n",
                    way == Way.UNPINNED ? "with unpin" : "the same again",
                    spread(ratios(measured, way, Way.FIXED, window.andThen(Turn::rate))),
                    spread(ratios(measured, way, Way.FIXED, window.andThen(Turn::micros))));
        }
    }

    private Map<Way, Measured> round(String kind, int threads, int round) {
        Map<Way, QueryClient> clients = new EnumMap<>(Way.class);
        try {
            Map<Way, Turn> early = new EnumMap<>(Way.class);
            for (Way way : Way.startingWith(round)) {
                boolean pins = way == Way.AS_IT_IS || way == Way.UNPINNED;
                QueryClient client = starter.start(kind, threads, pins ? driver : fixed, way == Way.UNPINNED);
                clients.put(way, client);
                early.put(way, client.warmUp());
            }
            Map<Way, Turn> later = new EnumMap<>(Way.class);
            for (int turn = 0; turn < TURNS; turn++) {
                for (Way way : Way.startingWith(round + turn)) {
                    later.merge(way, Objects.requireNonNull(clients.get(way)).turn(), Turn::plus);
                }
            }
            clients.values().forEach(QueryClient::end);
            Map<Way, Measured> measured = new EnumMap<>(Way.class);
            early.forEach((way, its) -> measured.put(way, new Measured(its, Objects.requireNonNull(later.get(way)))));
            return measured;
        } finally {
            clients.values().forEach(QueryClient::close);
        }
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
