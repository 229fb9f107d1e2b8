package io.vtmonitor.report.export;

import io.vtmonitor.common.Printable;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.text.HolderText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stacks in the form that flame graph programs read: a line for each stack, with the frames from the entry to the
 * blocking call, joined by {@code ;}, then a space and a whole number. Line numbers are left out, so stacks that differ
 * only in them become one. The numbers add up to the report's totals: for this, microseconds may be off by one, and
 * stacks that the report did not keep have a line of their own.
 */
public final class CollapsedReport {
    private static final String NO_STACK = "[stack not kept]";

    private CollapsedReport() {}

    /** What the number counts. */
    public enum Weight {
        /** Microseconds pinned; for waits, microseconds that threads waited. */
        TIME,
        /** Pins; for waits, the most threads at one look. */
        COUNT;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** All stacks, sorted. */
    public static String write(Report report, Weight weight) {
        Map<String, Long> lines = new TreeMap<>();
        for (SiteFigures site : report.sites()) {
            long rest = units(site.pins(), site.pinnedNanos(), weight);
            for (StackFigures stack : site.stacks()) {
                long units = units(stack.pins(), stack.pinnedNanos(), weight);
                lines.merge(
                        rootFirst(
                                stack.frames().stream().map(StackFrame::method).toList()),
                        units,
                        WaitGroup::sum);
                rest -= units;
            }
            List<String> holders = new ArrayList<>();
            site.holders().forEach(holder -> holders.add(holder.method().toString()));
            holders.add(NO_STACK);
            lines.merge(rootFirst(holders), rest, WaitGroup::sum);
        }
        lines.merge(
                NO_STACK + ";[other sites]",
                units(report.other().pins(), report.other().pinnedNanos(), weight),
                WaitGroup::sum);
        return text(lines, weight);
    }

    /**
     * The places where virtual threads waited, each with the stack of one thread, sorted. If it was known what held the
     * thing that they waited for, the holder is one more frame. After several looks, {@code COUNT} is not divided by
     * holder: the largest numbers may be of different looks.
     */
    public static String waits(Waits waits, Weight weight) {
        Map<String, Long> lines = new TreeMap<>();
        for (WaitGroup group : waits.groups()) {
            List<String> methods = methods(group);
            long rest = units(group.count().most(), group.count().threadNanos(), weight);
            if (weight == Weight.TIME || group.count().looks() == 1) {
                for (WaitGroup.Held held : group.heldBy()) {
                    long units = Math.min(rest, units(held.threads(), held.threadNanos(), weight));
                    List<String> stack = new ArrayList<>(methods);
                    stack.add(0, HolderText.frame(group.place().operation(), held));
                    lines.merge(rootFirst(stack), units, WaitGroup::sum);
                    rest -= units;
                }
            }
            lines.merge(rootFirst(methods), rest, WaitGroup::sum);
        }
        return text(lines, weight);
    }

    private static String text(Map<String, Long> lines, Weight weight) {
        StringBuilder text = new StringBuilder();
        long unit = weight == Weight.TIME ? 1_000 : 1;
        long carried = 0;
        for (Map.Entry<String, Long> line : lines.entrySet()) {
            // What rounding left out is carried to the next line: of thousands of short pins it would add up.
            long units = WaitGroup.sum(line.getValue(), carried);
            long shown = Math.floorDiv(units, unit) + (2 * Math.floorMod(units, unit) >= unit ? 1 : 0);
            if (shown > 0) {
                text.append(line.getKey()).append(' ').append(shown).append('\n');
                carried = units - shown * unit;
            } else {
                carried = units;
            }
        }
        return text.toString();
    }

    /** Pins or threads, or nanoseconds. */
    private static long units(long count, long nanos, Weight weight) {
        return weight == Weight.COUNT ? count : nanos;
    }

    private static List<String> methods(WaitGroup group) {
        return group.frames().isEmpty()
                ? List.of(NO_STACK, group.place().site())
                : group.frames().stream().map(StackFrame::method).toList();
    }

    private static String rootFirst(List<String> topmostFirst) {
        List<String> frames = new ArrayList<>();
        topmostFirst.forEach(method -> frames.add(safe(method)));
        Collections.reverse(frames);
        return String.join(";", frames);
    }

    /** Class files can't have a semicolon in a name, but a recording may have anything. */
    private static String safe(String frame) {
        String safe = Printable.text(frame.replace(';', '?')).strip();
        return safe.isEmpty() ? "?" : safe;
    }
}
