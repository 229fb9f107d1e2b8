package io.vtmonitor.gate;

import io.vtmonitor.common.Packages;
import io.vtmonitor.common.StableName;
import io.vtmonitor.report.GateFacts.PinnedSite;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a gate counts of some reports: all pins but those of sites that come once and of those on the list of
 * exceptions.
 */
final class GateFigures {
    private final List<Report> reports;
    private final Map<String, Counted> counted = new LinkedHashMap<>();
    private final List<SiteFigures> once = new ArrayList<>();
    private final Map<GateIgnores.Entry, List<SiteFigures>> ignored = new LinkedHashMap<>();

    GateFigures(List<Report> reports, GateIgnores ignores, LocalDate today, boolean countOneTime) {
        this.reports = List.copyOf(reports);
        for (Report report : reports) {
            for (SiteFigures site : report.sites()) {
                String id = StableName.of(site.id());
                GateIgnores.Entry entry = ignores.of(id, today);
                if (entry != null) {
                    ignored.computeIfAbsent(entry, fresh -> new ArrayList<>()).add(site);
                } else if (site.occurrence() == Occurrence.ONCE && !countOneTime) {
                    once.add(site);
                } else {
                    counted.merge(id, new Counted(id, List.of(site)), Counted::and);
                }
            }
        }
    }

    /**
     * A site, or what several reports say of it.
     *
     * @param id its stable form
     * @param figures one a report
     */
    record Counted(String id, List<SiteFigures> figures) {
        Counted and(Counted more) {
            List<SiteFigures> all = new ArrayList<>(figures);
            all.addAll(more.figures);
            return new Counted(id, all);
        }

        /** Without what a spare carrier may have stood in for; empty if that is all. */
        Optional<Counted> uncompensated() {
            List<SiteFigures> held =
                    figures.stream().filter(site -> !site.compensated()).toList();
            return held.isEmpty() ? Optional.empty() : Optional.of(new Counted(id, held));
        }

        long nanos() {
            return figures.stream().mapToLong(SiteFigures::pinnedNanos).sum();
        }

        double seconds() {
            return nanos() / 1e9;
        }

        long pins() {
            return figures.stream().mapToLong(SiteFigures::pins).sum();
        }

        double longest() {
            return figures.stream().mapToLong(SiteFigures::maxNanos).max().orElse(0) / 1e9;
        }

        boolean isInPackage(String prefix) {
            return figures.stream()
                    .anyMatch(site ->
                            site.holders().stream().anyMatch(holder -> Packages.isIn(holder.className(), prefix))
                                    || site.stacks().stream().anyMatch(stack -> begins(stack, prefix)));
        }

        /** A site names its first entries only. */
        private static boolean begins(StackFigures stack, String prefix) {
            String entry = stack.entry();
            return entry != null && Packages.isIn(entry, prefix);
        }

        /** Pins of unknown origin. */
        long withoutStack() {
            return pins()
                    - figures.stream()
                            .flatMap(site -> site.stacks().stream())
                            .filter(stack -> !stack.frames().isEmpty())
                            .mapToLong(StackFigures::pins)
                            .sum();
        }

        PinnedSite facts() {
            Set<String> entries = new LinkedHashSet<>();
            figures.forEach(site -> entries.addAll(site.entries()));
            return new PinnedSite(id, seconds(), pins(), longest(), List.copyOf(entries));
        }
    }

    /** Most pinned seconds first. */
    List<Counted> sites() {
        return mostFirst(counted.values().stream());
    }

    /** Those whose pins count as lost and as starved, by the seconds that do. */
    List<Counted> uncompensatedSites() {
        return mostFirst(counted.values().stream().flatMap(site -> site.uncompensated().stream()));
    }

    private static List<Counted> mostFirst(Stream<Counted> sites) {
        return sites.sorted(Comparator.comparingDouble((Counted site) -> -site.seconds())
                        .thenComparing(Counted::id))
                .toList();
    }

    /** Pins that were recorded, but not asked for. */
    LeftOut leftOut() {
        LeftOut all = LeftOut.NONE;
        for (Report report : reports) {
            all = all.and(report.totals().leftOut());
        }
        return all;
    }

    List<SiteFigures> once() {
        return once;
    }

    Map<GateIgnores.Entry, List<SiteFigures>> ignored() {
        return ignored;
    }

    /** Pins of sites beyond the bound: they count in all, but for no site. */
    long folded() {
        return reports.stream().mapToLong(report -> report.other().pins()).sum();
    }

    double seconds() {
        return Math.max(
                        0,
                        reports.stream()
                                        .mapToLong(report -> report.totals().pinnedNanos())
                                        .sum()
                                - excepted().stream()
                                        .mapToLong(SiteFigures::pinnedNanos)
                                        .sum())
                / 1e9;
    }

    long pins() {
        return reports.stream().mapToLong(report -> report.totals().pins()).sum()
                - excepted().stream().mapToLong(SiteFigures::pins).sum();
    }

    /** Of pins that ended, and, as far as they are longer, of stalls: a pin that never ends writes no event. */
    double starvedSeconds() {
        return starvedSeconds(report -> true);
    }

    /** The part of it that is surely the default scheduler's, and of JVMs whose carriers are known. All stalls are. */
    double surelyStarvedSeconds() {
        return starvedSeconds(report -> !report.isCapacityAtMost());
    }

    private double starvedSeconds(Predicate<Report> counts) {
        return reports.stream()
                        .mapToLong(report -> Math.max(
                                counts.test(report) ? report.totals().starvedNanos() : 0, stalledNanos(report)))
                        .sum()
                / 1e9;
    }

    /** Whether pins of other schedulers may be among those that count as lost and as starved. */
    boolean hasOtherSchedulers() {
        return reports.stream().anyMatch(Report::hasOtherSchedulers);
    }

    /** Whether it is unknown of a JVM how many carriers it had. */
    boolean hasUnknownCarriers() {
        return reports.stream().anyMatch(Report::hasUnknownCarriers);
    }

    private static long stalledNanos(Report report) {
        return report.stalls().stream()
                .filter(stall -> stall.pattern() != StallPattern.CPU)
                .mapToLong(Stall::nanos)
                .sum();
    }

    /**
     * What all pins cost, or what the counted ones held carriers for where that is less: when both were open, a report
     * does not say.
     */
    double capacityLost() {
        return capacityLost(report -> true);
    }

    /** The part of it that is surely the default scheduler's, of JVMs whose carriers and time are known. */
    double surelyLost() {
        return capacityLost(report -> !report.isCapacityAtMost() && !report.ofPrintedEvents());
    }

    /** An upper bound of it: the part that a JVM with unknown carriers has of several JVMs' capacity is unknown. */
    double lostAtMost() {
        long jvms = reports.stream().mapToLong(report -> report.jvms().size()).sum();
        return hasUnknownCarriers() && jvms > 1 ? 1 : capacityLost();
    }

    private double capacityLost(Predicate<Report> counts) {
        long lost = reports.stream().filter(counts).mapToLong(Report::lostNanos).sum();
        long kept = reports.stream()
                        .filter(counts)
                        .map(Report::totals)
                        .mapToLong(totals -> totals.pinnedNanos() - totals.compensatedNanos())
                        .sum()
                - excepted().stream()
                        .filter(site -> !site.compensated())
                        .mapToLong(SiteFigures::pinnedNanos)
                        .sum();
        double capacity = Jvm.capacitySeconds(
                reports.stream().flatMap(report -> report.jvms().stream()).toList());
        return capacity > 0 ? Math.max(0, Math.min(lost, kept)) / 1e9 / capacity : 0;
    }

    private List<SiteFigures> excepted() {
        List<SiteFigures> sites = new ArrayList<>(once);
        ignored.values().forEach(sites::addAll);
        return sites;
    }

    /** What is judged, for what looks for its blind spots. */
    List<Report> reports() {
        return reports;
    }
}
