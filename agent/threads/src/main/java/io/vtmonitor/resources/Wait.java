package io.vtmonitor.resources;

import org.jspecify.annotations.Nullable;

/** One thread that asks a pool for a resource and has none yet. */
final class Wait {
    final PoolBook pool;
    final Thread thread;
    final long begin;
    final @Nullable Object event;

    /** The route or key that it is for; null if the pool has none. */
    final @Nullable PoolKey key;

    /** Set by that thread if it gets the resource before the wait ends. */
    boolean got;

    Wait(PoolBook pool, Thread thread, long begin, @Nullable PoolKey key, @Nullable Object event) {
        this.pool = pool;
        this.thread = thread;
        this.begin = begin;
        this.key = key;
        this.event = event;
    }
}
