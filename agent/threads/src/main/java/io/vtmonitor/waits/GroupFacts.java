package io.vtmonitor.waits;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Part;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.util.List;

/** Facts about a group of waiting threads, in the form in which its judges report them. */
public final class GroupFacts {
    private GroupFacts() {}

    static Waiting waiting(TrackedGroup group) {
        return new Waiting(
                group.threads(), group.isEstimate(), place(group.site(), group.shares(), group.threads()), row(group));
    }

    static Row row(TrackedGroup group) {
        return new Row(TrackedGroup.ROW, 0, group.rowSeconds(), group.fewest());
    }

    /**
     * Where the threads of a group wait. They may wait for one thing at several places.
     *
     * @param first the place of most of them
     * @param places where threads wait, most threads first
     * @param threads how many wait at all places together
     */
    public static Place place(WaitSite first, List<SiteShare> places, int threads) {
        if (places.size() < 2) {
            return Place.only(first.site(), first.caller(), threads);
        }
        SiteShare most = places.get(0);
        boolean surely = 2 * (most.threads() - most.margin()) > threads;
        return new Place(first.site(), first.caller(), surely ? Part.MOST : Part.SOME, most.threads());
    }

    /** Whether all of them wait for a lock or for a monitor. */
    public static Thing.Kind thing(TrackedGroup group) {
        return group.site().operation() == WaitOperation.MONITOR_ENTER ? Thing.Kind.MONITOR : Thing.Kind.LOCK;
    }

    static Judgment found(
            WaitVerdictKind kind,
            String about,
            Confidence confidence,
            TrackedGroup group,
            int threads,
            WaitFacts facts) {
        Pools.Pool pool = group.site().pool();
        return new Judgment(
                kind,
                about,
                confidence,
                group.begin(),
                threads,
                group.site().site(),
                pool == null ? null : pool.name(),
                facts,
                List.of());
    }

    /**
     * What a verdict on the group is about. Locks of one class that threads wait for at one place share one verdict.
     */
    public static String about(TrackedGroup group) {
        return group.type() + " " + group.site().site() + " " + group.site().caller();
    }
}
