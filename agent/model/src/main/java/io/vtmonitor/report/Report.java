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
 * The answer, live or from a recording; written as JSON it is the format described in {@code docs/report.md}. Times are
 * whole nanoseconds, so that equal pins give equal reports.
 *
 * @param source where the pins came from
 * @param jvms the JVMs that were watched
 * @param timelines how their carriers were pinned over time: one for each JVM, in the same order
 * @param pins what was pinned, and what to do about it
 * @param limits what these figures cannot show
 * @param carrierBusy carriers busy with file I/O, most seconds first; no part of any pin's figures
 * @param stalls times in which no virtual thread made progress, oldest first, at most fifty; empty for recordings,
 *     which do not tell
 * @param unpin what became of the monitors that {@code unpin} was to rewrite, one for each JVM in which it was at work;
 *     empty for recordings
 * @param waits what virtual threads waited for, pinned or not
 * @param requests what was lost while requests were served, by route; null if that was not asked for
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
    /** Of the JSON; grows when a field changes its meaning or goes. */
    public static final int SCHEMA_VERSION = 2;

    /**
     * What was pinned, and what to do about it.
     *
     * @param totals over all sites
     * @param outlook what becomes of the pinned time on a newer JDK
     * @param plan what to do, most carrier-seconds saved first; at most twenty
     * @param sites most pinned seconds first, then by id
     * @param other pins of sites that came after the bound was reached; zero means every site is listed
     * @param worst the longest stretches in which most carriers were pinned, at most five
     * @param dimensions the pinned time divided in several ways
     * @param threads likewise by name of the virtual thread, digits as {@code *}; null when live, where JDK 21 does not
     *     know it in time
     * @param owners likewise by name of the thread that owned the monitor before, of the pins whose event tells; null
     *     when live
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

    /** The same with what was seen of other waits than pins. */
    public Report with(Waits seen) {
        List<Limit> kept = seen.limits().stream().filter(Report::isOfPins).toList();
        if (kept.isEmpty()) {
            return with(source, pins, limits, stalls, unpin, seen, requests);
        }
        List<Limit> all = new ArrayList<>(limits);
        if (jvms.size() == 1) { // what the agent saw of these carriers is surer than what events let expect
            all.removeIf(limit -> limit.kind() == LimitKind.CARRIERS_LIKELY_HELD || isOfKept(limit, kept));
        }
        all.addAll(kept);
        List<Limit> others =
                seen.limits().stream().filter(limit -> !isOfPins(limit)).toList();
        return with(source, pins, all, stalls, unpin, seen.with(seen.resources(), seen.verdicts(), others), requests);
    }

    /** Whether the thread dump at the end shows of the same threads less than what the agent saw. */
    private static boolean isOfKept(Limit limit, List<Limit> kept) {
        return limit.kind() == LimitKind.PIN_UNDER_WAY
                && limit.threads("threads").more() == 0
                && kept.stream()
                        .anyMatch(each -> each.threads("threads")
                                .ids()
                                .containsAll(limit.threads("threads").ids()));
    }

    /** The looks at what threads wait for also find pins that have not ended. */
    private static boolean isOfPins(Limit limit) {
        return limit.kind() == LimitKind.CARRIERS_KEPT;
    }

    /** The same with what was lost while requests were served. */
    public Report with(@Nullable Requests served) {
        return with(source, pins, limits, stalls, unpin, waits, served);
    }

    /** The same with what a watch has seen apart from the pins. */
    public Report with(List<Stall> seen, List<UnpinSummary> rewriting) {
        return with(source, pins, limits, seen, rewriting, waits, requests);
    }

    /** The same with what its sites say of the future, and other limits. */
    public Report with(Outlook ahead, List<Remedy> steps, List<Limit> hidden) {
        return with(source, pins.with(ahead, steps), hidden, stalls, unpin, waits, requests);
    }

    /** The same with what the watch has cost. */
    public Report costing(WatchCost cost) {
        Source costly = new Source(source.kind(), source.tool(), source.files(), cost);
        return with(costly, pins, limits, stalls, unpin, waits, requests);
    }

    /** The one place that names all fields in order to change a few. */
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

    /** Carrier-nanoseconds of the capacity that were lost; see {@link Totals#capacityLost()}. */
    public long lostNanos() {
        return Math.round(totals().capacityLost() * Jvm.capacitySeconds(jvms) * 1e9);
    }

    /**
     * Whether threads of a scheduler other than the default one were seen. Some of the pins may be theirs, and events
     * of pins don't tell whose carriers they held: what was lost of the capacity, and the time without a free carrier,
     * are bounds then.
     */
    public boolean hasOtherSchedulers() {
        for (Limit limit : waits.limits()) {
            if (limit.kind() == LimitKind.WAITS_FOR_OTHER_CARRIERS) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is made of printed events: of how long was watched, and of the carriers, these tell little. */
    public boolean ofPrintedEvents() {
        for (Limit limit : limits) {
            if (limit.kind() == LimitKind.PRINTED_EVENTS) {
                return true;
            }
        }
        return false;
    }

    /** Whether more carriers than a scheduler aims at were pinned at once: spare ones, too. */
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

    /** The same, saying what was left out of it on request; nothing if that is none. */
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

    /** The same, its live JVMs named after the file that it was read from. */
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
