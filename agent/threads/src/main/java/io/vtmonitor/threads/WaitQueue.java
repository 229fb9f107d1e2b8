package io.vtmonitor.threads;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The list of the threads that wait in an {@code AbstractQueuedSynchronizer} or its twin for {@code long} states.
 *
 * @param head the node that stands for none of them
 * @param next of a node
 */
record WaitQueue(VarHandle head, VarHandle next) {
    /** Null if this JDK has no such list. */
    static @Nullable WaitQueue of(JdkFields fields, String type) {
        VarHandle head = fields.of(type, "head", type + "$Node");
        VarHandle next = fields.of(type + "$Node", "next", type + "$Node");
        return head == null || next == null ? null : new WaitQueue(head, next);
    }

    /** The node of the thread that is next; null if none waits. */
    @Nullable
    Object first(Object lock) {
        Object before = head.getVolatile(lock);
        return before == null ? null : next.getVolatile(before);
    }
}
