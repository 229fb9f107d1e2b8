package io.vtmonitor.report;

/** Takes what the schedule-delay probe measured: how long a virtual thread waited for a carrier. */
@FunctionalInterface
public interface ScheduleDelays {
    /** What the virtual thread had waited to do. */
    enum Kind {
        /** To run for the first time after it was started. */
        START,
        /** To continue after it was unparked. */
        UNPARK
    }

    /**
     * One measurement.
     *
     * @param kind what was waited for
     * @param nanos for how long, in nanoseconds
     */
    void delayed(Kind kind, long nanos);
}
