package io.vtmonitor.heap;

/**
 * A thread whose stack a heap dump has.
 *
 * @param object the thread
 * @param number by which the dump refers to it
 * @param stack the number of its stack; see {@link HeapDump#stack}
 */
public record ThreadRoot(long object, int number, int stack) {}
