package io.vtmonitor.unpin.lock;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** One object's lock in a chain of the {@link LockTable}; the object is held weakly, and the lock does not know it. */
final class LockNode extends WeakReference<Object> {
    final int hash;
    final ObjectLock lock;

    /** Set before the node is published, never changed after. */
    @Nullable
    LockNode next;

    LockNode(@Nullable Object object, int hash, ObjectLock lock, ReferenceQueue<Object> dead, @Nullable LockNode next) {
        super(object, dead);
        this.hash = hash;
        this.lock = lock;
        this.next = next;
    }
}
