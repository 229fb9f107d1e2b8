package io.vtmonitor.waits;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Growing;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges a group that never shrinks. Its threads may wait at several places: the verdict is on the place that grew. */
public final class GrowthJudge {
    private static final int LOOKS = 24;
    private static final double SECONDS = 60;
    private static final int GROWN_BY = 100;

    private GrowthJudge() {}

    static @Nullable Judgment judge(TrackedGroup group) {
        GroupGrowth growth = group.growth();
        GrownSite grown = group.phase() == Phase.READY
                        || group.phase() == Phase.MOUNTED
                        || growth.looks() < LOOKS
                        || growth.seconds() < SECONDS
                        || 2 * growth.steps() < growth.looks()
                ? null
                : grown(group);
        return grown == null ? null : found(group, grown, growth.seconds());
    }

    /** The place that grew by a hundred threads or more, and by half or more; null if there is none. */
    public static @Nullable GrownSite grown(TrackedGroup group) {
        GroupGrowth growth = group.growth();
        if (growth.to() - growth.from() < GROWN_BY || 2 * growth.to() < 3 * growth.from()) {
            return null;
        }
        GrownSite grown = group.grown();
        boolean counts = grown != null && grown.to() - grown.from() >= GROWN_BY && 2 * grown.to() >= 3 * grown.from();
        return counts ? grown : null;
    }

    /**
     * The verdict on a place that grew.
     *
     * @param seconds for how long the group has grown; 0 if dumps show it
     */
    public static Judgment found(TrackedGroup group, GrownSite grown, double seconds) {
        WaitSite site = grown.site();
        GroupGrowth growth = group.growth();
        boolean dumps = seconds == 0;
        Growing facts = new Growing(
                grown.from(),
                grown.to(),
                growth.from() != grown.from() || growth.to() != grown.to(),
                site.operation(),
                Place.only(site.site(), site.caller(), grown.to()),
                group.isOne(),
                growth.looks(),
                seconds,
                dumps || group.shares().size() == 1 ? 0 : group.threads(),
                !dumps && growth.stay() >= 1);
        return new Judgment(
                WaitVerdictKind.GROWING,
                group.type() + " " + site.site() + " " + site.caller(),
                Confidence.LIKELY,
                group.growthBegin(),
                grown.to(),
                site.site(),
                site.pool() == null ? null : site.pool().name(),
                facts,
                List.of());
    }
}
