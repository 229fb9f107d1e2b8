package io.vtmonitor.report.figures;

import java.util.Locale;

/** Whether a site is over once its classes are loaded and initialized, or comes again. */
public enum Occurrence {
    ONCE,
    RECURRING;

    /** The name in reports: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
