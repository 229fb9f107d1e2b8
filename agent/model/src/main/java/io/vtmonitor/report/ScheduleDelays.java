package io.vtmonitor.report;

/** Receives the measurements of the schedule-delay probe: how long a virtual thread waited for a carrier. */
@FunctionalInterface
public interface ScheduleDelays {
    /** What the virtual thread waited for. */
    enum Kind {
        /** To run for the first time after it was started. */
        START,
        /** To continue after it was unparked. */
        UNPARK
    }

    /**
     * Receives a measurement.
     *
     * @param kind what was waited for
     * @param nanos for how long, in nanoseconds
     */
    void delayed(Kind kind, long nanos);
}
