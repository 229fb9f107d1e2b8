package io.vtmonitor.recording;

import io.vtmonitor.pins.EventFields;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits.Series;
import io.vtmonitor.report.Waits.Timeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How many threads waited for what over time, as the agent wrote it after one look: an event for each series. */
final class RecordedCourse {
    /** A damaged file may hold any number of either. */
    private static final int MOST_BINS = 1_000;

    private static final int MOST_SERIES = 100;

    private final Map<String, Series> series = new LinkedHashMap<>();
    private List<Long> looks = List.of();
    private long binSeconds;
    private long firstBin;

    /** What does not fit the first one of that look is damaged, and left out. */
    void accept(EventFields event) {
        List<Long> counted = numbers(event.text("looks"), text -> count(text).longValue());
        List<Double> threads = numbers(event.text("threads"), RecordedCourse::count);
        long length = event.number("binLength");
        long begin = Math.floorDiv(event.number("begin"), 1_000);
        if (counted.isEmpty()
                || threads.size() != counted.size()
                || length <= 0
                || length > Timeline.LATEST_SECOND
                || begin < 0
                || begin > Timeline.LATEST_SECOND
                || series.size() >= MOST_SERIES) {
            return;
        }
        if (series.isEmpty()) {
            looks = counted;
            binSeconds = length;
            firstBin = begin / length;
        }
        if (counted.equals(looks)) {
            WaitOperation operation =
                    RecordedWaits.named(WaitOperation.class, event.text("operation"), WaitOperation.UNKNOWN);
            series.put(operation + " " + event.text("pool"), new Series(operation, event.text("pool"), threads));
        }
    }

    private static Double count(String text) {
        double value = Double.parseDouble(text);
        if (value >= 0 && value < Integer.MAX_VALUE) {
            return value;
        }
        throw new NumberFormatException(text);
    }

    private static <N> List<N> numbers(@Nullable String text, Function<String, N> read) {
        List<N> numbers = new ArrayList<>();
        try {
            for (String number : text == null || text.isEmpty() ? new String[0] : text.split(" ", MOST_BINS + 1)) {
                numbers.add(read.apply(number));
            }
        } catch (NumberFormatException ignored) {
            return List.of();
        }
        return numbers;
    }

    /** As a list, as reports have it. */
    List<Timeline> timelines() {
        if (series.isEmpty()) {
            return List.of();
        }
        List<Series> sorted = new ArrayList<>(series.values());
        sorted.sort(Series.MOST_THREADS_FIRST);
        return List.of(new Timeline(binSeconds, firstBin, looks, sorted));
    }
}
