package io.vtmonitor.report.html;

import io.vtmonitor.report.Waits;
import io.vtmonitor.report.text.OperationText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many virtual threads waited for what over time, in all JVMs together. A bin is as long as the longest bin of any
 * JVM, or longer if there would be too many bins. It has the sum of the JVMs' averages.
 *
 * @param looks the number of looks in each bin
 * @param series most threads first; if there are many, the last one is for all others
 */
@SuppressWarnings("ArrayRecordComponent") // handed to the mapper, never compared
record HtmlReportCourse(long binSeconds, long firstBin, long[] looks, List<Series> series) {
    private static final int MOST_BINS = 240;

    /** The number of colors of the page. */
    private static final int MOST_SERIES = 8;

    /**
     * Threads that waited for one kind of thing.
     *
     * @param name follows the words "wait for"
     * @param threads the average number in each bin
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Series(String name, double[] threads) {
        double sum() {
            return Arrays.stream(threads).sum();
        }
    }

    /** Null if there are no timelines. */
    static @Nullable HtmlReportCourse of(List<Waits.Timeline> timelines) {
        if (timelines.isEmpty()) {
            return null;
        }
        long bin =
                timelines.stream().mapToLong(Waits.Timeline::binSeconds).max().orElse(1);
        while (bins(timelines, bin) > MOST_BINS) {
            bin *= 2;
        }
        long first = first(timelines, bin);
        long[] looks = new long[(int) bins(timelines, bin)];
        Map<String, double[]> all = new LinkedHashMap<>();
        for (Waits.Timeline timeline : timelines) {
            long[] own = new long[looks.length];
            int[] places = new int[timeline.looks().size()];
            for (int i = 0; i < places.length; i++) {
                places[i] = (int) (place(timeline, i, bin) - first);
                own[places[i]] += timeline.looks().get(i);
            }
            for (int i = 0; i < own.length; i++) {
                looks[i] += own[i];
            }
            for (Waits.Series series : timeline.series()) {
                double[] sum = all.computeIfAbsent(name(series), name -> new double[looks.length]);
                for (int i = 0; i < places.length; i++) {
                    long then = timeline.looks().get(i);
                    sum[places[i]] += then == 0 ? 0 : series.threads().get(i) * then / own[places[i]];
                }
            }
        }
        return new HtmlReportCourse(bin, first, looks, few(all));
    }

    private static String name(Waits.Series series) {
        String pool = series.pool();
        return pool == null ? OperationText.thing(series.operation()) : pool;
    }

    private static long place(Waits.Timeline timeline, int at, long bin) {
        return Math.floorDiv((timeline.firstBin() + at) * timeline.binSeconds(), bin);
    }

    private static long first(List<Waits.Timeline> timelines, long bin) {
        return timelines.stream()
                .mapToLong(timeline -> place(timeline, 0, bin))
                .min()
                .orElse(0);
    }

    private static long bins(List<Waits.Timeline> timelines, long bin) {
        long last = timelines.stream()
                .mapToLong(timeline -> place(timeline, timeline.looks().size() - 1, bin))
                .max()
                .orElse(0);
        return last - first(timelines, bin) + 1;
    }

    private static List<Series> few(Map<String, double[]> all) {
        List<Series> sorted = new ArrayList<>();
        all.forEach((name, threads) -> sorted.add(new Series(name, threads)));
        sorted.sort(Comparator.comparingDouble(Series::sum).reversed());
        if (sorted.size() <= MOST_SERIES) {
            return sorted;
        }
        List<Series> few = new ArrayList<>(sorted.subList(0, MOST_SERIES - 1));
        List<Series> rest = sorted.subList(MOST_SERIES - 1, sorted.size());
        double[] others = new double[rest.get(0).threads().length];
        for (Series series : rest) {
            Arrays.setAll(others, i -> others[i] + series.threads()[i]);
        }
        few.add(new Series(rest.size() + " other things", others));
        return few;
    }
}
