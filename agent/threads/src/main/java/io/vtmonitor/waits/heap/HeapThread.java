package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.ThreadRoot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a heap dump.
 *
 * @param object the id of the {@code Thread} object
 * @param tid its id, as {@code Thread.threadId}
 * @param name its name; may be empty
 * @param virtual whether it is a virtual thread
 * @param state its state
 * @param carrier the object of the carrier that it is mounted on; 0 for none
 * @param scheduler the object of a virtual thread's scheduler; 0 for a platform thread
 * @param blocker the object that it is parked for; 0 for none
 * @param stack topmost frame first, without hidden frames; empty if the dump lacks it
 * @param depths the depth of each of these frames in the stack of {@link #root}, where hidden frames count
 * @param root the stack that has these frames; for a mounted thread on JDK 21 that of its carrier; null if there is
 *     none
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

    /** Whether it is ready to run and has no carrier. */
    boolean isReady() {
        return virtual && state == Thread.State.RUNNABLE && carrier == 0;
    }
}
