package io.vtmonitor.report;

/**
 * The scheduler of virtual threads at one instant: what {@code jdk.management.VirtualThreadSchedulerMXBean} tells on
 * JDK 24 and later, read from the same pool on every JDK. Estimates, as all figures of a pool at work.
 *
 * @param parallelism carriers the scheduler aims at
 * @param poolSize carriers there are: fewer where there was little to do, more where some were compensated for
 * @param mounted carriers that are not idle
 * @param queued virtual threads that wait for a carrier
 * @param mounts how often the pool has taken a virtual thread from a queue to run it; never falls. A thread that
 *     another virtual thread has woken, and that the same carrier runs next, is not counted: {@code ForkJoinPool}
 *     counts no tasks that a worker takes from its own queue
 */
public record SchedulerFigures(int parallelism, int poolSize, int mounted, long queued, long mounts) {}
