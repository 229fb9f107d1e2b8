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
 * Pins as the metrics count them, from the begin of the watch on: whoever scrapes first sees what happened before. The
 * number of series is bounded: reason and operation are enums, and each of the first {@value #MAX_SITES} sites has one,
 * labelled as its first diagnosis says, or a second one where that was provisional; every later site shares
 * {@code other}. Any thread counts and any looks.
 */
final class PinCounts {
    static final int MAX_SITES = 50;

    /** By the rule of Micrometer's metrics a shorter pin is none, nor is a contended monitor. */
    private static final long MICROMETER_THRESHOLD_NANOS = 20_000_000;

    /** Upstream bounds diagnoses too; this bound only says how much memory a mistake there could cost here. */
    private static final int MAX_CACHED = 4096;

    private static final long[] BOUNDS = millis(1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000);

    private final Map<Kind, DurationCounts> durations = new LinkedHashMap<>();
    private final Map<Site, SiteCounts> sites = new HashMap<>();
    private final SiteCounts other = new SiteCounts(Site.OTHER, Site.OTHER, Site.OTHER, Site.OTHER, null);
    private final List<SiteCounts> inOrder = new ArrayList<>(List.of(other));
    private final IdentityHashMap<Diagnosis, Cell> cache = new IdentityHashMap<>();
    private final DurationCounts byMicrometer = new DurationCounts(new long[0], System.nanoTime());
    private long carrierNanos;

    /** What a histogram is labelled with. */
    record Kind(Reason reason, Operation operation) {}

    /** What a diagnosis counts under; the stack's id names the latest pin of a site. */
    private record Cell(DurationCounts durations, SiteCounts site, String stack) {}

    /**
     * All counts at one instant.
     *
     * @param durations by reason and operation
     * @param sites those with a series of their own, and {@code other} before them
     * @param byMicrometer pins as Micrometer counts them, without buckets
     * @param carrierSeconds without those that a spare carrier may have stood in for
     */
    record Snapshot(
            Map<Kind, DurationCounts> durations,
            List<SiteCounts> sites,
            DurationCounts byMicrometer,
            double carrierSeconds) {
        /** All of them. */
        long pins() {
            return sites.stream().mapToLong(SiteCounts::pins).sum();
        }
    }

    PinCounts() {
        // Zero means zero: a query over the histogram finds a series before the first pin.
        durations(new Kind(Reason.UNKNOWN, Operation.UNKNOWN));
    }

    /** A pin; its times in nanoseconds since the epoch. */
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
     * A provisional diagnosis has become another one. A counter takes nothing back: what was counted stays, and further
     * pins count by what is known now. A series that was labelled by a guess gets none of them.
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
        if (inOrder.size() > MAX_SITES || id.equals(Site.OTHER)) {
            return other;
        }
        SiteCounts admitted = new SiteCounts(
                id,
                diagnosis.reason().toString(),
                site.operation().toString(),
                library(diagnosis.holders()),
                startNanos);
        sites.put(site, admitted);
        inOrder.add(admitted);
        return admitted;
    }

    private static String library(List<Holder> holders) {
        Library library = holders.isEmpty() ? null : holders.get(0).library();
        return library == null ? "unknown" : library.name();
    }

    /** The counts as they are now. */
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
