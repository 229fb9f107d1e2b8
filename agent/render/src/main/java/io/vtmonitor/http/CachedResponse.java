package io.vtmonitor.http;

import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A page's answer, made by one thread at a time and kept for a while, so that clients, however many and however fast,
 * cost the host a bounded part of one core. If an answer takes long to make, it is kept for longer: a page uses at most
 * a fifth of a core. Exceptions are not kept.
 */
public final class CachedResponse implements Supplier<Response> {
    /** So many times as long as it took to make, nothing is made again: a fifth of a core at most. */
    private static final int REST = 4;

    private final Supplier<Response> page;
    private final long lifeNanos;
    private final LongSupplier clock;

    /** Soft: where the host's heap is full, this is the first to go. */
    private SoftReference<Response> kept = new SoftReference<>(null);

    private long until;

    /**
     * Nothing is kept yet.
     *
     * @param page makes the answer
     * @param life how long one is kept at least
     * @param clock {@link System#nanoTime}
     */
    public CachedResponse(Supplier<Response> page, Duration life, LongSupplier clock) {
        this.page = page;
        this.lifeNanos = life.toNanos();
        this.clock = clock;
    }

    @Override
    public synchronized Response get() {
        @Nullable Response last = kept.get();
        long begin = clock.getAsLong();
        if (last != null && begin - until < 0) {
            return last;
        }
        kept.clear(); // not two of them in memory
        Response made = page.get();
        long end = clock.getAsLong();
        until = end + Math.max(lifeNanos, REST * (end - begin));
        kept = new SoftReference<>(made);
        return made;
    }
}
