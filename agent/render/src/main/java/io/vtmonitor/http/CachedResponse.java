package io.vtmonitor.http;

import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a page, made by one thread at a time and kept for some time, so that the cost for the host does not
 * grow with clients and requests. An answer that takes long to make is kept longer: a page uses at most a fifth of a
 * core. Exceptions are not kept.
 */
public final class CachedResponse implements Supplier<Response> {
    /**
     * An answer is kept for at least so many times the time that it took to make: a page uses at most a fifth of a
     * core.
     */
    private static final int REST = 4;

    private final Supplier<Response> page;
    private final long lifeNanos;
    private final LongSupplier clock;

    /** A soft reference, because the host needs the memory more if its heap is full. */
    private SoftReference<Response> kept = new SoftReference<>(null);

    private long until;

    /**
     * Without an answer at first.
     *
     * @param page makes the answer
     * @param life for how long an answer is kept at least
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
        kept.clear(); // so that only one answer is in memory
        Response made = page.get();
        long end = clock.getAsLong();
        until = end + Math.max(lifeNanos, REST * (end - begin));
        kept = new SoftReference<>(made);
        return made;
    }
}
