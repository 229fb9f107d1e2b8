package io.vtmonitor.report;

import io.vtmonitor.report.figures.Bin;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.Requests;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.report.figures.Totals;
import io.vtmonitor.report.figures.WatchCost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an analysis, live or of files. As JSON, it has the format that {@code docs/report.md} describes. Times
 * are whole nanoseconds, so that equal pins give equal reports.
 *
 * @param source where the pins came from
 * @param jvms the JVMs that were watched
 * @param timelines how their carriers were pinned over time: one for each JVM, in the same order
 * @param pins the pins, and what to do about them
 * @param limits what these figures cannot show
 * @param carrierBusy carriers busy with file I/O, most seconds first; not part of any pin's figures
 * @param stalls times in which no virtual thread made progress, oldest first, at most fifty; recordings have them only
 *     if the agent wrote them
 * @param unpin what {@code unpin} did to monitors, one for each JVM in which it was enabled; empty for recordings
 * @param waits what virtual threads waited for, pinned or not
 * @param requests what was lost while requests were served, by route; null if the user did not request it
 */
public record Report(
        Source source,
        List<Jvm> jvms,
        List<Timeline> timelines,
        Pins pins,
        List<Limit> limits,
        List<BusyFigures> carrierBusy,
        List<Stall> stalls,
        List<UnpinSummary> unpin,
        Waits waits,
        @Nullable Requests requests) {
    /** The version of the JSON; grows when a field changes its meaning or is removed. */
    public static final int SCHEMA_VERSION = 2;

    /**
     * The pins, and what to do about them.
     *
     * @param totals over all sites
     * @param outlook how a newer JDK would change the pinned time
     * @param plan what to do, most carrier-seconds saved first; at most twenty
     * @param sites most pinned seconds first, then by id
     * @param other pins of sites beyond the limit of sites; zero means that all sites are listed
     * @param worst the longest times in which most carriers were pinned, at most five
     * @param dimensions the pinned time, divided in several ways
     * @param threads the pinned time by the name of the virtual thread, with digits replaced by {@code *}; null for a
     *     live report, because JDK 21 does not give the name in time
     * @param owners the pinned time by the name of the thread that owned the monitor before, for pins whose event names
     *     it; null for a live report
     */
    public record Pins(
            Totals totals,
            Outlook outlook,
            List<Remedy> plan,
            List<SiteFigures> sites,
            Figures other,
            List<PinnedWindow> worst,
            Dimensions dimensions,
            @Nullable Dimension threads,
            @Nullable Dimension owners) {
        public Pins {
            plan = List.copyOf(plan);
            sites = List.copyOf(sites);
            worst = List.copyOf(worst);
        }

        Pins with(Totals counted) {
            return new Pins(counted, outlook, plan, sites, other, worst, dimensions, threads, owners);
        }

        Pins with(Outlook ahead, List<Remedy> steps) {
            return new Pins(totals, ahead, steps, sites, other, worst, dimensions, threads, owners);
        }
    }

    public Report {
        jvms = List.copyOf(jvms);
        timelines = List.copyOf(timelines);
        limits = List.copyOf(limits);
        carrierBusy = List.copyOf(carrierBusy);
        stalls = List.copyOf(stalls);
        unpin = List.copyOf(unpin);
    }

    public Totals totals() {
        return pins.totals;
    }

    public Outlook outlook() {
        return pins.outlook;
    }

    public List<Remedy> plan() {
        return pins.plan;
    }

    public List<SiteFigures> sites() {
        return pins.sites;
    }

    public Figures other() {
        return pins.other;
    }

    public List<PinnedWindow> worst() {
        return pins.worst;
    }

    public Dimensions dimensions() {
        return pins.dimensions;
    }

    public @Nullable Dimension threads() {
        return pins.threads;
    }

    public @Nullable Dimension owners() {
        return pins.owners;
    }

    /** The same with the waits, pinned or not. Limits of the waits that are about pins become limits of the report. */
    public Report with(Waits seen) {
        List<Limit> kept = seen.limits().stream().filter(Report::isOfPins).toList();
        if (kept.isEmpty()) {
            return with(source, pins, limits, stalls, unpin, seen, requests);
        }
        List<Limit> all = new ArrayList<>(limits);
        if (jvms.size() == 1) { // what the agent saw of these carriers is surer than what events suggest
            all.removeIf(limit -> limit.kind() == LimitKind.CARRIERS_LIKELY_HELD || isOfKept(limit, kept));
        }
        all.addAll(kept);
        List<Limit> others =
                seen.limits().stream().filter(limit -> !isOfPins(limit)).toList();
        return with(source, pins, all, stalls, unpin, seen.with(seen.resources(), seen.verdicts(), others), requests);
    }

    /** Whether a limit is from the last thread dump, and is only about threads of which the agent saw more. */
    private static boolean isOfKept(Limit limit, List<Limit> kept) {
        return limit.kind() == LimitKind.PIN_UNDER_WAY
                && limit.threads("threads").more() == 0
                && kept.stream()
                        .anyMatch(each -> each.threads("threads")
                                .ids()
                                .containsAll(limit.threads("threads").ids()));
    }

    /** Whether a limit of the waits is about pins: looks at waiting threads also find pins that have not ended. */
    private static boolean isOfPins(Limit limit) {
        return limit.kind() == LimitKind.CARRIERS_KEPT;
    }

    /** The same with what was lost while requests were served. */
    public Report with(@Nullable Requests served) {
        return with(source, pins, limits, stalls, unpin, waits, served);
    }

    /** The same with what a watch has found apart from pins. */
    public Report with(List<Stall> seen, List<UnpinSummary> rewriting) {
        return with(source, pins, limits, seen, rewriting, waits, requests);
    }

    /** The same with another outlook, plan, and limits. */
    public Report with(Outlook ahead, List<Remedy> steps, List<Limit> hidden) {
        return with(source, pins.with(ahead, steps), hidden, stalls, unpin, waits, requests);
    }

    /** The same with the cost of the watch. */
    public Report costing(WatchCost cost) {
        Source costly = new Source(source.kind(), source.tool(), source.files(), cost);
        return with(costly, pins, limits, stalls, unpin, waits, requests);
    }

    /** The same with some fields replaced: the only method that names all of them. */
    private Report with(
            Source named,
            Pins counted,
            List<Limit> hidden,
            List<Stall> seen,
            List<UnpinSummary> rewriting,
            Waits waited,
            @Nullable Requests served) {
        return new Report(named, jvms, timelines, counted, hidden, carrierBusy, seen, rewriting, waited, served);
    }

    /** The lost capacity in carrier-nanoseconds; see {@link Totals#capacityLost()}. */
    public long lostNanos() {
        return Math.round(totals().capacityLost() * Jvm.capacitySeconds(jvms) * 1e9);
    }

    /**
     * Whether there were threads of a scheduler other than the default one. Some pins may be theirs, and events of pins
     * don't show which scheduler's carriers they held.
     */
    public boolean hasOtherSchedulers() {
        for (Limit limit : waits.limits()) {
            if (limit.kind() == LimitKind.WAITS_FOR_OTHER_CARRIERS) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether it is unknown of a JVM how many carriers it had, so that one is assumed. The more it had, the less was
     * lost, and the shorter was the time without a free one.
     */
    public boolean hasUnknownCarriers() {
        for (Jvm jvm : jvms) {
            if (jvm.assumesCarriers()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the lost capacity and the time without a free carrier are upper bounds. */
    public boolean isCapacityAtMost() {
        return hasOtherSchedulers() || hasUnknownCarriers();
    }

    /** Whether it is made of printed events, which show little of how long was watched and of the carriers. */
    public boolean ofPrintedEvents() {
        for (Limit limit : limits) {
            if (limit.kind() == LimitKind.PRINTED_EVENTS) {
                return true;
            }
        }
        return false;
    }

    /** Whether more carriers were pinned at once than a scheduler aims at, so that spare ones were pinned, too. */
    public boolean sparesPinned() {
        for (int i = 0; i < timelines.size() && i < jvms.size(); i++) {
            for (Bin bin : timelines.get(i).bins()) {
                if (bin.mostCarriers() > jvms.get(i).parallelism()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The same with the pins that options left out; unchanged if there are none. */
    public Report without(LeftOut leftOut) {
        if (leftOut.all() == 0) {
            return this;
        }
        Totals totals = totals();
        Totals rest = new Totals(
                totals.pins(),
                totals.pinnedNanos(),
                totals.compensatedNanos(),
                totals.capacityLost(),
                totals.starvedNanos(),
                totals.maxCarriersPinned(),
                totals.truncatedStacks(),
                leftOut,
                totals.nearMisses());
        return with(source, pins.with(rest), limits, stalls, unpin, waits, requests);
    }

    /** The same, with the file that it was read from as the source of its live JVMs. */
    public Report readFrom(String name) {
        List<String> files = source.files().isEmpty() ? Collections.nCopies(jvms.size(), "") : source.files();
        Source named = new Source(
                source.kind(),
                source.tool(),
                files.stream().map(file -> file.isEmpty() ? name : file).toList(),
                source.cost());
        return with(named, pins, limits, stalls, unpin, waits, requests);
    }
}
