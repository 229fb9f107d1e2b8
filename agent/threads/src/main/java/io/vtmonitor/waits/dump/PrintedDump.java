package io.vtmonitor.waits.dump;

/**
 * A thread dump as {@code jstack}, {@code jcmd PID Thread.print}, and {@code kill -3} print it, or as the event
 * {@code jdk.ThreadDump} has it.
 *
 * @param dump the dump; its process id is 0 if that is not printed
 * @param jvm the address of a thread that lives as long as the JVM; empty if that is not shown
 * @param carriers the lines of the threads that may be carriers, as the JVM printed them
 */
public record PrintedDump(ThreadDumpFile dump, String jvm, String carriers) {}
