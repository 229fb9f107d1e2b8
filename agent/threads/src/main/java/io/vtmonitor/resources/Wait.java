package io.vtmonitor.resources;

import org.jspecify.annotations.Nullable;

/** A thread's request of a resource that it does not have yet. */
final class Wait {
    final PoolBook pool;
    final Thread thread;
    final long begin;
    final @Nullable Object event;

    /** The route or key that the resource is for; null if the pool has none. */
    final @Nullable PoolKey key;

    /** Set by that thread when the pool lends it a resource before the woven method returns. */
    boolean got;

    Wait(PoolBook pool, Thread thread, long begin, @Nullable PoolKey key, @Nullable Object event) {
        this.pool = pool;
        this.thread = thread;
        this.begin = begin;
        this.key = key;
        this.event = event;
    }
}
