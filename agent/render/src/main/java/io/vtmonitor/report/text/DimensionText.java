package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.Dimension;
import io.vtmonitor.report.Report;
import java.util.List;
import java.util.Locale;

/** The pinned time divided by one dimension, as a table. */
public final class DimensionText {
    private DimensionText() {}

    /**
     * The table below the report's head.
     *
     * @param name of the dimension
     * @param dimension its figures
     * @param top how many parts are shown; the others are added up
     */
    public static String write(Report report, String name, Dimension dimension, int top, TextStyle style) {
        TextWriter page = new TextWriter(style);
        HeadText.write(page, report);
        double total = report.totals().pinnedNanos();
        if (report.totals().pins() > 0) {
            page.blank();
            page.raw(String.format(Locale.ROOT, "%10s %8s %8s %8s   %s", "pinned", "share", "pins", "longest", name));
        }
        List<Dimension.Part> parts = dimension.parts();
        for (Dimension.Part part : parts.subList(0, Math.min(top, parts.size()))) {
            // Only for operations: in the names of classes and threads, an underscore is part of the name.
            String key = name.equals("operation") ? part.key().replace('_', ' ') : part.key();
            row(page, part, key, total);
        }
        Dimension.Part rest = rest(dimension, top);
        if (rest.pins() > 0) {
            row(page, rest, rest.key(), total);
        }
        page.blank();
        page.line("Blind spots: %s.", String.join("; ", LimitText.sentences(report.limits())));
        return page.toString();
    }

    private static void row(TextWriter page, Dimension.Part part, String key, double total) {
        page.row(
                String.format(
                        Locale.ROOT,
                        "%10s %8s %8d %8s   ",
                        Durations.text(part.pinnedNanos()),
                        Durations.percent(total > 0 ? part.pinnedNanos() / total : 0),
                        part.pins(),
                        Durations.text(part.maxNanos())),
                "%s",
                key);
    }

    private static Dimension.Part rest(Dimension dimension, int top) {
        long pins = dimension.other().pins();
        long nanos = dimension.other().pinnedNanos();
        long max = dimension.other().maxNanos();
        for (Dimension.Part part : dimension
                .parts()
                .subList(
                        Math.min(top, dimension.parts().size()),
                        dimension.parts().size())) {
            pins += part.pins();
            nanos += part.pinnedNanos();
            max = Math.max(max, part.maxNanos());
        }
        return new Dimension.Part("(other)", pins, nanos, max);
    }
}
