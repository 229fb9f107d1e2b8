package io.vtmonitor.report;

/**
 * The scheduler of virtual threads at one instant: the figures that {@code jdk.management.VirtualThreadSchedulerMXBean}
 * has on JDK 24 and later, read from the same pool on every JDK. They are estimates, because the pool changes while
 * they are read.
 *
 * @param parallelism carriers the scheduler aims at
 * @param poolSize the number of carriers: less than {@code parallelism} if there was little to do, more if there are
 *     spare carriers
 * @param mounted carriers that are not idle
 * @param queued virtual threads that wait for a carrier
 * @param mounts how often the pool has taken a virtual thread from a queue to run it; never decreases. If a virtual
 *     thread wakes another one and the same carrier runs that next, it is not counted: {@code ForkJoinPool} does not
 *     count tasks that a worker takes from its own queue
 */
public record SchedulerFigures(int parallelism, int poolSize, int mounted, long queued, long mounts) {}
