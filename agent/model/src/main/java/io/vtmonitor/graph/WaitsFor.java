package io.vtmonitor.graph;

/**
 * A thread waits for a thing.
 *
 * @param thread the thread
 * @param thing the thing
 * @param timed whether the wait has a time limit, so that the thread may continue although no thread releases the thing
 */
public record WaitsFor(ThreadView thread, Thing thing, boolean timed) {}
