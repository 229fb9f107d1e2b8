package io.vtmonitor.diff;

import io.vtmonitor.common.StableName;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.Difference.Part;
import io.vtmonitor.report.Difference.Side;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One side of a comparison: its sites by the stable form of their ids. */
final class DiffSide {
    private static final double SECONDS_PER_HOUR = 3_600;

    private final List<Report> reports;
    private final Map<String, List<SiteFigures>> sites = new LinkedHashMap<>();

    /** By the name of a library, the versions that holders have. */
    private final Map<String, Set<String>> versions = new HashMap<>();

    DiffSide(List<Report> reports) {
        this.reports = List.copyOf(reports);
        for (Report report : reports) {
            for (SiteFigures site : report.sites()) {
                sites.computeIfAbsent(StableName.of(site.id()), fresh -> new ArrayList<>())
                        .add(site);
                for (HolderLine holder : site.holders()) {
                    Library library = holder.library();
                    if (library != null && library.version() != null) {
                        versions.computeIfAbsent(library.name(), fresh -> new TreeSet<>())
                                .add(library.version());
                    }
                }
            }
        }
    }

    /** Pins that are in no figure, because others were asked for. */
    long leftOut() {
        LeftOut all = LeftOut.NONE;
        for (Report report : reports) {
            all = all.and(report.totals().leftOut());
        }
        return all.all();
    }

    /** Counts a site under the id it has on the other side. */
    void rename(String id, String other) {
        List<SiteFigures> found = sites.remove(id);
        if (found != null) {
            sites.computeIfAbsent(other, fresh -> new ArrayList<>()).addAll(found);
        }
    }

    Set<String> ids() {
        return sites.keySet();
    }

    boolean has(String id) {
        return sites.containsKey(id);
    }

    /** The figures of a site that stands for it; null if this side does not have it. */
    @Nullable
    SiteFigures shown(String id) {
        return sites.containsKey(id) ? sites.get(id).get(0) : null;
    }

    Part part(String id) {
        List<SiteFigures> found = sites.getOrDefault(id, List.of());
        long nanos = found.stream().mapToLong(SiteFigures::pinnedNanos).sum();
        return new Part(
                found.stream().mapToLong(SiteFigures::pins).sum(),
                nanos,
                found.stream().mapToLong(SiteFigures::maxNanos).max().orElse(0),
                perHour(nanos / 1e9));
    }

    /**
     * How far chance moves a site's carrier-seconds per hour: its standard deviation, if pins come independently of
     * each other. Then the variance of their sum is the sum of the squares of their durations.
     */
    double deviation(String id) {
        double squares = sites.getOrDefault(id, List.of()).stream()
                .flatMap(site -> site.times().histogram().stream())
                .mapToDouble(bucket -> bucket.pins() * Math.pow(bucket.upToMicros() / 1e6, 2))
                .sum();
        return perHour(Math.sqrt(squares));
    }

    /** What virtual threads waited for in each of its reports that watched it. */
    List<Waits> waits() {
        return reports.stream()
                .map(Report::waits)
                .filter(waits -> waits.looks() > 0)
                .toList();
    }

    /** Whether it is dumps only, which show no pins that have ended. */
    boolean ofDumps() {
        return reports.stream().allMatch(report -> report.source().ofDumps());
    }

    long wallNanos() {
        return jvms().mapToLong(Jvm::wallNanos).sum();
    }

    private double perHour(double seconds) {
        double wall = wallNanos() / 1e9;
        return wall > 0 ? seconds / wall * SECONDS_PER_HOUR : 0;
    }

    private Stream<Jvm> jvms() {
        return reports.stream().flatMap(report -> report.jvms().stream());
    }

    /** Something of each JVM, each value once, in order. */
    <T extends Comparable<T>> Set<T> each(Function<Jvm, @Nullable T> what) {
        Set<T> values = new TreeSet<>();
        jvms().forEach(jvm -> {
            T value = what.apply(jvm);
            if (value != null) {
                values.add(value);
            }
        });
        return values;
    }

    /** Feature versions of its JVMs: 21 of {@code 21.0.8}. */
    Set<Integer> features() {
        return each(jvm -> {
            String digits = jvm.javaVersion().replaceFirst("[^0-9].*", "");
            return digits.isEmpty() || digits.length() > 4 ? null : Integer.valueOf(digits);
        });
    }

    /** Versions that holders of a library have here. */
    Set<String> versions(String library) {
        return versions.getOrDefault(library, Set.of());
    }

    List<Limit> limits() {
        return reports.stream()
                .flatMap(report -> report.limits().stream())
                .distinct()
                .toList();
    }

    /** Sites with a class that was not available: they may have more holders than are named. */
    long unreadSites() {
        return sites.values().stream()
                .flatMap(List::stream)
                .filter(site -> !site.unread().isEmpty())
                .count();
    }

    long foldedPins() {
        return reports.stream().mapToLong(report -> report.other().pins()).sum();
    }

    Side figures() {
        long nanos = reports.stream()
                .mapToLong(report -> report.totals().pinnedNanos())
                .sum();
        long lost = reports.stream().mapToLong(Report::lostNanos).sum();
        double capacity = Jvm.capacitySeconds(jvms().toList());
        return new Side(
                reports.stream()
                        .flatMap(report -> report.source().files().stream())
                        .toList(),
                List.copyOf(each(Jvm::javaVersion)),
                (int) jvms().count(),
                ofDumps() ? 0 : wallNanos(),
                reports.stream().mapToLong(report -> report.totals().pins()).sum(),
                nanos,
                perHour(nanos / 1e9),
                capacity > 0 ? lost / 1e9 / capacity : 0,
                reports.stream()
                        .mapToLong(report -> report.totals().starvedNanos())
                        .sum(),
                reports.stream().anyMatch(report -> report.isCapacityAtMost() || report.ofPrintedEvents()));
    }
}
