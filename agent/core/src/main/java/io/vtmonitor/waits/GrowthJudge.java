package io.vtmonitor.waits;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.Verdicts.Found;
import org.jspecify.annotations.Nullable;

/** Judges a group that never shrinks. It may have threads of several places: what is reported is the one that grew. */
public final class GrowthJudge {
    private static final int LOOKS = 24;
    private static final double SECONDS = 60;
    private static final int GROWN_BY = 100;

    private GrowthJudge() {}

    static @Nullable Found judge(Followed group) {
        Growth growth = group.growth();
        Grown grown = group.phase() == Phase.READY
                        || group.phase() == Phase.MOUNTED
                        || growth.looks() < LOOKS
                        || growth.seconds() < SECONDS
                        || 2 * growth.steps() < growth.looks()
                ? null
                : grown(group);
        return grown == null
                ? null
                : found(
                        group,
                        grown,
                        threads(group, grown) + " in " + Judge.seconds(growth.seconds())
                                + " wait for " + waitsFor(grown) + whole(group)
                                + " never shrank at " + growth.looks() + " looks, and "
                                + (growth.stay() >= 1 ? "all" : "nearly all")
                                + " of the first ones are still there.");
    }

    /** The place that grew by so much that it counts; null where there is none. */
    public static @Nullable Grown grown(Followed group) {
        Growth growth = group.growth();
        if (growth.to() - growth.from() < GROWN_BY || 2 * growth.to() < 3 * growth.from()) {
            return null;
        }
        Grown grown = group.grown();
        boolean counts = grown != null && grown.to() - grown.from() >= GROWN_BY && 2 * grown.to() >= 3 * grown.from();
        return counts ? grown : null;
    }

    /** How many there were and are. */
    public static String threads(Followed group, Grown grown) {
        boolean counted =
                group.growth().from() == grown.from() && group.growth().to() == grown.to();
        return counted
                ? "From " + grown.from() + " to " + grown.to() + " virtual threads"
                : "From about " + grown.from() + " to about " + grown.to() + " virtual threads";
    }

    /** What for, and where. */
    public static String waitsFor(Grown grown) {
        return grown.site().operation().text() + " in " + grown.site().site() + Judge.called(grown.site());
    }

    private static String whole(Followed group) {
        return group.shares().size() == 1
                ? ". The group"
                : ". The group of all " + group.threads() + " threads that wait in the same way";
    }

    /** What is true of the place that grew. */
    public static Found found(Followed group, Grown grown, String evidence) {
        Pools.Pool pool = grown.site().pool();
        boolean sleeps = grown.site().operation() == WaitOperation.SLEEP;
        boolean together = group.isOne() && grown.site().operation() == WaitOperation.LATCH;
        return new Found(
                WaitVerdictKind.GROWING,
                group.type() + " " + grown.site().site() + " " + grown.site().caller(),
                Confidence.LIKELY,
                group.begin(),
                grown.to(),
                grown.site().site(),
                pool == null ? null : pool.name(),
                evidence,
                (sleeps
                                ? "Find out what starts these threads, and what should end them."
                                : "Find out what should end these waits: a missing timeout, a peer that never answers, "
                                        + "or a task that never completes.")
                        + (together
                                ? " If they are a batch that goes on together once all of it has been started, nothing"
                                        + " is wrong."
                                : " If the threads are meant to stay, as connections are, nothing is wrong."));
    }
}
