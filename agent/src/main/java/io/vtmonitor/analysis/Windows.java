package io.vtmonitor.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stretches of a timeline in which many carriers were pinned at once. Two with a shorter gap than a hand-over of a
 * carrier takes are one.
 */
final class Windows {
    static final int LISTED = 5;
    private static final long GAP_NANOS = 10_000_000;

    private static final Comparator<Window> LONGEST_FIRST =
            Comparator.comparingLong((Window window) -> -window.held()).thenComparingLong(Window::start);

    private Windows() {}

    /**
     * A stretch.
     *
     * @param level how many carriers were pinned at least
     * @param start begin, nanoseconds since the epoch
     * @param end likewise
     * @param held the part of it without the gaps
     * @param most carriers pinned at one instant
     * @param pins that reach into it, by number of their site
     */
    record Window(int level, long start, long end, long held, int most, Map<Integer, Long> pins) {
        Window and(Window later) {
            Map<Integer, Long> all = new HashMap<>(pins);
            later.pins.forEach((site, count) -> all.merge(site, count, Long::sum));
            return new Window(level, start, later.end, held + later.held, Math.max(most, later.most), all);
        }

        boolean touches(Window later) {
            return later.start - end <= GAP_NANOS;
        }
    }

    /**
     * All stretches, in order of time, without their sites.
     *
     * @param begins sorted
     * @param stops sorted
     * @param level how many carriers have to be pinned
     */
    static List<Window> find(long[] begins, long[] stops, int level) {
        List<Window> found = new ArrayList<>();
        int open = 0;
        int most = 0;
        long since = 0;
        for (int begin = 0, stop = 0; stop < stops.length; ) {
            if (begin < begins.length && begins[begin] < stops[stop]) {
                if (++open == level) {
                    since = begins[begin];
                    most = 0;
                }
                most = Math.max(most, open);
                begin++;
            } else {
                if (open-- == level) {
                    append(found, new Window(level, since, stops[stop], stops[stop] - since, most, Map.of()));
                }
                stop++;
            }
        }
        return found;
    }

    /** Appends, or lengthens the last one where that is near. */
    static void append(List<Window> windows, Window next) {
        int last = windows.size() - 1;
        if (last >= 0 && windows.get(last).touches(next)) {
            windows.set(last, windows.get(last).and(next));
        } else {
            windows.add(next);
        }
    }

    /** The longest, longest first. */
    static List<Window> longest(List<Window> windows) {
        return windows.stream().sorted(LONGEST_FIRST).limit(LISTED).toList();
    }

    /** The window with the pins that reach into it. */
    static Window counted(Window window, long[] starts, long[] ends, int[] sites, int size) {
        Map<Integer, Long> pins = new HashMap<>();
        for (int i = 0; i < size; i++) {
            if (starts[i] < window.end() && ends[i] > window.start()) {
                pins.merge(sites[i], 1L, Long::sum);
            }
        }
        return new Window(window.level(), window.start(), window.end(), window.held(), window.most(), pins);
    }

    static long[] sorted(long[] times, int size) {
        long[] sorted = Arrays.copyOf(times, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
