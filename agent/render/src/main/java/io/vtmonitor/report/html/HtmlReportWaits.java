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
 * What virtual threads waited for, as a flame graph. Each group has the stack of one of its threads. If it was known
 * what held the thing that they waited for, the holder is one more frame.
 *
 * @param sites where each group waits, and for what
 * @param threads whether the numbers are threads, which they are after a single look; otherwise they are thread-seconds
 * @param frames the texts of all frames
 * @param origins as in {@link HtmlReportData.FlameGraph#origins}
 */
record HtmlReportWaits(
        List<String> sites,
        boolean threads,
        List<String> frames,
        String origins,
        HtmlReportData.Nodes nodes,
        HtmlReportData.Stacks stacks) {
    /** The page shows one second as one thread. */
    private static long weight(boolean threads, int most, long nanos) {
        return threads ? most * 1_000_000_000L : nanos;
    }

    private static void add(HtmlReportStacks stacks, int site, List<StackFrame> frames, long weight, int threads) {
        if (weight > 0) {
            stacks.add(site, new StackFigures(threads, weight, false, frames, List.of(), List.of()));
        }
    }

    /** Null if there were no looks, or no thread waited. */
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
            // The largest numbers of several looks can't be added up: they may be of different looks.
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
