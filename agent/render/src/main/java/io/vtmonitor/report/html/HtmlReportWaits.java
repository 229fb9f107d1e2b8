package io.vtmonitor.report.html;

import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.text.HolderText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What virtual threads waited for, as a flame graph has it: of each group the stack of one of its threads, and one more
 * frame where it was known who had what they waited for.
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
    /** The page shows a thread as a second. */
    private static long weight(boolean threads, int most, long nanos) {
        return threads ? most * 1_000_000_000L : nanos;
    }

    private static void add(HtmlReportStacks stacks, int site, List<StackFrame> frames, long weight, int threads) {
        if (weight > 0) {
            stacks.add(site, new StackFigures(threads, weight, false, frames, List.of(), List.of()));
        }
    }

    /** Null where nobody looked, or no thread waited. */
    static @Nullable HtmlReportWaits of(Waits waits) {
        List<String> sites = new ArrayList<>();
        HtmlReportStacks stacks = new HtmlReportStacks(List.of());
        boolean threads =
                waits.groups().stream().allMatch(group -> group.count().threadNanos() <= 0);
        for (WaitGroup group : waits.groups()) {
            List<StackFrame> frames = group.frames().isEmpty()
                    ? List.of(StackFrame.withoutLine(group.place().site()))
                    : group.frames();
            long rest = weight(threads, group.count().most(), group.count().threadNanos());
            // The most threads of several looks are no sum of what each holder kept waiting.
            boolean divided = !threads || group.count().looks() == 1;
            for (WaitGroup.Held held : divided ? group.heldBy() : List.<WaitGroup.Held>of()) {
                List<StackFrame> stack = new ArrayList<>(frames);
                stack.add(
                        0, StackFrame.withoutLine(HolderText.frame(group.place().operation(), held)));
                long weight = Math.min(rest, weight(threads, held.threads(), held.threadNanos()));
                add(stacks, sites.size(), stack, weight, held.threads());
                rest -= weight;
            }
            add(stacks, sites.size(), frames, rest, group.count().most());
            sites.add(group.place().site() + " [" + group.place().operation() + "]");
        }
        return sites.isEmpty()
                ? null
                : new HtmlReportWaits(
                        sites, threads, stacks.frames(), stacks.origins(), stacks.nodes(), stacks.stacks());
    }
}
