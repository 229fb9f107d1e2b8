package io.vtmonitor.report.html;

import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What virtual threads waited for, as a flame graph has it: of each group the stack of one of its threads.
 *
 * @param sites where each group waits and for what
 * @param threads whether the weights are threads at one look, where there was one look only; else thread-seconds
 * @param frames texts of all frames
 * @param origins as {@link HtmlReportData.FlameGraph#origins}
 */
record HtmlReportWaits(
        List<String> sites,
        boolean threads,
        List<String> frames,
        String origins,
        HtmlReportData.Nodes nodes,
        HtmlReportData.Stacks stacks) {
    /** Null where nobody looked, or no thread waited. */
    static @Nullable HtmlReportWaits of(Waits waits) {
        List<String> sites = new ArrayList<>();
        HtmlReportStacks stacks = new HtmlReportStacks(List.of());
        boolean threads =
                waits.groups().stream().allMatch(group -> group.count().threadNanos() <= 0);
        for (WaitGroup group : waits.groups()) {
            // The page shows a thread as a second.
            long weight = threads
                    ? group.count().most() * 1_000_000_000L
                    : group.count().threadNanos();
            List<StackFrame> frames = group.frames().isEmpty()
                    ? List.of(StackFrame.withoutLine(group.place().site()))
                    : group.frames();
            stacks.add(
                    sites.size(), new StackFigures(group.count().most(), weight, false, frames, List.of(), List.of()));
            sites.add(group.place().site() + " [" + group.place().operation() + "]");
        }
        return sites.isEmpty()
                ? null
                : new HtmlReportWaits(
                        sites, threads, stacks.frames(), stacks.origins(), stacks.nodes(), stacks.stacks());
    }
}
