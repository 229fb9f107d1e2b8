package io.vtmonitor.report;

import io.vtmonitor.report.GateFacts.BlindSpot;
import io.vtmonitor.report.GateFacts.Evidence;
import io.vtmonitor.report.GateFacts.Met;
import io.vtmonitor.report.GateFacts.Note;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of checking a build's conditions.
 *
 * @param conditions one for each condition that the user gave, in that order
 * @param blindSpots what is known to hide whether conditions are met. If there are any, a condition that is not met
 *     proves nothing
 * @param notes what was left out of the figures, and why
 */
public record GateResult(List<Condition> conditions, List<BlindSpot> blindSpots, List<Note> notes) {
    /** The result without conditions. */
    public static final GateResult NO_CONDITIONS = new GateResult(List.of(), List.of(), List.of());

    public GateResult {
        conditions = List.copyOf(conditions);
        blindSpots = List.copyOf(blindSpots);
        notes = List.copyOf(notes);
    }

    /**
     * The same, if not all of the input could be read. A condition that is met stays met; one that is not met proves
     * nothing.
     */
    public GateResult incomplete(BlindSpot why) {
        if (conditions.stream().allMatch(Condition::tripped)) {
            return this;
        }
        List<BlindSpot> all = new ArrayList<>(List.of(why));
        all.addAll(blindSpots);
        return new GateResult(conditions, all, notes);
    }

    /** True if something is known to hide whether conditions are met. */
    public boolean blind() {
        return !blindSpots.isEmpty();
    }

    /** True if any condition is met, which none must be. */
    public boolean tripped() {
        return conditions.stream().anyMatch(Condition::tripped);
    }

    /**
     * One condition.
     *
     * @param expression as the user wrote it: {@code site>100ms}
     * @param tripped whether it is met, which it must not be
     * @param evidence what was found
     * @param met the sites or places that met it, worst first; empty if the condition is not about single sites
     * @param limits what may hide that it is met; empty if it is met
     */
    public record Condition(String expression, boolean tripped, Evidence evidence, List<Met> met, List<Limit> limits) {
        public Condition {
            met = List.copyOf(met);
            limits = List.copyOf(limits);
        }
    }
}
