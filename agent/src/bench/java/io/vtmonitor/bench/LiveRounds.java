package io.vtmonitor.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs that are compared: a round runs all, and their order turns from round to round. */
final class LiveRounds {
    private LiveRounds() {}

    /** Measures one of what is compared. */
    interface Run {
        double[] of(String name) throws Exception;
    }

    /**
     * Each one's figures, one array for each round. No round begins that would end after the limit, as far as the
     * longest so far tells.
     *
     * @param names what is compared
     * @param rounds how many at most
     */
    static Map<String, List<double[]>> measured(Collection<String> names, int rounds, long limitNanos, Run run)
            throws Exception {
        List<String> order = List.copyOf(names);
        Map<String, List<double[]>> runs = new LinkedHashMap<>();
        order.forEach(name -> runs.put(name, new ArrayList<>()));
        long begin = System.nanoTime();
        long longest = 0;
        for (int round = 0; round < rounds && System.nanoTime() - begin + longest < limitNanos; round++) {
            long roundBegin = System.nanoTime();
            for (int i = 0; i < order.size(); i++) {
                String name = order.get((i + round) % order.size());
                double[] figures = run.of(name);
                LiveTable.raw(round, name, figures);
                runs.get(name).add(figures);
            }
            longest = Math.max(longest, System.nanoTime() - roundBegin);
        }
        return runs;
    }
}
