package io.vtmonitor.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Prints what {@link LiveServers} measured: the median of each figure with "nothing", and for each variant the median
 * of its ratios to "nothing", or differences from it, within a round, with the interval that 95 of 100 drawings of as
 * many rounds fall into (the bootstrap; Efron, 1979). The last column is the smallest effect that "nothing again" lets
 * us tell from chance: the farthest end of its interval.
 */
final class LiveIntervals {
    private static final int DRAWINGS = 2_000;

    private LiveIntervals() {}

    /** A line for each figure, a column for each variant. */
    static void print(String title, Map<String, List<double[]>> runs) {
        List<double[]> base = runs.get(LiveVariants.NOTHING);
        if (base.isEmpty()) {
            System.out.println(title + ": the limit was reached before the first round");
            return;
        }
        System.out.printf(Locale.ROOT, "%n%s; %d rounds; ratios up to p99, differences after%n", title, base.size());
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-12s %9s", "", LiveVariants.NOTHING));
        runs.keySet().stream().skip(1).forEach(name -> head.append(String.format(Locale.ROOT, "  %-24s", name)));
        System.out.println(head + "  visible from");
        for (int figure = 0; figure < LiveServer.FIGURES.size(); figure++) {
            boolean ratio = figure < LiveServer.FIRST_DIFFERENCE;
            StringBuilder line = new StringBuilder(String.format(
                    Locale.ROOT, "%-12s %9.2f", LiveServer.FIGURES.get(figure), median(column(base, figure))));
            String visible = "";
            for (Map.Entry<String, List<double[]>> variant : runs.entrySet()) {
                if (variant.getKey().equals(LiveVariants.NOTHING)) {
                    continue;
                }
                double[] compared = compared(variant.getValue(), base, figure, ratio);
                double[] interval = interval(compared);
                line.append(String.format(Locale.ROOT, "  %-24s", text(median(compared), interval)));
                if (variant.getKey().equals(LiveVariants.AGAIN)) {
                    double none = ratio ? 1 : 0;
                    double least = Math.max(Math.abs(interval[0] - none), Math.abs(interval[1] - none));
                    visible = ratio
                            ? String.format(Locale.ROOT, "%.0f %%", least * 100)
                            : String.format(Locale.ROOT, "%.1f", least);
                }
            }
            System.out.println(line + "  " + visible);
        }
    }

    /** What one variant takes more than another in the same round. */
    static void more(String name, String other, Map<String, List<double[]>> runs) {
        if (runs.getOrDefault(name, List.of()).isEmpty()) {
            return;
        }
        StringBuilder line = new StringBuilder(name + " over " + other + ":");
        for (int figure = LiveServer.FIRST_DIFFERENCE; figure < LiveServer.FIGURES.size(); figure++) {
            double[] compared = compared(runs.get(name), runs.get(other), figure, false);
            line.append(' ')
                    .append(LiveServer.FIGURES.get(figure))
                    .append(" + ")
                    .append(text(median(compared), interval(compared)))
                    .append(';');
        }
        System.out.println(line.substring(0, line.length() - 1));
    }

    private static String text(double median, double[] interval) {
        return String.format(Locale.ROOT, "%.2f [%.2f,%.2f]", median, interval[0], interval[1]);
    }

    private static double[] compared(List<double[]> own, List<double[]> base, int figure, boolean ratio) {
        double[] compared = new double[own.size()];
        for (int round = 0; round < compared.length; round++) {
            double a = own.get(round)[figure];
            double b = base.get(round)[figure];
            compared[round] = ratio ? a / b : a - b;
        }
        return compared;
    }

    private static double[] interval(double[] values) {
        Random random = new Random(1);
        double[] medians = new double[DRAWINGS];
        for (int i = 0; i < DRAWINGS; i++) {
            medians[i] = median(random.ints(values.length, 0, values.length)
                    .mapToDouble(which -> values[which])
                    .toArray());
        }
        Arrays.sort(medians);
        return new double[] {LiveQuantile.of(medians, 0.025), LiveQuantile.of(medians, 0.975)};
    }

    private static double[] column(List<double[]> runs, int figure) {
        return runs.stream().mapToDouble(run -> run[figure]).toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }
}
