package io.vtmonitor.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Prints what {@link LiveBench} measured: a line for each variant, the figures of a round compared with that round's.
 */
final class LiveTable {
    private LiveTable() {}

    /** What one run gave, as soon as it is known: a bench that is stopped has said something. */
    static void raw(int round, String variant, double... figures) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  round %d  %-31s", round, variant));
        for (double figure : figures) {
            line.append(String.format(Locale.ROOT, " %9.3f", figure));
        }
        System.out.println(line);
    }

    /**
     * Each figure's median, and the medians of its ratios to "nothing" and to the bare recording of the same events.
     */
    static void ratios(String title, List<String> figures, Map<String, List<double[]>> runs) {
        head(title, figures, "x nothing", runs);
        runs.forEach(
                (name, own) -> line(name, own, runs.get(LiveVariants.NOTHING), (a, b) -> a / b, "%9.2f [%5.2f,%5.2f]"));
        against(LiveVariants.DEFAULTS, LiveVariants.BARE, figures, runs);
        against(LiveVariants.EVERYTHING, LiveVariants.BARE_ALL, figures, runs);
    }

    /** Each figure's median, and the median of what it is more than of "nothing". */
    static void differences(String title, List<String> figures, Map<String, List<double[]>> runs) {
        head(title, figures, "+ nothing", runs);
        runs.forEach(
                (name, own) -> line(name, own, runs.get(LiveVariants.NOTHING), (a, b) -> a - b, "%9.2f [%5.2f,%5.2f]"));
        List<double[]> ours = runs.get(LiveVariants.DEFAULTS);
        List<double[]> empty = runs.get(LiveVariants.EMPTY);
        if (ours != null && empty != null && figures.size() > 2) {
            double[] later = compared(ours, empty, 0, (a, b) -> a - b);
            double[] work = compared(ours, empty, 1, (a, b) -> a - b);
            System.out.printf(
                    Locale.ROOT,
                    "%s: beyond an empty agent, main begins %.0f ms [%.0f,%.0f] later and %.0f ms [%.0f,%.0f] of"
                            + " processor time go before it%n",
                    LiveVariants.DEFAULTS,
                    median(later),
                    later[0],
                    later[later.length - 1],
                    median(work),
                    work[0],
                    work[work.length - 1]);
        }
    }

    private static void head(String title, List<String> figures, String compared, Map<String, List<double[]>> runs) {
        System.out.printf(
                Locale.ROOT,
                "%n%s; %d rounds%n%-31s",
                title,
                runs.get(LiveVariants.NOTHING).size(),
                "");
        figures.forEach(figure -> System.out.printf("%9s %9s [min,max]  ", figure, compared));
        System.out.println();
    }

    private static void line(
            String name, List<double[]> own, List<double[]> base, DoubleBinaryOperator compare, String format) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-31s", name));
        for (int i = 0; i < own.get(0).length; i++) {
            int figure = i;
            double[] values =
                    own.stream().mapToDouble(run -> run[figure]).sorted().toArray();
            double[] compared = compared(own, base, figure, compare);
            line.append(String.format(Locale.ROOT, "%9.2f ", median(values)));
            line.append(
                    String.format(Locale.ROOT, format, median(compared), compared[0], compared[compared.length - 1]));
            line.append("   ");
        }
        System.out.println(line.toString().stripTrailing());
    }

    /** A variant as a ratio to another one in the same round. */
    static void against(String name, String other, List<String> figures, Map<String, List<double[]>> runs) {
        if (!runs.containsKey(name) || !runs.containsKey(other)) {
            return;
        }
        line(
                name + " over " + other + ":",
                "%s x %.2f [%.2f,%.2f]",
                figures,
                figure -> compared(runs.get(name), runs.get(other), figure, (a, b) -> a / b));
    }

    /** What a variant adds to "nothing" as a ratio to what another one adds, in the same round. */
    static void added(String name, String other, List<String> figures, Map<String, List<double[]>> runs) {
        if (runs.containsKey(name) && runs.containsKey(other)) {
            List<double[]> nothing = runs.get(LiveVariants.NOTHING);
            line(
                    name + " adds, of what " + other + " adds:",
                    "%s x %.2f [%.2f,%.2f]",
                    figures,
                    figure -> compared(
                            beyond(runs.get(name), nothing),
                            beyond(runs.get(other), nothing),
                            figure,
                            (a, b) -> a / b));
        }
    }

    /** What a variant adds to another one in the same round. */
    static void more(String name, String other, List<String> figures, Map<String, List<double[]>> runs) {
        if (runs.containsKey(name) && runs.containsKey(other)) {
            line(
                    name + " adds to " + other + ":",
                    "%s + %.2f [%.2f,%.2f]",
                    figures,
                    figure -> compared(runs.get(name), runs.get(other), figure, (a, b) -> a - b));
        }
    }

    private static List<double[]> beyond(List<double[]> own, List<double[]> base) {
        return IntStream.range(0, own.size())
                .mapToObj(round -> IntStream.range(0, own.get(round).length)
                        .mapToDouble(figure -> own.get(round)[figure] - base.get(round)[figure])
                        .toArray())
                .toList();
    }

    private static void line(String title, String format, List<String> figures, IntFunction<double[]> compared) {
        StringBuilder line = new StringBuilder(title);
        for (int i = 0; i < figures.size(); i++) {
            double[] values = compared.apply(i);
            line.append(' ')
                    .append(String.format(
                            Locale.ROOT, format, figures.get(i), median(values), values[0], values[values.length - 1]));
        }
        System.out.println(line);
    }

    private static double[] compared(
            List<double[]> own, List<double[]> base, int figure, DoubleBinaryOperator compare) {
        double[] compared = IntStream.range(0, own.size())
                .mapToDouble(round -> compare.applyAsDouble(own.get(round)[figure], base.get(round)[figure]))
                .toArray();
        Arrays.sort(compared);
        return compared;
    }

    private static double median(double[] sorted) {
        return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }
}
