package io.vtmonitor.report;

import java.util.Locale;

/** The kinds of verdicts on virtual threads, worst first. */
public enum WaitVerdictKind {
    DEADLOCK("Deadlock"),
    /** A thread has waited for long and holds its carrier. */
    LOST_CARRIER("Lost carrier"),
    STUCK("Stuck"),
    POOL_EXHAUSTED("Pool exhausted"),
    LOCK_CONVOY("Lock convoy"),
    CARRIER_HOG("Carrier hog"),
    BACKLOG("Backlog"),
    WAKE_STORM("Wake storm"),
    GROWING("Growing"),
    THREAD_LOCALS("Thread locals");

    private final String title;

    WaitVerdictKind(String title) {
        this.title = title;
    }

    /** The name in reports for people. */
    public String title() {
        return title;
    }

    /** The name in reports and labels: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
