package io.vtmonitor.analysis;

import io.vtmonitor.model.Busy;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Report.BusyFigures;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Stack;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Adds up by place what carriers were busy with, apart from the pins. Places beyond a bound count as
 * {@link Site#OTHER}.
 *
 * <p>Thread-safe: filled by one thread, asked by others.
 */
public final class BusyTally {
    private static final int MAX_PLACES = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Place, Tally> places = new HashMap<>();

    /** What carriers were busy with, and where. */
    record Place(String site, String operation, boolean compensated) {}

    /** Takes intervals, shorter ones left out: a recording made beside ours can lower JFR's threshold. */
    public Consumer<Busy> above(Duration threshold) {
        long nanos = threshold.toNanos();
        return busy -> {
            if (busy.durationNanos() >= nanos) {
                add(busy);
            }
        };
    }

    private void add(Busy busy) {
        Place place = new Place(site(busy.stack()), busy.operation(), busy.compensated());
        lock.lock();
        try {
            in(places, place).add(busy.durationNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Where a place is counted. */
    static Tally in(Map<Place, Tally> places, Place place) {
        boolean full = places.size() >= MAX_PLACES && !places.containsKey(place);
        Place counted = full ? new Place(Site.OTHER, place.operation(), place.compensated()) : place;
        return places.computeIfAbsent(counted, fresh -> new Tally());
    }

    private static String site(Stack stack) {
        List<Frame> frames = stack.frames();
        return frames.stream()
                .filter(frame -> !JdkNames.isJdk(frame.className()))
                .findFirst()
                .or(() -> frames.stream().findFirst())
                .map(frame -> frame.method().toString())
                .orElse("unknown");
    }

    /** Most seconds first. */
    public List<BusyFigures> figures() {
        lock.lock();
        try {
            return figures(places);
        } finally {
            lock.unlock();
        }
    }

    static List<BusyFigures> figures(Map<Place, Tally> places) {
        return places.entrySet().stream()
                .map(entry -> figures(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingDouble((BusyFigures busy) -> -busy.seconds())
                        .thenComparing(BusyFigures::site)
                        .thenComparing(BusyFigures::operation)
                        .thenComparing(BusyFigures::compensated))
                .toList();
    }

    private static BusyFigures figures(Place place, Tally tally) {
        return new BusyFigures(
                place.site(),
                place.operation(),
                place.compensated(),
                tally.pins(),
                tally.seconds(),
                tally.maxSeconds());
    }
}
