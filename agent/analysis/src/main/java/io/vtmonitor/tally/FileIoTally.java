package io.vtmonitor.tally;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Stack;
import io.vtmonitor.report.figures.BusyFigures;
import java.time.Duration;
import java.util.ArrayList;
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
public final class FileIoTally {
    private static final int MAX_PLACES = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Place, Tally> places = new HashMap<>();

    /** What carriers were busy with, and where. */
    record Place(String site, String operation, boolean compensated) {}

    /**
     * Takes intervals, shorter ones left out: a recording made alongside ours can lower JFR's threshold.
     *
     * @param next is handed those that count
     */
    public Consumer<FileIo> above(Duration threshold, Consumer<? super FileIo> next) {
        long nanos = threshold.toNanos();
        return busy -> {
            if (busy.durationNanos() >= nanos) {
                add(busy);
                next.accept(busy);
            }
        };
    }

    private void add(FileIo busy) {
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
        for (Frame frame : frames) {
            if (!JdkNames.isJdk(frame.className())) {
                return frame.method().toString();
            }
        }
        return frames.isEmpty() ? "unknown" : frames.get(0).method().toString();
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
        List<BusyFigures> figures = new ArrayList<>(places.size());
        places.forEach((place, tally) -> figures.add(figures(place, tally)));
        figures.sort(FileIoTally::order);
        return List.copyOf(figures);
    }

    private static int order(BusyFigures one, BusyFigures other) {
        int order = Long.compare(other.nanos(), one.nanos());
        order = order != 0 ? order : one.site().compareTo(other.site());
        order = order != 0 ? order : one.operation().compareTo(other.operation());
        return order != 0 ? order : Boolean.compare(one.compensated(), other.compensated());
    }

    private static BusyFigures figures(Place place, Tally tally) {
        return new BusyFigures(
                place.site(), place.operation(), place.compensated(), tally.pins(), tally.nanos(), tally.maxNanos());
    }
}
