package io.vtmonitor.tally;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.StackHolder;
import io.vtmonitor.report.figures.StackTime;
import io.vtmonitor.timeline.TimeTally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The pins of one diagnosis, and so of one stack, in one JVM. */
final class StackTally {
    private Diagnosis diagnosis;
    private final SiteTally site;
    private final Tally tally = new Tally();
    private final TimeTally times;

    /** @param grid that its times begin with */
    StackTally(Diagnosis diagnosis, SiteTally site, int grid) {
        this.diagnosis = diagnosis;
        this.site = site;
        this.times = new TimeTally(grid);
    }

    /** When a pin began, which the tally has counted; returns how many bins that took. */
    int addTime(long start, long duration) {
        int before = times.size();
        times.add(start, duration);
        return times.size() - before;
    }

    /** All its pins are of this diagnosis, of the same stack. */
    void revised(Diagnosis after) {
        diagnosis = after;
    }

    Diagnosis diagnosis() {
        return diagnosis;
    }

    SiteTally site() {
        return site;
    }

    Tally tally() {
        return tally;
    }

    TimeTally times() {
        return times;
    }

    /**
     * The figures as they stand.
     *
     * @param grid of the JVM's timeline
     * @param known frames that a report shows already: there are far more frames than different ones
     */
    StackFigures figures(int grid, Map<Frame, StackFrame> known) {
        times.coarsen(grid);
        List<StackTime> bins = new ArrayList<>(times.size());
        for (int i = 0; i < times.size(); i++) {
            bins.add(new StackTime(0, times.bin(i), times.pins(i), times.nanos(i)));
        }
        List<Frame> frames = diagnosis.blocking().stack().frames();
        List<StackFrame> shown = new ArrayList<>(frames.size());
        for (Frame frame : frames) {
            StackFrame one = known.get(frame);
            if (one == null) {
                one = StackFrame.of(frame);
                known.put(frame, one);
            }
            shown.add(one);
        }
        return new StackFigures(
                StackFigures.id(shown),
                tally.pins(),
                tally.nanos(),
                diagnosis.blocking().stack().truncated(),
                List.copyOf(shown),
                holders(frames, diagnosis.holders()),
                bins);
    }

    /**
     * In the same order: the frame that waits for a class comes first, although the native method that it called for
     * that lies above it. Each is a frame of the stack, and of several equal frames the topmost.
     */
    private static List<StackHolder> holders(List<Frame> frames, List<Holder> holders) {
        List<StackHolder> found = new ArrayList<>();
        for (Holder holder : holders) {
            int place = frames.indexOf(holder.frame());
            if (place >= 0) {
                found.add(new StackHolder(place, holder.hold(), holder.monitors()));
            }
        }
        return found;
    }
}
