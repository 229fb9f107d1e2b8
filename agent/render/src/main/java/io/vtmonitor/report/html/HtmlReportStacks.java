package io.vtmonitor.report.html;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.StackHolder;
import io.vtmonitor.report.figures.StackTime;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.report.html.HtmlReportData.Nodes;
import io.vtmonitor.report.html.HtmlReportData.Stacks;
import io.vtmonitor.report.html.HtmlReportData.Times;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stacks as the leaves of one tree in preorder, with the entries at its root. So 100,000 stacks remain small, and the
 * page adds up subtrees without building objects. As sorting puts stacks with the same first frames next to each other,
 * the tree needs no map of nodes.
 */
final class HtmlReportStacks {
    /** Represents stacks that a site counts but the report does not have. */
    static final String NOT_KEPT = "(stacks that were not kept)";

    private static final String NO_FRAMES = "(no frames)";

    /** In {@link HtmlReportData.Stacks#holds}: marks the holder nearest to the blocking call. */
    private static final int CULPRIT = 64;

    private final Map<StackFrame, Integer> known = new HashMap<>();
    private final Map<String, Integer> frameIds = new HashMap<>();
    private final List<String> frames = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<Timeline> timelines;
    private final Function<StackFrame, String> names;
    private boolean sorted;

    HtmlReportStacks(List<Timeline> timelines) {
        this(timelines, StackFrame::toString);
    }

    /**
     * Without stacks at first.
     *
     * @param names returns the text of a frame; frames with the same text are the same
     */
    HtmlReportStacks(List<Timeline> timelines, Function<StackFrame, String> names) {
        this.timelines = timelines;
        this.names = names;
    }

    /** A stack, entry first, and its figures. */
    private static final class Entry {
        private final int site;
        private final int[] path;
        private final int[] holds;
        private final List<StackTime> times;
        private final boolean truncated;
        private double seconds;
        private long pins;
        private double before;

        Entry(int site, int[] path, @Nullable StackFigures stack) {
            this.site = site;
            this.path = path;
            this.holds = stack == null ? new int[0] : holds(stack.holders());
            this.times = stack == null ? List.of() : stack.times();
            this.truncated = stack != null && stack.truncated();
        }
    }

    /**
     * Pairs of a frame and how it holds, in the order of frames. A frame has one pair, even if it holds more than once.
     */
    private static int[] holds(List<StackHolder> holders) {
        Map<Integer, Integer> codes = new TreeMap<>();
        for (StackHolder holder : holders) {
            int code = HtmlReportData.HOLDS.indexOf(holder.hold()) + 1 + (codes.isEmpty() ? CULPRIT : 0);
            codes.merge(holder.frame(), code, Math::max);
        }
        return codes.entrySet().stream()
                .flatMapToInt(hold -> IntStream.of(hold.getKey(), hold.getValue()))
                .toArray();
    }

    /** Adds all stacks of a site. */
    void add(int site, SiteFigures figures) {
        add(site, figures, 1, false);
    }

    /**
     * Adds all stacks of a site on one side of a comparison.
     *
     * @param scale a factor for seconds, not for pins
     * @param before whether this is the earlier side
     */
    void add(int site, SiteFigures figures, double scale, boolean before) {
        long nanos = figures.pinnedNanos();
        long pins = figures.pins();
        for (StackFigures stack : figures.stacks()) {
            weigh(new Entry(site, path(stack), stack), stack.pinnedNanos() / 1e9 * scale, stack.pins(), before);
            nanos -= stack.pinnedNanos();
            pins -= stack.pins();
        }
        if (pins > 0) {
            weigh(new Entry(site, new int[] {id(NOT_KEPT)}, null), Math.max(0, nanos) / 1e9 * scale, pins, before);
        }
    }

    /** Adds the only stack of a site. */
    void add(int site, StackFigures stack) {
        weigh(new Entry(site, path(stack), stack), stack.pinnedNanos() / 1e9, stack.pins(), false);
    }

    private void weigh(Entry entry, double seconds, long pins, boolean before) {
        if (before) {
            entry.before = seconds;
        } else {
            entry.seconds = seconds;
            entry.pins = pins;
        }
        entries.add(entry);
    }

    private int[] path(StackFigures stack) {
        int depth = stack.frames().size();
        if (depth == 0) {
            return new int[] {id(NO_FRAMES)};
        }
        int[] path = new int[depth];
        for (int i = 0; i < depth; i++) {
            path[depth - 1 - i] = id(stack.frames().get(i));
        }
        return path;
    }

    /** A frame is named once: it is in many stacks, and a stable name takes several regular expressions. */
    private int id(StackFrame frame) {
        return known.computeIfAbsent(frame, fresh -> id(names.apply(fresh)));
    }

    private int id(String frame) {
        Integer id = frameIds.putIfAbsent(frame, frames.size());
        if (id != null) {
            return id;
        }
        frames.add(frame);
        return frames.size() - 1;
    }

    /** Merges stacks of a site whose frames have the same names. */
    void mergeEqual() {
        List<Entry> all = List.copyOf(sorted());
        entries.clear();
        for (Entry entry : all) {
            Entry last = entries.isEmpty() ? null : entries.get(entries.size() - 1);
            if (last != null && last.site == entry.site && Arrays.equals(last.path, entry.path)) {
                last.seconds += entry.seconds;
                last.pins += entry.pins;
                last.before += entry.before;
            } else {
                entries.add(entry);
            }
        }
    }

    private List<Entry> sorted() {
        if (!sorted) {
            entries.sort(Comparator.<Entry, int[]>comparing(entry -> entry.path, Arrays::compare)
                    .thenComparingInt(entry -> entry.site));
            sorted = true;
        }
        return entries;
    }

    /** The origins of frames, as in {@link HtmlReportData.FlameGraph#origins}. */
    String origins() {
        StringBuilder origins = new StringBuilder(frames.size());
        for (String frame : frames) {
            origins.append(JdkNames.isJdk(frame) ? 'j' : JdkNames.isFramework(frame) ? 'f' : 'a');
        }
        return origins.toString();
    }

    List<String> frames() {
        return frames;
    }

    Nodes nodes() {
        IntStream.Builder depths = IntStream.builder();
        IntStream.Builder nodeFrames = IntStream.builder();
        int[] previous = {};
        for (Entry entry : sorted()) {
            for (int depth = shared(previous, entry.path); depth < entry.path.length; depth++) {
                depths.add(depth);
                nodeFrames.add(entry.path[depth]);
            }
            previous = entry.path;
        }
        return new Nodes(depths.build().toArray(), nodeFrames.build().toArray());
    }

    private static int shared(int[] previous, int[] path) {
        int mismatch = Arrays.mismatch(previous, path);
        return mismatch < 0 ? path.length : mismatch;
    }

    Stacks stacks() {
        return stacks(false);
    }

    Stacks stacks(boolean compared) {
        List<Entry> all = sorted();
        return new Stacks(
                leaves(all),
                all.stream().mapToInt(entry -> entry.site).toArray(),
                all.stream().mapToDouble(entry -> entry.seconds).toArray(),
                all.stream().mapToLong(entry -> entry.pins).toArray(),
                IntStream.range(0, all.size()).filter(i -> all.get(i).truncated).toArray(),
                all.stream().mapToInt(entry -> entry.holds.length / 2).toArray(),
                all.stream().flatMapToInt(entry -> IntStream.of(entry.holds)).toArray(),
                compared ? all.stream().mapToDouble(entry -> entry.before).toArray() : null);
    }

    private static int[] leaves(List<Entry> all) {
        int[] leaves = new int[all.size()];
        int[] previous = {};
        int nodes = 0;
        for (int i = 0; i < leaves.length; i++) {
            int[] path = all.get(i).path;
            nodes += path.length - shared(previous, path);
            // The list is sorted, so a stack comes before stacks that continue it: its node is the last one made.
            leaves[i] = nodes - 1;
            previous = path;
        }
        return leaves;
    }

    Times times() {
        List<Entry> all = sorted();
        return new Times(
                all.stream().mapToInt(entry -> entry.times.size()).toArray(),
                times(all).mapToInt(StackTime::jvm).toArray(),
                times(all)
                        .mapToLong(
                                time -> time.bin() - timelines.get(time.jvm()).firstBin())
                        .toArray(),
                times(all).mapToLong(StackTime::pins).toArray(),
                times(all).mapToDouble(time -> time.pinnedNanos() / 1e9).toArray());
    }

    private static Stream<StackTime> times(List<Entry> all) {
        return all.stream().flatMap(entry -> entry.times.stream());
    }
}
