package io.vtmonitor.report.figures;

/**
 * What a live watch has cost its JVM up to the report.
 *
 * @param processorSeconds processor time of the threads that read events, look stacks up and watch the scheduler, and
 *     of the looks at waiting threads; where the system does not tell it, the time spent on that
 * @param allocatedBytes heap that the agent's threads have allocated, by the last event of Flight Recorder
 */
public record WatchCost(double processorSeconds, long allocatedBytes) {}
