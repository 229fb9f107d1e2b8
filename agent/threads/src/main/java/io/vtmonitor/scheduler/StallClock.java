package io.vtmonitor.scheduler;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * Decides when no virtual thread makes progress any more. A stall begins when the same threads have stayed on all
 * carriers for {@code stallNanos} while work waits. It ends with the first sign of progress. Late calls hardly count: a
 * process that was stopped, paused by its garbage collector, or left without a processor did not stall. Nor does time
 * in which carriers were ready to run and got no processor.
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
     * @param stallNanos how long no thread must make progress
     * @param tickNanos the usual time between two calls
     * @param withoutProcessor gives for how long, since its last call, a carrier was ready to run and had no processor,
     *     in nanoseconds
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

    /**
     * Work waits for a carrier.
     *
     * @param mounted what is mounted on the carriers, compared by identity
     */
    Change waits(long now, List<Object> mounted) {
        boolean same = isSame(before, mounted) && !mounted.isEmpty();
        before = List.copyOf(mounted);
        if (!same) {
            return progress(now);
        }
        long starved = withoutProcessor.getAsLong();
        // If the call is late, it may be that no thread could run: of the delay, no more than one tick counts.
        counted += Math.max(0, Math.min(now - last, 2 * tickNanos) - starved);
        last = now;
        if (!stalled && counted >= stallNanos) {
            stalled = true;
            return Change.BEGAN;
        }
        return Change.NONE;
    }

    /** No work waits for a carrier. */
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

    /** How long no thread has made progress, without time that does not count. */
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
