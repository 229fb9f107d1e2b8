package io.vtmonitor.threads;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The queue of the threads that wait in an {@code AbstractQueuedSynchronizer} or in its variant for {@code long}
 * states.
 *
 * @param head the field of the first node, which stands for no waiting thread
 * @param next the field of a node's successor
 */
record WaitQueue(VarHandle head, VarHandle next) {
    /** Null if this JDK has no such queue. */
    static @Nullable WaitQueue of(JdkFields fields, String type) {
        VarHandle head = fields.of(type, "head", type + "$Node");
        VarHandle next = fields.of(type + "$Node", "next", type + "$Node");
        return head == null || next == null ? null : new WaitQueue(head, next);
    }

    /** The node of the next thread; null if none waits. */
    @Nullable
    Object first(Object lock) {
        Object before = head.getVolatile(lock);
        return before == null ? null : next.getVolatile(before);
    }
}
