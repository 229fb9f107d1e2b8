package io.vtmonitor.lab.experiment;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/** Draws a chart as SVG, on white, so that it can be read on a dark page too. */
final class ChartSvg {
    private static final List<String> COLOURS =
            List.of("#4269d0", "#efb118", "#ff725c", "#3ca951", "#a463f2", "#9c6b4e", "#6cc5b0", "#97bbf5");
    private static final int WIDTH = 760;
    private static final int MARGIN = 20;
    private static final int TOP = 36;
    private static final int BARS = 310;
    private static final int ROW = 26;
    private static final int LINES = 64;
    private static final int HEIGHT = 220;
    private static final int LEGEND_ROW = 18;
    private static final int GRID = 4;

    private final Chart chart;
    private final double highest;
    private final Formatter out = new Formatter(new StringBuilder(), Locale.ROOT);

    ChartSvg(Chart chart) {
        this.chart = chart;
        highest = Math.max(
                1e-9,
                chart.series().stream().mapToDouble(Chart.Series::highest).max().orElse(0));
    }

    String draw(String title) {
        int count = chart.series().size();
        boolean bars = chart.over().isEmpty();
        int height = bars ? TOP + count * ROW + MARGIN : TOP + HEIGHT + 2 * MARGIN + count * LEGEND_ROW + MARGIN;
        out.format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"", WIDTH, height);
        out.format(" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\""
                + " fill=\"#ffffff\"/>\n");
        out.format(
                "<text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"bold\">%s: %s</text>\n",
                escape(title), escape(chart.unit()));
        if (bars) {
            bars();
        } else {
            grid();
            lines();
        }
        return out.format("</svg>\n").toString();
    }

    private void bars() {
        double scale = (WIDTH - BARS - 70) / highest;
        int top = TOP;
        for (Chart.Series bar : chart.series()) {
            double length = bar.highest() * scale;
            text(BARS - 8, top + 14, "end", bar.name());
            out.format(
                    "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"18\" fill=\"%s\"/>\n",
                    BARS, top, Math.max(1, length), COLOURS.get(0));
            text(BARS + 6 + length, top + 14, "start", figure(bar.highest()));
            top += ROW;
        }
    }

    private void grid() {
        double step = step(highest);
        for (int i = 0; i * step <= top(highest); i++) {
            double y = y(i * step);
            out.format("<path d=\"M%d %.1fH%d\" stroke=\"#dddddd\"/>\n", LINES, y, WIDTH - MARGIN);
            text(LINES - 6, y + 4, "end", figure(i * step));
        }
        double along = step(farthest());
        for (int i = 0; i * along <= farthest(); i++) {
            text(x(i * along), TOP + HEIGHT + 16, "middle", figure(i * along));
        }
        text(WIDTH - MARGIN, TOP + HEIGHT + 32, "end", chart.over());
    }

    private void lines() {
        int legend = TOP + HEIGHT + 2 * MARGIN;
        for (int i = 0; i < chart.series().size(); i++) {
            var line = chart.series().get(i);
            String color = COLOURS.get(i % COLOURS.size());
            out.format("<path d=\"");
            for (int k = 0; k < line.x().size(); k++) {
                out.format(
                        "%s%.1f %.1f ",
                        k == 0 ? "M" : "L", x(line.x().get(k)), y(line.y().get(k)));
            }
            // Of two that are the same the first would be hidden.
            String dashes = i == 0 ? "" : " stroke-dasharray=\"" + 7 + " " + 4 * i + "\"";
            out.format("\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", color, dashes);
            out.format("<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"10\" fill=\"%s\"/>\n", LINES, legend, color);
            text(LINES + 20, legend + 10, "start", line.name());
            legend += LEGEND_ROW;
        }
    }

    private void text(double x, double y, String anchor, String text) {
        out.format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, escape(text));
    }

    private double x(double value) {
        return LINES + (WIDTH - MARGIN - LINES) * value / farthest();
    }

    private double y(double value) {
        return TOP + HEIGHT - HEIGHT * value / top(highest);
    }

    /** A round distance of lines, of which about four fit below the value. */
    private static double step(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value / GRID)));
        double many = value / GRID / power;
        return power * (many <= 1 ? 1 : many <= 2 ? 2 : many <= 5 ? 5 : 10);
    }

    private static double top(double value) {
        return step(value) * Math.ceil(value / step(value));
    }

    private static String figure(double value) {
        return value == Math.rint(value) ? Measured.count(value) : Measured.number(value);
    }

    private double farthest() {
        return Math.max(
                1e-9,
                chart.series().stream()
                        .mapToDouble(Chart.Series::farthest)
                        .max()
                        .orElse(0));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
