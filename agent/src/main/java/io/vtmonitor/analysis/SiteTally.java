package io.vtmonitor.analysis;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Report.HolderLine;
import io.vtmonitor.model.Report.SiteFigures;
import io.vtmonitor.model.Report.StackFigures;
import io.vtmonitor.model.Report.StackHolder;
import io.vtmonitor.model.Report.StackTime;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of one site: its pins in all, and each of its stacks up to a bound. */
final class SiteTally {
    private static final int LISTED_ENTRIES = 10;
    private static final int LISTED_CLASSES = 10;

    private final int number;
    private final Diagnosis first;
    private final Tally all = new Tally();
    private final Map<Stack, StackTally> stacks = new HashMap<>();

    /** The figures of one stack; {@code diagnosis} is of its first pin, the times are by the JVM's number. */
    record StackTally(Diagnosis diagnosis, Tally tally, List<TimeTally> times) {
        void add(int jvm, long start, long nanos) {
            tally.add(nanos);
            while (times.size() <= jvm) {
                times.add(new TimeTally());
            }
            times.get(jvm).add(start, nanos);
        }

        List<String> frames() {
            return diagnosis.blocking().stack().frames().stream()
                    .map(Frame::toString)
                    .toList();
        }
    }

    private final DurationHistogram histogram = new DurationHistogram();

    /**
     * @param number counts the sites in the order in which they came
     * @param first diagnosis of the first pin
     */
    SiteTally(int number, Diagnosis first) {
        this.number = number;
        this.first = first;
    }

    int number() {
        return number;
    }

    String id() {
        return first.site().id();
    }

    /**
     * The place of a stack in this site.
     *
     * @param full true where no stack is admitted any more
     * @return null for one that came too late: only the site counts then
     */
    @Nullable
    StackTally stack(Diagnosis diagnosis, boolean full) {
        Stack stack = diagnosis.blocking().stack();
        StackTally known = stacks.get(stack);
        if (known == null && !full) {
            known = new StackTally(diagnosis, new Tally(), new ArrayList<>());
            stacks.put(stack, known);
        }
        return known;
    }

    void add(long nanos) {
        all.add(nanos);
        histogram.add(nanos);
    }

    Collection<StackTally> stacks() {
        return stacks.values();
    }

    /**
     * The figures as they stand.
     *
     * @param span when it was pinned
     * @param initializers where a class that was waited for is looked up
     * @param grids of each JVM
     */
    SiteFigures siteFigures(SiteSpan span, Initializers initializers, List<Integer> grids) {
        List<StackTally> ranked = stacks.values().stream()
                .sorted(Comparator.comparingLong(
                                (StackTally stack) -> -stack.tally().nanos())
                        .thenComparing(stack -> stack.frames().toString()))
                .toList();
        Diagnosis shown = ranked.isEmpty() ? first : ranked.get(0).diagnosis();
        return new SiteFigures(
                shown.site().id(),
                shown.site().operation(),
                shown.reason(),
                shown.compensated(),
                shown.holders().stream().map(SiteTally::line).toList(),
                entries(),
                all.pins(),
                all.seconds(),
                histogram.quantile(0.5, all.maxSeconds()),
                histogram.quantile(0.99, all.maxSeconds()),
                all.maxSeconds(),
                histogram.buckets(),
                span.occurrence(shown, all.pins()),
                span.firstSeconds(),
                span.lastSeconds(),
                shown.verdict(),
                shown.advice(),
                shown.unread().stream().limit(LISTED_CLASSES).toList(),
                ranked.stream().map(stack -> figures(stack, grids)).toList(),
                shown.blocking().monitorClass(),
                initializers.waitedFor(shown.blocking()));
    }

    private static StackFigures figures(StackTally stack, List<Integer> grids) {
        return new StackFigures(
                stack.diagnosis().blocking().stack().id(),
                stack.tally().pins(),
                stack.tally().seconds(),
                stack.diagnosis().blocking().stack().truncated(),
                stack.frames(),
                holders(stack.diagnosis()),
                times(stack.times(), grids));
    }

    private static List<StackTime> times(List<TimeTally> times, List<Integer> grids) {
        List<StackTime> all = new ArrayList<>();
        for (int jvm = 0; jvm < times.size(); jvm++) {
            TimeTally bins = times.get(jvm);
            bins.coarsen(grids.get(jvm));
            for (int i = 0; i < bins.size(); i++) {
                all.add(new StackTime(jvm, bins.bin(i), bins.pins(i), bins.nanos(i) / 1e9));
            }
        }
        return all;
    }

    /** Holders come in the order of the frames, and each is a frame of the stack. */
    private static List<StackHolder> holders(Diagnosis diagnosis) {
        List<Frame> frames = diagnosis.blocking().stack().frames();
        List<StackHolder> found = new ArrayList<>();
        int next = 0;
        for (Holder holder : diagnosis.holders()) {
            int place = next + frames.subList(next, frames.size()).indexOf(holder.frame());
            if (place >= next) {
                found.add(new StackHolder(place, holder.hold(), holder.monitors()));
                next = place + 1;
            }
        }
        return found;
    }

    private static HolderLine line(Holder holder) {
        Frame frame = holder.frame();
        return new HolderLine(
                frame.className(),
                frame.methodName(),
                frame.line(),
                holder.hold(),
                holder.monitors(),
                holder.lock(),
                holder.confidence(),
                holder.library());
    }

    private List<String> entries() {
        Map<String, Long> nanos = new HashMap<>();
        for (StackTally stack : stacks.values()) {
            MethodName entry = stack.diagnosis().entry();
            if (entry != null) {
                nanos.merge(entry.toString(), stack.tally().nanos(), Long::sum);
            }
        }
        return nanos.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(LISTED_ENTRIES)
                .map(Map.Entry::getKey)
                .toList();
    }
}
