package io.vtmonitor.report.text;

import io.vtmonitor.report.RescueOutcome;

/** What became of a rescue, in words. */
public final class RescueText {
    private RescueText() {}

    /** One line. */
    public static String line(RescueOutcome outcome) {
        return switch (outcome.result()) {
            case FREED -> "RESCUE: freed, " + outcome.sentence();
            case NOT_FREED -> "RESCUE: not freed, " + outcome.sentence();
            case REFUSED -> "RESCUE: nothing was done. " + outcome.sentence();
        };
    }
}
