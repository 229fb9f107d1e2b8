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
 * Stacks in the form that flame graph programs read: one line a stack, frames from the root to the block joined by
 * {@code ;}, then a space and a whole number. Lines of source are left out, so that stacks that differ in them alone
 * are one. The weights add up to the report's totals, for which a line's microseconds may be one off: what the report
 * has not kept the stacks of has a line of its own.
 */
public final class CollapsedReport {
    private static final String NO_STACK = "[stack not kept]";

    private CollapsedReport() {}

    /** What the number counts. */
    public enum Weight {
        /** Microseconds pinned; of waits, microseconds that threads waited. */
        TIME,
        /** Pins; of waits, most threads at one look. */
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
                        Long::sum);
                rest -= units;
            }
            List<String> holders = new ArrayList<>();
            site.holders().forEach(holder -> holders.add(holder.method().toString()));
            holders.add(NO_STACK);
            lines.merge(rootFirst(holders), rest, Long::sum);
        }
        lines.merge(
                NO_STACK + ";[other sites]",
                units(report.other().pins(), report.other().pinnedNanos(), weight),
                Long::sum);
        return text(lines, weight);
    }

    /**
     * Of each place where virtual threads waited the stack of one of them, sorted, with what waited there. Where it was
     * known who had what they waited for, that is one more frame. The most threads of several looks are no sum of what
     * each holder kept waiting: then they are not divided.
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
                    lines.merge(rootFirst(stack), units, Long::sum);
                    rest -= units;
                }
            }
            lines.merge(rootFirst(methods), rest, Long::sum);
        }
        return text(lines, weight);
    }

    private static String text(Map<String, Long> lines, Weight weight) {
        StringBuilder text = new StringBuilder();
        long units = 0;
        long shownUnits = 0;
        for (Map.Entry<String, Long> line : lines.entrySet()) {
            units += line.getValue();
            // Each rounded by itself, thousands of short pins would not add up.
            long shown = (weight == Weight.TIME ? Math.round(units / 1e3) : units) - shownUnits;
            if (shown > 0) {
                text.append(line.getKey()).append(' ').append(shown).append('\n');
                shownUnits += shown;
            }
        }
        return text.toString();
    }

    /** Pins, threads or nanoseconds. */
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

    /** No class file can have a semicolon in a name, but what stands in a recording need not come from one. */
    private static String safe(String frame) {
        String safe = Printable.text(frame.replace(';', '?')).strip();
        return safe.isEmpty() ? "?" : safe;
    }
}
