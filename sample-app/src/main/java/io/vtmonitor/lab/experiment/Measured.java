package io.vtmonitor.lab.experiment;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What an experiment gave.
 *
 * @param columns heads of the table; the first is over the variants' names
 * @param rows a row for each variant
 * @param chart the same as a picture
 * @param verdicts what the agent said of each variant
 * @param notes what has to be known to read the figures
 */
record Measured(
        List<String> columns, List<List<String>> rows, Chart chart, List<Verdict> verdicts, List<String> notes) {
    /** The same with one more note. */
    Measured noting(String note) {
        return new Measured(
                columns,
                rows,
                chart,
                verdicts,
                Stream.concat(notes.stream(), Stream.of(note)).toList());
    }

    /** What was counted, as tables show it. */
    static String count(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.0f", value);
    }

    /** What was measured, as tables show it: as many decimals as it needs. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        int decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
