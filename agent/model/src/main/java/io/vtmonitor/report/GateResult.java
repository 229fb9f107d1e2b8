package io.vtmonitor.report;

import io.vtmonitor.report.GateFacts.BlindSpot;
import io.vtmonitor.report.GateFacts.Evidence;
import io.vtmonitor.report.GateFacts.Met;
import io.vtmonitor.report.GateFacts.Note;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of the conditions a build was to be held to.
 *
 * @param conditions one for each that was asked for, in that order
 * @param blindSpots what is known to hide what was asked: that a condition is not met says nothing then
 * @param notes what was left out of the figures, and why
 */
public record GateResult(List<Condition> conditions, List<BlindSpot> blindSpots, List<Note> notes) {
    /** No condition was asked for. */
    public static final GateResult NO_CONDITIONS = new GateResult(List.of(), List.of(), List.of());

    public GateResult {
        conditions = List.copyOf(conditions);
        blindSpots = List.copyOf(blindSpots);
        notes = List.copyOf(notes);
    }

    /**
     * The same where not all that was asked for could be read. A condition that is met is met all the same; that one is
     * not says nothing.
     */
    public GateResult incomplete(BlindSpot why) {
        if (conditions.stream().allMatch(Condition::tripped)) {
            return this;
        }
        List<BlindSpot> all = new ArrayList<>(List.of(why));
        all.addAll(blindSpots);
        return new GateResult(conditions, all, notes);
    }

    /** True if something is known to hide what was asked. */
    public boolean blind() {
        return !blindSpots.isEmpty();
    }

    /** True if a condition is met that must not be. */
    public boolean tripped() {
        return conditions.stream().anyMatch(Condition::tripped);
    }

    /**
     * One condition.
     *
     * @param expression as it was given: {@code site>100ms}
     * @param tripped whether it is met, which it must not be
     * @param evidence what was seen
     * @param met what met it, worst first; empty if the condition is about no single site
     * @param limits what may hide that it is met; empty if it is
     */
    public record Condition(String expression, boolean tripped, Evidence evidence, List<Met> met, List<Limit> limits) {
        public Condition {
            met = List.copyOf(met);
            limits = List.copyOf(limits);
        }
    }
}
