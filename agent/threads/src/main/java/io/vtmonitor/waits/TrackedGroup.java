package io.vtmonitor.waits;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of waiting threads, tracked from look to look. It keeps no object of the application alive: it has a weak
 * reference to what the threads wait for, and the threads' IDs.
 */
public final class TrackedGroup {
    /** So many looks make a verdict. */
    public static final int ROW = 3;

    private final Phase phase;
    private final @Nullable WeakReference<Object> blocker;
    private final @Nullable String type;
    private final long[] times = new long[ROW];
    private final int[] counts = new int[ROW];
    private final ThreadIdSketch[] ids = new ThreadIdSketch[ROW];
    private Instant begin = Instant.EPOCH;
    private long looks;
    private long lastLook = -2;
    private int mostOnOne;
    private long staysSince;
    private List<SiteShare> shares = List.of();
    private int sampledThreads;
    private long sampledLook;
    private GroupGrowth growth = GroupGrowth.NONE;
    private @Nullable WaitHolder holder;
    private long holderId;
    private long holderSince;
    private final TurnRate pace = new TurnRate();
    private final LockLooks lock = new LockLooks();
    private final LastObject head = new LastObject();
    private long headSince;
    private long watchedLook = -2;
    private List<SiteShare> sharesBefore = List.of();
    private int margin;
    private Pools.@Nullable Pool crowded;
    private int crowdedLooks;

    /**
     * Not yet looked at.
     *
     * @param phase where its threads are
     * @param blocker what all of them wait for, null if it is not one object
     * @param type the class of what they wait for, null if there is none
     */
    public TrackedGroup(Phase phase, @Nullable Object blocker, @Nullable String type) {
        this.phase = phase;
        this.blocker = blocker == null ? null : new WeakReference<>(blocker);
        this.type = type;
    }

    /** What was counted at a look. */
    public void look(long number, long nanos, Instant at, int threads, int onOne, ThreadIdSketch now) {
        noteCrowd();
        if (lastLook != number - 1) {
            looks = 0;
            begin = at;
            staysSince = nanos;
            growth = GroupGrowth.NONE;
            crowdedLooks = 0;
            holder = null;
            lock.again();
            head.again(null);
            pace.again();
        }
        growth = growth.after(nanos, threads, now);
        if (growth.looks() == 1) {
            sharesBefore = lastLook == number - 1 ? SiteShare.scaled(shares, threads) : List.of();
        }
        lastLook = number;
        mostOnOne = onOne;
        int slot = (int) (looks++ % ROW);
        times[slot] = nanos;
        counts[slot] = threads;
        ids[slot] = now;
        if (looks > 1 && (threads < threadsBefore(1) || partThatStays(1) < 1 || !now.isWhole())) {
            staysSince = nanos;
        }
    }

    /** Of the look that is over: whether many waited for the pool that most of its threads waited for. */
    private void noteCrowd() {
        Pools.Pool pool = site().pool();
        if (pool == null || looks == 0 || SiteShare.threadsAt(pool, shares()) < GroupVerdicts.FEW) {
            crowdedLooks = 0;
        } else {
            crowdedLooks = pool.equals(crowded) ? crowdedLooks + 1 : 1;
        }
        crowded = pool;
    }

    /** Looks in a row before the last one at which many waited for that pool. */
    int looksAt(Pools.Pool pool) {
        return pool.equals(crowded) ? crowdedLooks : 0;
    }

    public long lastLook() {
        return lastLook;
    }

    public Phase phase() {
        return phase;
    }

    /** What all of them wait for, null if it is not one object or that is gone. */
    public @Nullable Object blocker() {
        return blocker == null ? null : blocker.get();
    }

    /** Whether all of them wait for one object. */
    public boolean isOne() {
        return blocker != null;
    }

    public @Nullable String type() {
        return type;
    }

    /** Looks in a row at which it was there. */
    public long looks() {
        return looks;
    }

    /** The first of them. */
    public Instant begin() {
        return begin;
    }

    public int threads() {
        return counts[slot(0)];
    }

    public int mostOnOne() {
        return mostOnOne;
    }

    /** The threads so many looks ago, at most two; none before the group was there. */
    public int threadsBefore(int looksAgo) {
        return looks > looksAgo ? counts[slot(looksAgo)] : 0;
    }

    /** The part of the threads of so many looks ago that is still there. */
    public double partThatStays(int looksAgo) {
        return looks > looksAgo ? ids[slot(looksAgo)].partIn(ids[slot(0)]) : 0;
    }

    /** For how long all looks found the same threads, and none of them left while they were watched. */
    public double sameSeconds() {
        return looks == 0 ? 0 : (times[slot(0)] - staysSince) / 1e9;
    }

    /** Threads that were not there at the look before, about; all of them at the first look. */
    public int arrived() {
        return looks < 2 ? threads() : (int) Math.round((1 - ids[slot(0)].partIn(ids[slot(1)])) * threads());
    }

    /** Seconds over which the last {@link #ROW} looks were spread. */
    public double rowSeconds() {
        return looks < ROW ? 0 : (times[slot(0)] - times[slot(ROW - 1)]) / 1e9;
    }

    /** The fewest threads at the last {@link #ROW} looks; none before there were as many. */
    public int fewest() {
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < ROW; i++) {
            fewest = Math.min(fewest, threadsBefore(i));
        }
        return fewest;
    }

    private int slot(int looksAgo) {
        return Math.floorMod(looks - 1 - looksAgo, ROW);
    }

    public GroupGrowth growth() {
        return growth;
    }

    public List<SiteShare> shares() {
        List<SiteShare> scaled = SiteShare.scaled(shares, threads());
        return margin == 0
                ? scaled
                : scaled.stream().map(share -> share.within(margin)).toList();
    }

    /**
     * How sure the number of threads is.
     *
     * @param of95 95 % of samples would give a number within so many of the truth; 0 if all were counted
     */
    public void within(int of95) {
        margin = of95;
    }

    /** Whether the number of threads is extrapolated. */
    public boolean isEstimate() {
        return margin > 0;
    }

    /** Where most of them wait. */
    public WaitSite site() {
        return shares.isEmpty()
                ? WaitSite.unknown(Operations.of(phase, List.of()))
                : shares.get(0).site();
    }

    public void sampled(List<SiteShare> found) {
        shares = found;
        sampledThreads = threads();
        sampledLook = lastLook;
        if (growth.looks() == 1 || sharesBefore.isEmpty()) {
            sharesBefore = SiteShare.scaled(found, growth.from());
        }
    }

    /** The place that grew most since the group last shrank; null if no sample is sure of it. */
    public @Nullable GrownSite grown() {
        return GrownSite.of(growth, sharesBefore, shares());
    }

    /** Whether new stacks are wanted: it is new, other threads may wait elsewhere, or the last ones are old. */
    public boolean wantsStacks(int oldAfterLooks) {
        int more = threads() - sampledThreads;
        boolean changed = (isOne() ? more : Math.abs(more)) > sampledThreads / 10;
        boolean others = !isOne() && arrived() * 10 > threads();
        return shares.isEmpty()
                || changed
                || others
                || lastLook - sampledLook >= oldAfterLooks
                || lock.wasUnknownAt(sampledLook);
    }

    /** What is known of the lock that they wait for. */
    public LockLooks lock() {
        return lock;
    }

    /** Who has it, null if nobody was asked. */
    public @Nullable WaitHolder holder() {
        return holder;
    }

    /** Takes who has it, null if nobody was asked; the id of that thread or of one of several, 0 if not known. */
    public void heldBy(@Nullable WaitHolder found, long id, long nanos) {
        if (id != holderId || holder == null) {
            holderId = id;
            holderSince = nanos;
        }
        holder = found == null ? null : found.since(id == 0 || found.thread() == null ? 0 : nanos - holderSince);
    }

    /** The id of the thread that has it, 0 if that is not known. */
    public long holderId() {
        return holder == null ? 0 : holderId;
    }

    /** How it moved on when that was watched. */
    public TurnRate pace() {
        return pace;
    }

    public void moved(GroupProgress seen) {
        pace.watched(seen, times[slot(0)]);
        watchedLook = lastLook;
        // Who left and came back between two looks is the same thread at both.
        staysSince = seen.moves() || seen.anyGaveUp() ? times[slot(0)] : staysSince;
        if (seen.moves()) {
            head.again(null);
        }
    }

    /**
     * Whether the last look does not tell if its queue is so slow: it did not watch the group; nobody got a turn while
     * it did, and that was too short; or turns were as rare, which the carriers' lack of a processor may explain.
     */
    boolean isUndecided(double seconds) {
        GroupProgress seen = pace.moved();
        return watchedLook != lastLook || (!pace.isSlow(seconds) && (!seen.moves() || seen.waitSeconds() >= seconds));
    }

    /** Nobody has watched it at the last look: how it moves on is not known. */
    public void unwatched() {
        pace.again();
        staysSince = times[slot(0)];
    }

    /** Takes the wait at the head of the queue, null if that is not known, and when that was read. */
    public void head(@Nullable Object wait, long nanos) {
        headSince = head.again(wait) ? headSince : nanos;
    }

    /** For how long every look has found the same thread to be next, and nobody left while they were watched. */
    double sameHeadSeconds() {
        return !head.any() ? 0 : Math.max(0, (times[slot(0)] - headSince) / 1e9);
    }

    /** How turns come; null if the threads wait for several objects, or nothing is known. */
    WaitGroup.@Nullable Turns turns() {
        return isOne() ? pace.turns(threads(), sameHeadSeconds(), watchedLook == lastLook) : null;
    }
}
