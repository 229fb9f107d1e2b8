package io.vtmonitor.tally;

import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackTime;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.timeline.CarrierBins;
import io.vtmonitor.timeline.Grid;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVMs of several reports with their timelines. Where there are so many bins that the bound is reached, all
 * timelines become coarser, each as if it had to fit into half as many bins: so it does not matter in which order
 * reports come.
 */
final class MergedJvms {
    private final List<Entry> entries = new ArrayList<>();
    private int mostBins = Grid.MOST;
    private int bins;

    /** One JVM with the bins of its timeline. */
    private static final class Entry {
        private final Jvm jvm;
        private final String file;
        private final CarrierBins bins;
        private int shift;

        /** What its bins and those of its stacks span, in its grid. */
        private long firstBin = Long.MAX_VALUE;

        private long lastBin = Long.MIN_VALUE;

        Entry(Jvm jvm, String file, Timeline timeline) {
            this.jvm = jvm;
            this.file = file;
            this.shift = Grid.shift(timeline.binSeconds());
            this.bins = CarrierBins.of(timeline);
            if (bins.size() > 0) {
                spans(bins.firstBin(), bins.firstBin() + bins.size() - 1);
            }
        }

        void spans(long first, long last) {
            firstBin = Math.min(firstBin, first);
            lastBin = Math.max(lastBin, last);
        }

        void fit(int most) {
            if (firstBin > lastBin) {
                return;
            }
            int fitting = Grid.fitting(firstBin, lastBin, shift, most);
            bins.coarsen(fitting);
            firstBin >>= fitting - shift;
            lastBin >>= fitting - shift;
            shift = fitting;
        }

        /** The bound under which its report's timelines were made. */
        int most() {
            if (shift == 0 || firstBin > lastBin) {
                return Grid.MOST;
            }
            int used = (int) Math.min(Grid.MOST, lastBin - firstBin + 1);
            return Math.max(Grid.FEWEST, Integer.highestOneBit(Math.max(1, used - 1)) * 2);
        }
    }

    /** Adds a report's; returns the number of the first. */
    int add(Report report) {
        int first = entries.size();
        List<String> files = report.source().files();
        for (int i = 0; i < report.jvms().size(); i++) {
            entries.add(new Entry(
                    report.jvms().get(i),
                    i < files.size() ? files.get(i) : "",
                    report.timelines().get(i)));
        }
        for (SiteFigures site : report.sites()) {
            for (StackFigures stack : site.stacks()) {
                for (StackTime time : stack.times()) {
                    entries.get(first + time.jvm()).spans(time.bin(), time.bin());
                }
            }
        }
        for (Entry entry : entries.subList(first, entries.size())) {
            mostBins = Math.min(mostBins, entry.most());
        }
        return first;
    }

    /** Brings all timelines into the grids that the bound allows; returns how many bins they take. */
    int fit() {
        bins = 0;
        for (Entry entry : entries) {
            entry.fit(mostBins);
            bins += entry.bins.size();
        }
        return bins;
    }

    /** Halves the bound; false if it can't be lower. */
    boolean halve() {
        if (mostBins <= Grid.FEWEST) {
            return false;
        }
        mostBins /= 2;
        return true;
    }

    /** The grid of a JVM's timeline. */
    int grid(int jvm) {
        return entries.get(jvm).shift;
    }

    /** Their numbers in the order of the report: by the begin of their watch. */
    int[] order() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            numbers.add(i);
        }
        numbers.sort((one, other) -> order(entries.get(one), entries.get(other)));
        int[] order = new int[numbers.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = numbers.get(i);
        }
        return order;
    }

    private static int order(Entry one, Entry other) {
        int order = one.jvm.start().compareTo(other.jvm.start());
        order = order != 0 ? order : one.file.compareTo(other.file);
        order = order != 0 ? order : one.jvm.toString().compareTo(other.jvm.toString());
        return order != 0
                ? order
                : one.bins
                        .timeline(0)
                        .toString()
                        .compareTo(other.bins.timeline(0).toString());
    }

    Jvm jvm(int number) {
        return entries.get(number).jvm;
    }

    /** Whether two of them are one, over the same time. */
    boolean countTwice() {
        List<Jvm> jvms = new ArrayList<>(entries.size());
        List<CarrierBins> timelines = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            jvms.add(entry.jvm);
            timelines.add(entry.bins);
        }
        return jvms.size() > 1 && CountedTwice.in(jvms, timelines);
    }

    /** Where it was read from; empty if it was live. */
    String file(int number) {
        return entries.get(number).file;
    }

    Timeline timeline(int number) {
        Entry entry = entries.get(number);
        return entry.bins.timeline(entry.shift);
    }
}
