package io.vtmonitor.scheduler;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * Decides when nothing makes progress any more. It counts only time in which it was asked in time itself: a process
 * that was stopped, paused by its collector or left without CPU did not stall, nor did one whose carriers could run and
 * got no processor. A stall begins when the same threads have stayed on all carriers, with work waiting, for as long as
 * was asked; it ends with the first sign of progress.
 */
final class StallClock {
    private final long stallNanos;
    private final long tickNanos;
    private final LongSupplier withoutProcessor;
    private List<Object> before = List.of();
    private long last;
    private long counted;
    private boolean stalled;

    /**
     * @param stallNanos how long nothing must have made progress
     * @param tickNanos how often it is asked
     * @param withoutProcessor since it was asked last, how long a carrier could run and had no processor, in
     *     nanoseconds
     */
    StallClock(long stallNanos, long tickNanos, LongSupplier withoutProcessor) {
        this.stallNanos = stallNanos;
        this.tickNanos = tickNanos;
        this.withoutProcessor = withoutProcessor;
    }

    enum Change {
        NONE,
        BEGAN,
        ENDED
    }

    /** Work waits for a carrier; {@code mounted} is what occupies the carriers, compared by identity. */
    Change waits(long now, List<Object> mounted) {
        boolean same = isSame(before, mounted) && !mounted.isEmpty();
        before = List.copyOf(mounted);
        if (!same) {
            return progress(now);
        }
        long starved = withoutProcessor.getAsLong();
        // A late question is a sign that nobody could run: no more than a tick of that time is held against the
        // carriers.
        counted += Math.max(0, Math.min(now - last, 2 * tickNanos) - starved);
        last = now;
        if (!stalled && counted >= stallNanos) {
            stalled = true;
            return Change.BEGAN;
        }
        return Change.NONE;
    }

    /** No work waits. */
    Change idle(long now) {
        before = List.of();
        return progress(now);
    }

    private Change progress(long now) {
        last = now;
        counted = 0;
        boolean was = stalled;
        stalled = false;
        return was ? Change.ENDED : Change.NONE;
    }

    /** How long nothing has made progress, as far as it was watched. */
    long countedNanos() {
        return counted;
    }

    @SuppressWarnings("ReferenceEquality") // threads are compared by identity
    private static boolean isSame(List<Object> a, List<Object> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i) != b.get(i)) {
                return false;
            }
        }
        return true;
    }
}
