package io.vtmonitor.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What became of the conditions a build was to be held to.
 *
 * @param conditions one for each that was asked for, in that order
 * @param blind true where something is known to hide what was asked: that a condition is not met says nothing
 * @param notes what was left out of the figures, and why; one sentence each
 */
public record GateResult(List<Condition> conditions, boolean blind, List<String> notes) {
    public GateResult {
        conditions = List.copyOf(conditions);
        notes = List.copyOf(notes);
    }

    /**
     * The same where not all that was asked for could be read. A condition that is met is met all the same; that one is
     * not says nothing.
     *
     * @param why a sentence about it
     */
    public GateResult incomplete(String why) {
        if (conditions.stream().allMatch(Condition::tripped)) {
            return this;
        }
        List<String> all = new ArrayList<>(List.of("the gate is blind: " + why));
        all.addAll(notes);
        return new GateResult(conditions, true, all);
    }

    /** True where a condition is met that must not be. */
    public boolean tripped() {
        return conditions.stream().anyMatch(Condition::tripped);
    }

    /**
     * One condition.
     *
     * @param expression as it was given: {@code site>100ms}
     * @param tripped whether it is met, which it must not be
     * @param sentence what was seen
     * @param sites those that met it, worst first, a sentence each; empty where the condition is about no single site
     */
    public record Condition(String expression, boolean tripped, String sentence, List<String> sites) {
        public Condition {
            sites = List.copyOf(sites);
        }
    }
}
