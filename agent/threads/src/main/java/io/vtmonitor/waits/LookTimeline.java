package io.vtmonitor.waits;

import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits.Series;
import io.vtmonitor.report.Waits.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many threads waited for what at each look, in bins of time. Bounded: instead of adding too many bins, it joins
 * two to one. Not thread-safe.
 */
final class LookTimeline {
    static final int MOST_BINS = 120;

    private static final int MOST_SERIES = 50;

    /** Looks are at most a minute apart, unless the agent could not look. A longer gap widens the bins no further. */
    private static final long LONGEST_GAP_SECONDS = 64;

    private final Map<Key, long[]> sums = new LinkedHashMap<>();
    private final long[] looks = new long[MOST_BINS];
    private long binSeconds = 1;
    private long firstBin;
    private long last;
    private int size;

    private record Key(WaitOperation operation, @Nullable String pool) {}

    /** A look begins. Later calls of {@link #add} belong to it. */
    void begin(Instant at) {
        long given = Math.max(0, Math.min(at.getEpochSecond(), Timeline.LATEST_SECOND));
        long second = size == 0 ? given : Math.max(last, given); // the wall clock may be set back
        if (size == 0) {
            firstBin = second;
        }
        while (binSeconds < Math.min(LONGEST_GAP_SECONDS, size == 0 ? 0 : second - last)
                || Math.floorDiv(second, binSeconds) - firstBin >= MOST_BINS) {
            widen();
        }
        last = second;
        size = (int) (Math.floorDiv(second, binSeconds) - firstBin) + 1;
        looks[size - 1]++;
    }

    /**
     * Adds threads that wait at this look.
     *
     * @param pool whose resource they wait for; null if that is no known pool
     */
    void add(WaitOperation operation, @Nullable String pool, int threads) {
        Key key = new Key(operation, pool);
        long[] sum = sums.get(key);
        if (sum == null && sums.size() < MOST_SERIES) {
            sum = new long[MOST_BINS];
            sums.put(key, sum);
        }
        if (sum != null) {
            sum[size - 1] += threads;
        }
    }

    /** Doubles the length of the bins. They still begin at multiples of their length. */
    private void widen() {
        long wider = Math.floorDiv(firstBin, 2);
        fold(looks, wider);
        sums.values().forEach(sum -> fold(sum, wider));
        size = size == 0 ? 0 : (int) (Math.floorDiv(firstBin + size - 1, 2) - wider) + 1;
        firstBin = wider;
        binSeconds *= 2;
    }

    private void fold(long[] bins, long wider) {
        for (int i = 0; i < size; i++) {
            long value = bins[i];
            bins[i] = 0;
            bins[(int) (Math.floorDiv(firstBin + i, 2) - wider)] += value;
        }
    }

    /** The timeline so far as a list of one; empty before the second look, since one look shows no change. */
    List<Timeline> figures() {
        long all = 0;
        List<Long> counted = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all += looks[i];
            counted.add(looks[i]);
        }
        if (all < 2) {
            return List.of();
        }
        List<Series> series = new ArrayList<>();
        sums.forEach((key, sum) -> series.add(new Series(key.operation(), key.pool(), means(sum))));
        series.sort(Series.MOST_THREADS_FIRST);
        return List.of(new Timeline(binSeconds, firstBin, counted, series));
    }

    private List<Double> means(long[] sum) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            means.add(looks[i] == 0 ? 0 : Math.round(100.0 * sum[i] / looks[i]) / 100.0);
        }
        return means;
    }
}
