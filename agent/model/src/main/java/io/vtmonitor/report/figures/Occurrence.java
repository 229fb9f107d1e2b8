package io.vtmonitor.report.figures;

import java.util.Locale;

/** Whether a site pins only until its classes are loaded and initialized, or pins repeatedly. */
public enum Occurrence {
    ONCE,
    RECURRING;

    /** The name in reports: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
