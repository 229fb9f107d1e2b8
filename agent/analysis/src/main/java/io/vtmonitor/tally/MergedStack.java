package io.vtmonitor.tally;

import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.StackHolder;
import io.vtmonitor.report.figures.StackTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** One distinct stack of several reports. Its times are rows of a JVM's number, grid, bin, pins and nanoseconds. */
final class MergedStack {
    private static final int COLUMNS = 5;

    private final Key key;
    private final Tally tally = new Tally();
    private String id;
    private List<StackHolder> holders;
    private long[] rows = new long[0];
    private int size;

    /** False if one report has the stack several times, as one does in which stacks differ by more than is shown. */
    private boolean inOrder = true;

    /** What tells stacks of a site apart. */
    record Key(List<StackFrame> frames, boolean truncated) {}

    MergedStack(StackFigures first) {
        this.key = new Key(first.frames(), first.truncated());
        this.id = first.id();
        this.holders = first.holders();
    }

    /**
     * The figures of one report.
     *
     * @param stack the same one
     * @param firstJvm number of the report's first JVM
     * @param grid the grid of the report's timelines, by JVM in the report
     */
    void add(StackFigures stack, int firstJvm, IntUnaryOperator grid) {
        tally.add(stack.pins(), stack.pinnedNanos(), 0);
        // Frames of lines that are not known differ in how, and so do their ids.
        id = stack.id().compareTo(id) < 0 ? stack.id() : id;
        if (!stack.holders().equals(holders) && stack.holders().toString().compareTo(holders.toString()) < 0) {
            holders = stack.holders();
        }
        int wanted = size + stack.times().size() * COLUMNS;
        if (wanted > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(wanted, size * 2));
        }
        inOrder &= size == 0 || rows[size - COLUMNS] < firstJvm;
        for (StackTime time : stack.times()) {
            rows[size++] = (long) firstJvm + time.jvm();
            rows[size++] = grid.applyAsInt(time.jvm());
            rows[size++] = time.bin();
            rows[size++] = time.pins();
            rows[size++] = time.pinnedNanos();
        }
    }

    /** Brings the times into the grids that the timelines have by now; returns how many they are. */
    int fit(IntUnaryOperator grid) {
        if (!inOrder) {
            sort();
        }
        int kept = 0;
        for (int row = 0; row < size; row += COLUMNS) {
            int coarser = grid.applyAsInt((int) rows[row]);
            long bin = rows[row + 2] >> (coarser - (int) rows[row + 1]);
            if (kept > 0 && rows[kept - COLUMNS] == rows[row] && rows[kept - COLUMNS + 2] == bin) {
                rows[kept - 2] += rows[row + 3];
                rows[kept - 1] += rows[row + 4];
                continue;
            }
            rows[kept] = rows[row];
            rows[kept + 1] = coarser;
            rows[kept + 2] = bin;
            rows[kept + 3] = rows[row + 3];
            rows[kept + 4] = rows[row + 4];
            kept += COLUMNS;
        }
        size = kept;
        return size / COLUMNS;
    }

    private void sort() {
        long[][] sorted = new long[size / COLUMNS][];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS);
        }
        Arrays.sort(
                sorted,
                (one, other) -> one[0] == other[0] ? Long.compare(one[2], other[2]) : Long.compare(one[0], other[0]));
        for (int i = 0; i < sorted.length; i++) {
            System.arraycopy(sorted[i], 0, rows, i * COLUMNS, COLUMNS);
        }
        inOrder = true;
    }

    Tally tally() {
        return tally;
    }

    Key key() {
        return key;
    }

    /**
     * The figures as they stand.
     *
     * @param places of the JVMs in the report, by number
     */
    StackFigures figures(int[] places) {
        List<StackTime> times = new ArrayList<>(size / COLUMNS);
        for (int row = 0; row < size; row += COLUMNS) {
            times.add(new StackTime(places[(int) rows[row]], rows[row + 2], rows[row + 3], rows[row + 4]));
        }
        times.sort((one, other) -> one.jvm() == other.jvm()
                ? Long.compare(one.bin(), other.bin())
                : Integer.compare(one.jvm(), other.jvm()));
        return new StackFigures(id, tally.pins(), tally.nanos(), key.truncated(), key.frames(), holders, times);
    }
}
