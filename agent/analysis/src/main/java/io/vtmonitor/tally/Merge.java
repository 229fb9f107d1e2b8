package io.vtmonitor.tally;

import io.vtmonitor.plan.Forecast;
import io.vtmonitor.report.Dimension;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.PinnedWindow;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.NearMisses;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.Timeline;
import io.vtmonitor.report.figures.Totals;
import io.vtmonitor.tally.FileIoTally.Place;
import io.vtmonitor.timeline.Windows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Adds reports up to one: the same as if their pins had been read together, in whatever order they come and however
 * they are grouped, while nothing has to be folded. This is where JVMs meet: each is added up by itself before.
 *
 * <p>Not thread-safe.
 */
public final class Merge {
    /** Where reports of both kinds were merged. */
    private static final String MIXED = "mixed";

    /** As many stalls as the report of one watch has. */
    private static final int MOST_STALLS = 50;

    /** Which of two is kept does not depend on who came first. */
    private static final Comparator<Stall> LONGEST = Comparator.comparingLong(Stall::nanos)
            .thenComparing(Stall::over)
            .thenComparingInt(stall -> stall.carriers().size())
            .thenComparing(Stall::toString);

    private static final int MOST_UNPINS = 50;

    private final String tool;
    private final Set<String> kinds = new TreeSet<>();
    private final MergedJvms jvms = new MergedJvms();
    private final MergedSites sites;
    private final Tally all = new Tally();
    private final DimensionTallies dimensions = new DimensionTallies();
    private final DimensionTally threads = new DimensionTally();
    private final DimensionTally owners = new DimensionTally();
    private final Tally unknownThreads = new Tally();
    private final Set<Limit> limits = new LinkedHashSet<>();
    private final Map<Place, Tally> busy = new LinkedHashMap<>();
    private final List<Stall> stalls = new ArrayList<>();
    private final List<UnpinSummary> unpins = new ArrayList<>();
    private @Nullable MergedWaits waits;
    private @Nullable MergedRequests requests;
    private List<PinnedWindow> worst = List.of();
    private boolean knowsThreads;
    private boolean knowsOwners;
    private long compensatedNanos;
    private long lostNanos;
    private long starvedNanos;
    private long truncated;
    private @Nullable NearMisses nearMisses;
    private LeftOut leftOut = LeftOut.NONE;
    private int maxCarriers;

    /** @param tool name and version of the program that merges */
    public Merge(String tool) {
        this(tool, Bounds.MERGED);
    }

    Merge(String tool, Bounds bounds) {
        this.tool = tool;
        this.sites = new MergedSites(bounds, jvms);
    }

    public void add(Report report) {
        kinds.add(report.source().kind());
        addTotals(report.totals());
        lostNanos += report.lostNanos();
        sites.add(report, jvms.add(report));
        dimensions.add(report.dimensions());
        addThreads(report);
        List<PinnedWindow> windows = new ArrayList<>(worst);
        windows.addAll(report.worst());
        windows.sort(Merge::worstFirst);
        worst = List.copyOf(windows.subList(0, Math.min(Windows.LISTED, windows.size())));
        for (Limit limit : report.limits()) {
            if (!limit.kind().followsFromFigures()) {
                limits.add(limit);
            }
        }
        report.carrierBusy().forEach(this::add);
        stalls.addAll(report.stalls());
        report.unpin().forEach(this::add);
        if (!report.waits().none()) {
            waits = waits == null ? new MergedWaits() : waits;
            waits.add(report.waits());
        }
        if (report.requests() != null) {
            requests = requests == null ? new MergedRequests() : requests;
            requests.add(report.requests());
        }
    }

    /** A limit of all that is added, which no single report tells. */
    public void limit(Limit limit) {
        limits.add(limit);
    }

    private static int worstFirst(PinnedWindow one, PinnedWindow other) {
        int order = Boolean.compare(other.starved(), one.starved());
        order = order != 0 ? order : Long.compare(other.heldNanos(), one.heldNanos());
        order = order != 0 ? order : one.begin().compareTo(other.begin());
        return order != 0 ? order : one.toString().compareTo(other.toString());
    }

    private void addTotals(Totals totals) {
        all.add(totals.pins(), totals.pinnedNanos(), 0);
        compensatedNanos += totals.compensatedNanos();
        starvedNanos += totals.starvedNanos();
        truncated += totals.truncatedStacks();
        nearMisses = NearMisses.sum(nearMisses, totals.nearMisses());
        leftOut = leftOut.and(totals.leftOut());
        maxCarriers = Math.max(maxCarriers, totals.maxCarriersPinned());
    }

    /** A live report does not know them: where others do, its pins are those of threads unknown. */
    private void addThreads(Report report) {
        if (report.threads() == null) {
            long longest = report.other().maxNanos();
            for (SiteFigures site : report.sites()) {
                longest = Math.max(longest, site.maxNanos());
            }
            unknownThreads.add(report.totals().pins(), report.totals().pinnedNanos(), longest);
        } else {
            knowsThreads = true;
            threads.add(report.threads());
        }
        if (report.owners() != null) {
            knowsOwners = true;
            owners.add(report.owners());
        }
    }

    /** At most {@link #MOST_UNPINS} are kept, the same ones in whichever order they come. */
    private void add(UnpinSummary summary) {
        unpins.add(summary);
        unpins.sort(Comparator.comparing(UnpinSummary::toString));
        if (unpins.size() > MOST_UNPINS) {
            unpins.remove(MOST_UNPINS);
        }
    }

    private void add(BusyFigures figures) {
        Place place = new Place(figures.site(), figures.operation(), figures.compensated());
        FileIoTally.in(busy, place).add(figures.count(), figures.nanos(), figures.maxNanos());
    }

    /** All that were added, as one. Nothing may be added afterwards. */
    public Report report() {
        return Forecast.of(draft());
    }

    /** The same without outlook and plan, which follow from the figures: enough for what is merged again. */
    public Report draft() {
        sites.fitStacks();
        int[] order = jvms.order();
        int[] places = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            places[order[i]] = i;
        }
        List<Jvm> watched = new ArrayList<>();
        List<Timeline> timelines = new ArrayList<>();
        for (int jvm : order) {
            watched.add(jvms.jvm(jvm));
            timelines.add(jvms.timeline(jvm));
        }
        Totals totals = totals(watched);
        List<SiteFigures> listed = sites.figures(places);
        Figures other = sites.folded();
        return new Report(
                source(order),
                watched,
                timelines,
                new Report.Pins(
                        totals,
                        Forecast.NONE,
                        List.of(),
                        listed,
                        other,
                        worst,
                        dimensions.figures(),
                        threads(),
                        knowsOwners ? owners.figures() : null),
                limits(watched.size(), FoldedLimits.of(watched, totals, listed, other)),
                FileIoTally.figures(busy),
                stalls(),
                unpins,
                waits == null ? Waits.NONE : waits.waits(),
                requests == null ? null : requests.requests());
    }

    /** Two recordings of one JVM report the same stall, one of them perhaps before its end. */
    private Collection<Stall> longestOfEach() {
        Map<String, Stall> longest = new HashMap<>();
        for (Stall stall : stalls) {
            longest.merge(
                    stall.begin() + " " + stall.pattern(),
                    stall,
                    (one, other) -> LONGEST.compare(one, other) >= 0 ? one : other);
        }
        return longest.values();
    }

    private List<Stall> stalls() {
        List<Stall> sorted = new ArrayList<>(longestOfEach());
        sorted.sort((one, other) -> {
            int order = one.begin().compareTo(other.begin());
            return order != 0 ? order : one.toString().compareTo(other.toString());
        });
        return List.copyOf(sorted.subList(0, Math.min(MOST_STALLS, sorted.size())));
    }

    private Source source(int[] order) {
        List<String> files = new ArrayList<>(order.length);
        boolean named = false;
        for (int jvm : order) {
            files.add(jvms.file(jvm));
            named |= !jvms.file(jvm).isEmpty();
        }
        String kind = kinds.size() == 1 ? kinds.iterator().next() : MIXED;
        return new Source(kind, tool, named ? files : List.of());
    }

    private Totals totals(List<Jvm> watched) {
        double capacity = Jvm.capacitySeconds(watched);
        double lost = capacity > 0 ? lostNanos / 1e9 / capacity : 0;
        return new Totals(
                all.pins(),
                all.nanos(),
                compensatedNanos,
                lost,
                starvedNanos,
                maxCarriers,
                truncated,
                leftOut.all() == 0 ? null : leftOut,
                nearMisses);
    }

    private @Nullable Dimension threads() {
        if (!knowsThreads) {
            return null;
        }
        if (unknownThreads.pins() > 0) {
            threads.of(ThreadPattern.UNKNOWN).add(unknownThreads);
        }
        return threads.figures();
    }

    /** One JVM's in the order of their weight; those of several in one that does not depend on who came first. */
    private List<Limit> limits(int watched, List<Limit> folded) {
        if (jvms.countTwice()) {
            limits.add(Limit.of(LimitKind.COUNTED_TWICE));
        }
        List<Limit> said = new ArrayList<>(limits);
        if (watched > 1) {
            said.sort(Comparator.naturalOrder());
        }
        said.addAll(folded);
        return said;
    }
}
