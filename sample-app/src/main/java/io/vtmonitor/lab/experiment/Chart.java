package io.vtmonitor.lab.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * A picture of a result: bars, or lines where each series has several points.
 *
 * @param unit of the values
 * @param over what lines go along, such as {@code seconds}; empty for bars
 * @param series what is drawn
 */
record Chart(String unit, String over, List<Series> series) {
    /**
     * One bar or one line.
     *
     * @param name of the variant
     * @param x along the axis; one 0 for a bar
     * @param y the values
     */
    record Series(String name, List<Double> x, List<Double> y) {
        static Series bar(String name, double value) {
            return new Series(name, List.of(0.0), List.of(value));
        }

        /** One value for each second, from the first on. */
        static Series perSecond(String name, List<Integer> counts) {
            var x = new ArrayList<Double>();
            var y = new ArrayList<Double>();
            for (int i = 0; i < counts.size(); i++) {
                x.add((double) i + 1);
                y.add((double) counts.get(i));
            }
            return new Series(name, x, y);
        }

        double highest() {
            return y.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        }

        double farthest() {
            return x.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        }
    }

    static Chart bars(String unit, List<Series> series) {
        return new Chart(unit, "", series);
    }

    static Chart lines(String unit, String over, List<Series> series) {
        return new Chart(unit, over, series);
    }

    /** As SVG. */
    String svg(String title) {
        return new ChartSvg(this).draw(title);
    }
}
