package io.vtmonitor.waits.dump;

import io.vtmonitor.report.WaitFacts.Lasting;
import io.vtmonitor.report.WaitFacts.Stay;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.waits.TrackedGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the dumps so far show of the thread that has a lock. That many wait for it at an instant is no convoy: they may
 * get their turn within a millisecond. It counts that the holder waits for something else, that it is the same at two
 * dumps, or, where the dumps do not show it, that no thread has left the queue.
 */
final class DumpedLockHolders {
    /** Of those that waited at the dump before. */
    private static final double THE_SAME = 0.9;

    /**
     * A busy lock that moves, and whose threads come back to it, has another thread as its holder at each dump, which
     * does not wait. That this is the same one by chance has to be less likely than one in so many.
     */
    private static final double CHANCES = 100;

    private Map<TrackedGroup, LockState> seen = new HashMap<>();

    /**
     * Of one lock.
     *
     * @param id of the thread that has it, 0 if that is not known
     * @param before the id at the dump before
     * @param waited dumps in a row at which its holder waited for something else
     * @param waiting the ids of those that wait
     * @param stayed dumps in a row at which all those of the dump before still waited
     */
    private record LockState(long id, long before, int waited, Set<Long> waiting, int stayed) {
        private static final LockState NEVER = new LockState(0, 0, 0, Set.of(), 0);

        private int stayedIn(Set<Long> now) {
            return !waiting.isEmpty() && now.containsAll(waiting) ? stayed + 1 : 0;
        }
    }

    /** A dump. */
    void look(List<TrackedGroup> groups, DumpGroups dumped) {
        Map<TrackedGroup, LockState> now = new HashMap<>();
        for (TrackedGroup group : groups) {
            WaitHolder holder = group.holder();
            if (holder != null) {
                LockState last = seen.getOrDefault(group, LockState.NEVER);
                Set<Long> waiting = dumped.waitFor((String) group.blocker());
                int waited = waits(holder) ? last.waited() + 1 : 0;
                now.put(group, new LockState(group.holderId(), last.id(), waited, waiting, last.stayedIn(waiting)));
            }
        }
        seen = now;
    }

    /** Of one that is only parked it is not known what for. */
    private static boolean waits(WaitHolder holder) {
        return holder.thread() != null
                && switch (holder.doing()) {
                    case RUNNING, READY, UNKNOWN, PARK, ENDED -> false;
                    default -> true;
                };
    }

    /**
     * Why these threads wait for long; null if nothing shows that they do.
     *
     * @param row of so many dumps, with the last one
     */
    @Nullable
    Stay stay(TrackedGroup group, int row) {
        LockState lock = seen.get(group);
        Lasting why = lock == null ? null : why(group, lock, row);
        return why == null ? null : new Stay(why, group.threadsBefore(1));
    }

    private static @Nullable Lasting why(TrackedGroup group, LockState lock, int row) {
        if (row == 1) {
            return lock.waited() > 0 ? Lasting.ONE_DUMP : null;
        }
        if (lock.waited() >= row) {
            return Lasting.HOLDER_WAITED;
        }
        if (lock.id() != 0) {
            boolean same = group.partThatStays(1) >= THE_SAME;
            return lock.id() == lock.before() && same ? Lasting.SAME_HOLDER : null;
        }
        return Math.pow(group.threadsBefore(1), lock.stayed()) < CHANCES
                ? null
                : lock.stayed() > 1 ? Lasting.ALL_STAY_AGAIN : Lasting.ALL_STAY;
    }
}
