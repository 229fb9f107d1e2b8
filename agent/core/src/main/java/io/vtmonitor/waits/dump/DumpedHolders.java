package io.vtmonitor.waits.dump;

import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.waits.Followed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the dumps so far show of the thread that has a lock. That many wait for it at an instant is no convoy: they may
 * get their turn within a millisecond. It counts that the holder waits for something else, that it is the same at two
 * dumps, or, where the dumps do not show it, that the same threads wait at two dumps.
 */
final class DumpedHolders {
    /** Of those that waited at the dump before. */
    private static final double THE_SAME = 0.9;

    private Map<Followed, Seen> seen = new HashMap<>();

    /**
     * Of one lock.
     *
     * @param id of the thread that has it, 0 where that is not known
     * @param before the id at the dump before
     * @param waited dumps in a row at which its holder waited for something else
     */
    private record Seen(long id, long before, int waited) {}

    /** A dump. */
    void look(List<Followed> groups) {
        Map<Followed, Seen> now = new HashMap<>();
        for (Followed group : groups) {
            WaitHolder holder = group.holder();
            if (holder != null) {
                Seen last = seen.getOrDefault(group, new Seen(0, 0, 0));
                now.put(group, new Seen(group.holderId(), last.id(), waits(holder) ? last.waited() + 1 : 0));
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
     * Why these threads wait for long, as sentences that follow another; null where nothing shows that they do.
     *
     * @param row of so many dumps, with the last one
     */
    @Nullable
    String why(Followed group, int row) {
        Seen lock = seen.get(group);
        if (lock == null) {
            return null;
        }
        if (hasEnded(group)) {
            return "";
        }
        if (row == 1) {
            return lock.waited() > 0 ? " One dump doesn't show how long they wait." : null;
        }
        if (lock.waited() >= row) {
            return " Its holder waited in each of these dumps.";
        }
        boolean same = group.partThatStays(1) >= THE_SAME;
        String both = group.threadsBefore(1) + " threads that waited for it at the dump before ";
        if (lock.id() != 0) {
            return lock.id() == lock.before() && same
                    ? " The same thread held it at the dump before, too, and nearly all of the " + both + "still wait."
                    : null;
        }
        return same && group.looks() > 1
                ? " Nearly all of the " + both + "still wait. Whether they had it in between isn't shown."
                : null;
    }

    /** The dump names an owner that it does not list. */
    private static boolean hasEnded(Followed group) {
        return group.holder() != null && String.valueOf(group.holder().note()).contains("has likely ended");
    }
}
