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
 * Decides from the dumps so far whether threads wait for a lock for long. Many threads that wait at one instant are no
 * convoy: they may get their turn within a millisecond. They wait for long if the holder waits for something else, or
 * if two dumps show the same holder. If the dumps show no holder, they wait for long if none of them has left the
 * queue.
 */
final class DumpedLockHolders {
    /** The part of the threads of the dump before that have to be still there. */
    private static final double THE_SAME = 0.9;

    /**
     * If threads come back to a busy lock, any of them may be its holder at a dump, which does not wait. That the same
     * threads wait again by chance has to be less likely than one in this many.
     */
    private static final double CHANCES = 100;

    private Map<TrackedGroup, LockState> seen = new HashMap<>();

    /**
     * What dumps show of one lock.
     *
     * @param id the id of the thread that has it; 0 if that is not known
     * @param before the id at the dump before
     * @param waited dumps in a row at which its holder waited for something else
     * @param waiting the ids of the threads that wait
     * @param stayed dumps in a row at which all threads of the dump before still waited
     */
    private record LockState(long id, long before, int waited, Set<Long> waiting, int stayed) {
        private static final LockState NEVER = new LockState(0, 0, 0, Set.of(), 0);

        private int stayedIn(Set<Long> now) {
            return !waiting.isEmpty() && now.containsAll(waiting) ? stayed + 1 : 0;
        }
    }

    /** Takes the next dump. */
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

    /** Whether the holder waits for something else. If it is just parked, that is not known, and does not count. */
    private static boolean waits(WaitHolder holder) {
        return holder.thread() != null
                && switch (holder.doing()) {
                    case RUNNING, READY, UNKNOWN, PARK, ENDED -> false;
                    default -> true;
                };
    }

    /**
     * What shows that these threads wait for long; null if nothing does.
     *
     * @param row how many dumps in a row show them, the last one included
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
