package io.vtmonitor.diagnosis;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stacks whose pins were handed on with a diagnosis that may not be the last word: they came too fast to be looked up,
 * or the JVM was asked for too many classes at that time. Each is diagnosed again when nothing else is to be done.
 * Bounded; not thread-safe.
 */
final class ProvisionalStacks {
    /** As many stacks as classes are read of one JVM. */
    private static final int MOST = 512;

    /** Asking once in vain costs one diagnosis. */
    static final long BETWEEN_LOOKS_NANOS = 2_000_000_000L;

    /** How long the end of the JVM may wait for it. */
    static final long LAST_LOOK_NANOS = 300_000_000L;

    private final Map<Blocking, Provisional> stacks = new LinkedHashMap<>();
    private @Nullable Long refusedAt;

    /**
     * What was passed to the sinks.
     *
     * @param diagnosis the very object
     * @param pinsInHaste how many pins went with it that were not looked up; negative if it was looked up
     */
    private record Provisional(Diagnosis diagnosis, long pinsInHaste) {
        static final long LOOKED_UP = -1;

        boolean isHasty() {
            return pinsInHaste != LOOKED_UP;
        }
    }

    boolean isEmpty() {
        return stacks.isEmpty();
    }

    /** A pin of this blocking is about to pass in haste. */
    void passesInHaste(Blocking blocking, Pipe hasty) {
        Provisional known = stacks.get(blocking);
        if (known == null && stacks.size() < MOST && !hasty.knows(blocking)) {
            Diagnosis guess = hasty.diagnose(blocking);
            if (guess != null) {
                known = new Provisional(guess.with(true), 0);
                hasty.remember(blocking, known.diagnosis());
            }
        }
        if (known != null && known.isHasty()) {
            stacks.put(blocking, new Provisional(known.diagnosis(), known.pinsInHaste() + 1));
        }
    }

    /** The next to be diagnosed again; null if it is no use now. */
    @Nullable
    Blocking next(long nanos) {
        for (Map.Entry<Blocking, Provisional> stack : stacks.entrySet()) {
            if (stack.getValue().isHasty()) {
                return stack.getKey();
            }
        }
        boolean mayAsk = refusedAt == null || nanos - refusedAt >= BETWEEN_LOOKS_NANOS;
        return mayAsk && !stacks.isEmpty() ? stacks.keySet().iterator().next() : null;
    }

    /** There is no later. */
    void lookNow() {
        refusedAt = null;
    }

    /** It can't be diagnosed: it stays as it is. */
    void giveUp(Blocking blocking) {
        stacks.remove(blocking);
    }

    /**
     * A blocking has been diagnosed. Its pins so far were those of the same stack, so what is known of the stack now
     * was true of them as well.
     *
     * @param fresh the diagnosis, null if nothing is to be passed on
     * @param exact takes what becomes of an earlier diagnosis
     * @param hasty may have made that
     * @return what to go by from now on, and how many pins are no longer to be called hasty
     */
    Settled diagnosed(Blocking blocking, @Nullable Diagnosis fresh, long nanos, Pipe exact, Pipe hasty) {
        Provisional before = stacks.remove(blocking);
        if (fresh == null) {
            return new Settled(null, 0);
        }
        boolean stays = fresh.provisional() && stacks.size() < MOST;
        Diagnosis now = fresh.with(stays);
        boolean same = before != null && now.equals(before.diagnosis());
        Diagnosis valid = before != null && same ? before.diagnosis() : now;
        if (stays) {
            refusedAt = nanos;
            stacks.put(blocking, new Provisional(valid, Provisional.LOOKED_UP));
        }
        // A wait for which a spare carrier may have stood in is counted apart as soon as it comes, and stays so.
        if (before == null || same || now.compensated() != before.diagnosis().compensated()) {
            return new Settled(valid, 0);
        }
        exact.revise(before.diagnosis(), now);
        hasty.forget(blocking);
        return new Settled(now, Math.max(0, before.pinsInHaste()));
    }

    /**
     * What follows from a diagnosis.
     *
     * @param diagnosis to go by, null for none
     * @param noLongerInHaste pins that have been looked up after all
     */
    record Settled(@Nullable Diagnosis diagnosis, long noLongerInHaste) {}
}
