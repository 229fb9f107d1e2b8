package io.vtmonitor.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Prints quantiles of the latencies of all rounds together, and what they are of those with "nothing": with the
 * interval that 95 of 100 drawings of as many rounds, each as often as it comes, fall into (the bootstrap; Efron,
 * 1979). A round is drawn with all of its requests and for both sides at once, since what disturbs the machine disturbs
 * requests that follow each other.
 */
final class LiveQuantile {
    private static final int DRAWINGS = 1_000;
    private static final double[] QUANTILES = {0.5, 0.9, 0.99};

    private LiveQuantile() {}

    /** Of values in order. */
    static double of(double[] sorted, double quantile) {
        return sorted[(int) (sorted.length * quantile)];
    }

    /**
     * By variant, a list of rounds.
     *
     * @param millis each round's latencies
     */
    static void print(String title, Map<String, List<double[]>> millis) {
        List<double[]> nothing = millis.get(LiveVariants.NOTHING);
        System.out.printf(Locale.ROOT, "%n%s; all of %d rounds together%n%-31s", title, nothing.size(), "");
        for (double quantile : QUANTILES) {
            System.out.printf(Locale.ROOT, "%9s x nothing [95 of 100]  ", "p" + Math.round(quantile * 100));
        }
        System.out.println();
        int[][] drawings = drawings(nothing.size());
        int[] each = IntStream.range(0, nothing.size()).toArray();
        for (Map.Entry<String, List<double[]>> variant : millis.entrySet()) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-31s", variant.getKey()));
            double[] own = drawn(variant.getValue(), each);
            double[] base = drawn(nothing, each);
            double[][] ratios = new double[QUANTILES.length][drawings.length];
            for (int i = 0; i < drawings.length; i++) {
                double[] ownDrawn = drawn(variant.getValue(), drawings[i]);
                double[] baseDrawn = drawn(nothing, drawings[i]);
                for (int j = 0; j < QUANTILES.length; j++) {
                    ratios[j][i] = of(ownDrawn, QUANTILES[j]) / of(baseDrawn, QUANTILES[j]);
                }
            }
            for (int j = 0; j < QUANTILES.length; j++) {
                Arrays.sort(ratios[j]);
                line.append(String.format(
                        Locale.ROOT,
                        "%9.2f %9.2f [%5.2f,%5.2f]   ",
                        of(own, QUANTILES[j]),
                        of(own, QUANTILES[j]) / of(base, QUANTILES[j]),
                        of(ratios[j], 0.025),
                        of(ratios[j], 0.975)));
            }
            System.out.println(line.toString().stripTrailing());
        }
    }

    private static int[][] drawings(int rounds) {
        Random random = new Random(1);
        int[][] drawings = new int[DRAWINGS][];
        Arrays.setAll(drawings, i -> random.ints(rounds, 0, rounds).toArray());
        return drawings;
    }

    /** The latencies of these rounds, in order. */
    private static double[] drawn(List<double[]> rounds, int[] which) {
        double[] all = Arrays.stream(which)
                .mapToObj(rounds::get)
                .flatMapToDouble(Arrays::stream)
                .toArray();
        Arrays.sort(all);
        return all;
    }
}
