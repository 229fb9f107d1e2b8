package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.ThreadRoot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a heap dump.
 *
 * @param object the {@code Thread}
 * @param tid its number, as {@code Thread.threadId}
 * @param name its name, may be empty
 * @param virtual whether it is a virtual thread
 * @param state where it is
 * @param carrier the thread it is mounted on; 0 for none
 * @param scheduler of a virtual thread
 * @param blocker what it is parked for; 0 for nothing
 * @param stack topmost frame first, as the JVM shows it; empty if the dump lacks it
 * @param depths of each of these frames, how the dump numbers it in the stack of {@link #root}
 * @param root the stack that these frames are in; of a mounted thread that of its carrier on JDK 21; null for none
 */
record HeapThread(
        long object,
        long tid,
        String name,
        boolean virtual,
        Thread.State state,
        long carrier,
        long scheduler,
        long blocker,
        List<StackTraceElement> stack,
        List<Integer> depths,
        @Nullable ThreadRoot root) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HeapThread thread && object == thread.object;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(object);
    }

    boolean isTimed() {
        return state == Thread.State.TIMED_WAITING;
    }

    /** Whether it could run and has no carrier. */
    boolean isReady() {
        return virtual && state == Thread.State.RUNNABLE && carrier == 0;
    }
}
