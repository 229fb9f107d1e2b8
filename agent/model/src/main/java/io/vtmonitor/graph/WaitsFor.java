package io.vtmonitor.graph;

/**
 * A thread waits for a thing.
 *
 * @param thread the thread
 * @param thing what for
 * @param timed whether it gives up at some time: then it may continue although no thread releases the thing
 */
public record WaitsFor(ThreadView thread, Thing thing, boolean timed) {}
