package io.vtmonitor.tally;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.Totals;
import java.util.ArrayList;
import java.util.List;

/** Limits that a report's own figures tell: they follow from it, and are said again when reports are merged. */
final class FoldedLimits {
    private FoldedLimits() {}

    static List<Limit> of(List<Jvm> jvms, Totals totals, List<SiteFigures> sites, Figures other) {
        List<Limit> limits = new ArrayList<>();
        long truncated = totals.truncatedStacks();
        if (truncated > 0) {
            limits.add(Limit.of(LimitKind.TRUNCATED_STACKS, truncated));
        }
        long folded = other.pins();
        if (folded > 0) {
            limits.add(Limit.of(LimitKind.FOLDED_SITES, folded));
        }
        long withoutStack = 0;
        for (SiteFigures site : sites) {
            withoutStack += site.pins();
            for (StackFigures stack : site.stacks()) {
                withoutStack -= stack.pins();
            }
        }
        if (withoutStack > 0) {
            limits.add(Limit.of(LimitKind.FOLDED_STACKS, withoutStack));
        }
        gaps(limits, jvms);
        return limits;
    }

    private static void gaps(List<Limit> limits, List<Jvm> jvms) {
        long gaps = 0;
        long nanos = 0;
        int withGaps = 0;
        for (Jvm jvm : jvms) {
            if (jvm.gaps() != null) {
                withGaps++;
                gaps += jvm.gaps().count();
                nanos += jvm.gaps().nanos();
            }
        }
        if (gaps > 0) {
            limits.add(Limit.of(LimitKind.GAPS, gaps, nanos / 1e9, withGaps, jvms.size()));
        }
    }
}
