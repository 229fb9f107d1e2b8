package io.vtmonitor.report.figures;

/**
 * What a live watch has cost its JVM up to the report.
 *
 * @param processorSeconds processor time of the threads that read events, look up stacks, and watch the scheduler, and
 *     of looks at waiting threads; if the system does not show processor times, the time spent on that
 * @param allocatedBytes bytes that the agent's threads have allocated in the heap, as of the last event of Flight
 *     Recorder
 */
public record WatchCost(double processorSeconds, long allocatedBytes) {}
