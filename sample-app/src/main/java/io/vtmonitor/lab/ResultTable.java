package io.vtmonitor.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The outcomes next to each other, one line each, in columns as wide as their widest cell. */
final class ResultTable {
    private static final List<String> HEAD = List.of(
            "JDK",
            "Connector/J",
            "requests",
            "wall s",
            "requests/s",
            "pins",
            "pinned carrier-s",
            "capacity lost",
            "who holds the carrier");

    private ResultTable() {}

    static String of(List<Outcome> outcomes) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        outcomes.forEach(outcome -> rows.add(row(outcome)));
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            Arrays.setAll(
                    widths, column -> Math.max(widths[column], row.get(column).length()));
        }
        var text = new StringBuilder();
        for (List<String> row : rows) {
            text.append(line(row, widths)).append('\n');
        }
        return text.toString();
    }

    private static List<String> row(Outcome outcome) {
        return List.of(
                Integer.toString(outcome.variant().jdk().feature()),
                outcome.variant().driver(),
                Integer.toString(outcome.load().requests()),
                number("%.1f", outcome.load().wallSeconds()),
                number("%.1f", outcome.load().perSecond()),
                Long.toString(outcome.report().totals().pins()),
                number("%.2f", outcome.report().totals().pinnedSeconds()),
                number("%.0f %%", 100 * outcome.capacityLost()),
                outcome.whoHolds());
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** Figures are right-aligned; the last column is text and is not padded, so that no line ends in blanks. */
    private static String line(List<String> cells, int[] widths) {
        var line = new StringBuilder();
        int last = cells.size() - 1;
        for (int column = 0; column < last; column++) {
            line.append(" ".repeat(widths[column] - cells.get(column).length()))
                    .append(cells.get(column))
                    .append("  ");
        }
        return line.append(cells.get(last)).toString();
    }
}
