package io.vtmonitor.tally;

import io.vtmonitor.plan.Forecast;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Report.Jvm;
import io.vtmonitor.report.Report.SiteFigures;
import io.vtmonitor.report.Report.StackFigures;
import java.util.ArrayList;
import java.util.List;

/** Limits that a report's own figures tell: they follow from it, and are said anew when reports are merged. */
final class FoldedLimits {
    private FoldedLimits() {}

    static List<String> of(Report report) {
        List<String> limits = new ArrayList<>();
        long truncated = report.totals().truncatedStacks();
        if (truncated > 0) {
            limits.add(truncated + " pins have a stack that was cut off at the JVM's depth: a holder may be below");
        }
        long folded = report.other().pins();
        if (folded > 0) {
            limits.add(folded + " pins of sites beyond the bound are counted as other");
        }
        long withoutStack = 0;
        for (SiteFigures site : report.sites()) {
            withoutStack += site.pins();
            for (StackFigures stack : site.stacks()) {
                withoutStack -= stack.pins();
            }
        }
        if (withoutStack > 0) {
            limits.add(withoutStack + " pins of stacks beyond the bound are counted in their site, but in no stack");
        }
        gaps(limits, report);
        return limits;
    }

    private static void gaps(List<String> limits, Report report) {
        long gaps = 0;
        long nanos = 0;
        int jvms = 0;
        for (Jvm jvm : report.jvms()) {
            if (jvm.gaps() != null) {
                jvms++;
                gaps += jvm.gaps().count();
                nanos += Forecast.nanos(jvm.gaps().seconds());
            }
        }
        if (gaps > 0) {
            String where = report.jvms().size() == 1
                    ? "the recording has "
                    : "recordings of " + jvms + " of " + report.jvms().size() + " JVMs have ";
            limits.add(where + (gaps == 1 ? "a gap of " : gaps + " gaps, in all ") + length(nanos / 1_000_000_000)
                    + (gaps == 1 ? ": nothing is known of it" : ": nothing is known of them")
                    + ", and it is no time that was watched");
        }
    }

    private static String length(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
