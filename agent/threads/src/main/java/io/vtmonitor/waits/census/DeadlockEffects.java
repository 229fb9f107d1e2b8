package io.vtmonitor.waits.census;

import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.waits.DeadlockJudge;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Convoys of threads that wait for the end of a deadlock, at one look. A deadlock that is reported covers them. If only
 * the next look can confirm it, they are not due before that look.
 */
final class DeadlockEffects {
    private final DeadlockJudge deadlocks;
    private final Map<String, List<String>> covered = new HashMap<>();
    private final Set<String> withheld = new HashSet<>();

    /** @param deadlocks after it has judged the look */
    DeadlockEffects(DeadlockJudge deadlocks) {
        this.deadlocks = deadlocks;
    }

    /** Whether any thread is in a deadlock, or seems to be. */
    boolean arePossible() {
        return !deadlocks.threads().isEmpty() || deadlocks.suspects();
    }

    /**
     * Takes a finding if it is such a convoy.
     *
     * @param awaited the ids of threads that its threads wait for, or of some of its threads
     * @return whether it was taken, so that it is not to be reported
     */
    boolean take(Judgment found, List<Long> awaited) {
        if (found.kind() != WaitVerdictKind.LOCK_CONVOY) {
            return false;
        }
        String deadlock = deadlockOf(awaited);
        if (deadlock != null) {
            covered.computeIfAbsent(deadlock, key -> new ArrayList<>()).add(found.kind() + " " + found.site());
            return true;
        }
        boolean suspected = awaited.stream().anyMatch(deadlocks.suspected()::contains);
        if (suspected) {
            withheld.add(found.about());
        }
        return suspected;
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

    /** {@link Judgment#about} of the convoys that the next look may report. */
    Set<String> withheld() {
        return withheld;
    }
}
