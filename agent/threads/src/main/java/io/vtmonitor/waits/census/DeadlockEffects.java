package io.vtmonitor.waits.census;

import io.vtmonitor.waits.DeadlockJudge;
import io.vtmonitor.waits.PoolDeadlocks;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Convoys of threads that wait for the end of a deadlock, and exhausted pools that are in one, at one look. A deadlock
 * that is reported covers them. If only the next look can confirm it, they are not due before that look.
 */
final class DeadlockEffects {
    private final DeadlockJudge deadlocks;
    private final PoolDeadlocks pools;
    private final Map<String, List<String>> covered = new HashMap<>();
    private final Set<String> withheld = new HashSet<>();

    /**
     * The effects at a look.
     *
     * @param deadlocks after it has judged the look
     * @param pools has other looks, which need not be at the same time
     */
    DeadlockEffects(DeadlockJudge deadlocks, PoolDeadlocks pools) {
        this.deadlocks = deadlocks;
        this.pools = pools;
    }

    /** Whether any thread is in a deadlock, or seems to be. */
    boolean arePossible() {
        return !deadlocks.threads().isEmpty() || deadlocks.suspects();
    }

    /**
     * Takes a finding if it is such an effect.
     *
     * @param awaited the ids of threads that its threads wait for, or of some of its threads
     * @return whether it was taken, so that it is not to be reported
     */
    boolean take(Judgment found, List<Long> awaited) {
        return switch (found.kind()) {
            case LOCK_CONVOY -> takeConvoy(found, awaited);
            case POOL_EXHAUSTED -> takePool(found);
            default -> false;
        };
    }

    private boolean takePool(Judgment found) {
        String kind = found.pool();
        if (kind == null || pools.cover(kind, effect(found))) {
            return kind != null;
        }
        boolean suspected = pools.suspects(kind);
        if (suspected) {
            withheld.add(found.about());
        }
        return suspected;
    }

    private boolean takeConvoy(Judgment found, List<Long> awaited) {
        String deadlock = deadlockOf(awaited);
        if (deadlock != null) {
            covered.computeIfAbsent(deadlock, key -> new ArrayList<>()).add(effect(found));
            return true;
        }
        boolean suspected = awaited.stream().anyMatch(deadlocks.suspected()::contains);
        if (suspected) {
            withheld.add(found.about());
        }
        return suspected;
    }

    private static String effect(Judgment found) {
        return found.kind() + " " + found.site();
    }

    private @Nullable String deadlockOf(List<Long> threads) {
        for (Long thread : threads) {
            String deadlock = deadlocks.deadlockOf(thread);
            if (deadlock != null) {
                return deadlock;
            }
        }
        return null;
    }

    /** The convoys that deadlocks cover, by {@link Judgment#about} of the deadlock. */
    Map<String, List<String>> covered() {
        return covered;
    }

    /** {@link Judgment#about} of the findings that the next look may report. */
    Set<String> withheld() {
        return withheld;
    }
}
