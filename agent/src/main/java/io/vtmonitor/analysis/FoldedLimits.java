package io.vtmonitor.analysis;

import io.vtmonitor.model.Report;
import io.vtmonitor.model.Report.SiteFigures;
import io.vtmonitor.model.Report.StackFigures;
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
        return limits;
    }
}
