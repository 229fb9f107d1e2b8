package io.vtmonitor.metrics;

import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pins as the metrics count them, from the start of the watch on, so that the first scrape shows what happened before
 * it. The number of series is bounded: reasons and operations are enums, and only {@value #MAX_SITES} series have a
 * site. A series has the labels of its site's first diagnosis. If that was provisional and is revised, the site gets
 * another series. Sites without a series are counted as {@code other}. Thread-safe.
 */
final class PinCounts {
    static final int MAX_SITES = 50;

    /** For Micrometer's metrics, a shorter pin does not count. A contended monitor does not either. */
    private static final long MICROMETER_THRESHOLD_NANOS = 20_000_000;

    /** The sources of diagnoses bound their number, too. This bounds the memory that a defect there could take here. */
    private static final int MAX_CACHED = 4096;

    private static final long[] BOUNDS = millis(1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000);

    private final Map<Kind, DurationCounts> durations = new LinkedHashMap<>();
    private final Map<Site, SiteCounts> sites = new HashMap<>();
    private final SiteCounts other = new SiteCounts(Site.OTHER, Site.OTHER, Site.OTHER, Site.OTHER, null);
    private final List<SiteCounts> inOrder = new ArrayList<>(List.of(other));
    private final IdentityHashMap<Diagnosis, Cell> cache = new IdentityHashMap<>();
    private final DurationCounts byMicrometer = new DurationCounts(new long[0], System.nanoTime());
    private long carrierNanos;

    /** The labels of a histogram. */
    record Kind(Reason reason, Operation operation) {}

    /** What a pin with this diagnosis adds to. The latest pin of a site is shown with the id of its stack. */
    private record Cell(DurationCounts durations, SiteCounts site, String stack) {}

    /**
     * All counts at one instant.
     *
     * @param durations by reason and operation
     * @param sites first {@code other}, then the sites with series
     * @param byMicrometer pins by Micrometer's rules, without buckets
     * @param carrierSeconds without pins for which a spare carrier may have been started
     */
    record Snapshot(
            Map<Kind, DurationCounts> durations,
            List<SiteCounts> sites,
            DurationCounts byMicrometer,
            double carrierSeconds) {
        /** The number of all pins. */
        long pins() {
            return sites.stream().mapToLong(SiteCounts::pins).sum();
        }
    }

    PinCounts() {
        // So that a query finds the histogram with value 0 before the first pin.
        durations(new Kind(Reason.UNKNOWN, Operation.UNKNOWN));
    }

    /** Counts a pin; times are in nanoseconds since the epoch. */
    synchronized void add(Diagnosis diagnosis, long startNanos, long durationNanos) {
        Cell cell = cache.get(diagnosis);
        if (cell == null) {
            cell = resolve(diagnosis, startNanos);
        }
        long now = System.nanoTime();
        cell.durations.add(durationNanos, now);
        cell.site.add(cell.stack, startNanos, durationNanos);
        if (!diagnosis.compensated()) {
            carrierNanos += durationNanos;
        }
        if (diagnosis.blocking().event() == BlockingEvent.PINNED && durationNanos >= MICROMETER_THRESHOLD_NANOS) {
            byMicrometer.add(durationNanos, now);
        }
    }

    /**
     * Replaces a provisional diagnosis. As counters can't decrease, pins that were counted remain where they are, and
     * later pins count by the new diagnosis. If the labels of the site's series were those of the former diagnosis, the
     * series gets no more pins.
     */
    synchronized void revised(Diagnosis before, Diagnosis after) {
        cache.remove(before);
        SiteCounts known = before.site().equals(after.site()) ? sites.get(after.site()) : null;
        if (known != null
                && known.isLabelled(before, library(before.holders()))
                && !known.isLabelled(after, library(after.holders()))) {
            sites.remove(after.site());
            cache.values().removeIf(cell -> cell.site == known);
        }
    }

    private Cell resolve(Diagnosis diagnosis, long startNanos) {
        if (cache.size() >= MAX_CACHED) {
            cache.clear();
        }
        Cell cell = new Cell(
                durations(new Kind(diagnosis.reason(), diagnosis.site().operation())),
                site(diagnosis, startNanos),
                diagnosis.blocking().stack().id());
        cache.put(diagnosis, cell);
        return cell;
    }

    private DurationCounts durations(Kind kind) {
        return durations.computeIfAbsent(kind, none -> new DurationCounts(BOUNDS, System.nanoTime()));
    }

    private SiteCounts site(Diagnosis diagnosis, long startNanos) {
        Site site = diagnosis.site();
        SiteCounts known = sites.get(site);
        if (known != null) {
            return known;
        }
        String id = site.id();
        String library = library(diagnosis.holders());
        for (SiteCounts each : inOrder) {
            // Before a revision, this site had such a series. Two with the same labels would make every scrape fail.
            if (each.site().equals(id) && each.isLabelled(diagnosis, library)) {
                sites.put(site, each);
                return each;
            }
        }
        if (inOrder.size() > MAX_SITES || id.equals(Site.OTHER)) {
            return other;
        }
        SiteCounts admitted = new SiteCounts(
                id, diagnosis.reason().toString(), site.operation().toString(), library, startNanos);
        sites.put(site, admitted);
        inOrder.add(admitted);
        return admitted;
    }

    private static String library(List<Holder> holders) {
        Library library = holders.isEmpty() ? null : holders.get(0).library();
        return library == null ? "unknown" : library.name();
    }

    /** A copy of the counts. */
    synchronized Snapshot snapshot() {
        long now = System.nanoTime();
        Map<Kind, DurationCounts> copies = new LinkedHashMap<>();
        durations.forEach((kind, counts) -> copies.put(kind, counts.copy(now)));
        return new Snapshot(
                copies, inOrder.stream().map(SiteCounts::copy).toList(), byMicrometer.copy(now), carrierNanos / 1e9);
    }

    private static long[] millis(long... bounds) {
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] *= 1_000_000;
        }
        return bounds;
    }
}
