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
 * reference to what the threads wait for, and the threads' ids.
 */
public final class TrackedGroup {
    /** How many looks in a row a verdict requires. */
    public static final int ROW = 3;

    private final Phase phase;
    private final @Nullable WeakReference<Object> blocker;
    private final @Nullable String type;
    private final Instant[] instants = new Instant[ROW];
    private final long[] times = new long[ROW];
    private final int[] counts = new int[ROW];
    private final ThreadIdSketch[] ids = new ThreadIdSketch[ROW];
    private long looks;
    private long lastLook = -2;
    private int mostOnOne;
    private long staysSince;
    private List<SiteShare> shares = List.of();
    private int sampledThreads;
    private long sampledLook;
    private GroupGrowth growth = GroupGrowth.NONE;
    private Instant growthBegin = Instant.EPOCH;
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
     * A group that no look has counted yet.
     *
     * @param phase the phase of its threads
     * @param blocker the object that all of them wait for; null if there are several, or none
     * @param type the class of what they wait for; null if there is none
     */
    public TrackedGroup(Phase phase, @Nullable Object blocker, @Nullable String type) {
        this.phase = phase;
        this.blocker = blocker == null ? null : new WeakReference<>(blocker);
        this.type = type;
    }

    /** Takes what a look counted. */
    public void look(long number, long nanos, Instant at, int threads, int onOne, ThreadIdSketch now) {
        noteCrowd();
        if (lastLook != number - 1) {
            looks = 0;
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
            growthBegin = at;
            sharesBefore = lastLook == number - 1 ? SiteShare.scaled(shares, threads) : List.of();
        }
        lastLook = number;
        mostOnOne = onOne;
        int slot = (int) (looks++ % ROW);
        instants[slot] = at;
        times[slot] = nanos;
        counts[slot] = threads;
        ids[slot] = now;
        if (looks > 1 && (threads < threadsBefore(1) || partThatStays(1) < 1 || !now.isWhole())) {
            staysSince = nanos;
        }
    }

    /** Notes whether many threads waited for the pool of the group's main place, at the look before this one. */
    private void noteCrowd() {
        Pools.Pool pool = site().pool();
        if (pool == null || looks == 0 || SiteShare.threadsAt(pool, shares()) < GroupVerdicts.FEW) {
            crowdedLooks = 0;
        } else {
            crowdedLooks = pool.equals(crowded) ? crowdedLooks + 1 : 1;
        }
        crowded = pool;
    }

    /** Looks in a row, up to the one before the last, at which many threads waited for that pool. */
    int looksAt(Pools.Pool pool) {
        return pool.equals(crowded) ? crowdedLooks : 0;
    }

    public long lastLook() {
        return lastLook;
    }

    public Phase phase() {
        return phase;
    }

    /** The object that all of them wait for; null if there are several or none, or if the object was collected. */
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

    /** Looks in a row that found the group. */
    public long looks() {
        return looks;
    }

    /**
     * The time of the first of the last {@link #ROW} looks, or of as many as there are. A busy queue may have been
     * there for hours before it stands still, so the first look that found the group is no begin of anything.
     */
    public Instant begin() {
        return instants[slot((int) Math.min(looks, ROW) - 1)];
    }

    /** The time of the look from which on the group has grown. */
    Instant growthBegin() {
        return growthBegin;
    }

    public int threads() {
        return counts[slot(0)];
    }

    public int mostOnOne() {
        return mostOnOne;
    }

    /** The number of threads {@code looksAgo} looks ago, at most two; 0 before the group existed. */
    public int threadsBefore(int looksAgo) {
        return looks > looksAgo ? counts[slot(looksAgo)] : 0;
    }

    /** The part of the threads of {@code looksAgo} looks ago that is still there, 0 to 1. */
    public double partThatStays(int looksAgo) {
        return looks > looksAgo ? ids[slot(looksAgo)].partIn(ids[slot(0)]) : 0;
    }

    /** Seconds for which all looks found the same threads, and none of these left while they were watched. */
    public double sameSeconds() {
        return looks == 0 ? 0 : (times[slot(0)] - staysSince) / 1e9;
    }

    /** About how many threads were not there at the look before; all of them at the first look. */
    public int arrived() {
        return looks < 2 ? threads() : (int) Math.round((1 - ids[slot(0)].partIn(ids[slot(1)])) * threads());
    }

    /** Seconds between the first and the last of the last {@link #ROW} looks; 0 before there were as many. */
    public double rowSeconds() {
        return looks < ROW ? 0 : (times[slot(0)] - times[slot(ROW - 1)]) / 1e9;
    }

    /** The fewest threads at the last {@link #ROW} looks; 0 before there were as many. */
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
     * Sets how exact the number of threads is.
     *
     * @param of95 95 % of samples would give a number within this many of the true one; 0 if all threads were counted
     */
    public void within(int of95) {
        margin = of95;
    }

    /** Whether the number of threads is extrapolated. */
    public boolean isEstimate() {
        return margin > 0;
    }

    /** The place where most of them wait. */
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

    /** The place that grew most since the group last shrank; null if the samples do not prove that any did. */
    public @Nullable GrownSite grown() {
        return GrownSite.of(growth, sharesBefore, shares());
    }

    /**
     * Whether to read new stacks: the group is new, its threads have changed and may wait elsewhere, the last stacks
     * are old, or only now is what they wait for known to be a lock.
     */
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

    /** The holder of what they wait for; null if no look has searched for it, or none was found. */
    public @Nullable WaitHolder holder() {
        return holder;
    }

    /**
     * Sets the holder.
     *
     * @param found the holder; null if the look did not search for it
     * @param id of that thread, or of one of several; 0 if it is not known
     */
    public void heldBy(@Nullable WaitHolder found, long id, long nanos) {
        if (id != holderId || holder == null) {
            holderId = id;
            holderSince = nanos;
        }
        holder = found == null ? null : found.since(id == 0 || found.thread() == null ? 0 : nanos - holderSince);
    }

    /** The id of the thread that has what they wait for; 0 if that is not known. */
    public long holderId() {
        return holder == null ? 0 : holderId;
    }

    /** How fast threads left the group whenever it was watched. */
    public TurnRate pace() {
        return pace;
    }

    public void moved(GroupProgress seen) {
        pace.watched(seen, times[slot(0)]);
        watchedLook = lastLook;
        // A thread that left and came back between two looks would look as if it had stayed.
        staysSince = seen.moves() || seen.anyGaveUp() ? times[slot(0)] : staysSince;
        if (seen.moves()) {
            head.again(null);
        }
    }

    /**
     * Whether the last look leaves open if the queue takes {@code seconds} or longer: the look did not watch the group;
     * it watched too short a time, and no thread got a turn; or turns were that rare, but the carriers' lack of a
     * processor may explain it.
     */
    boolean isUndecided(double seconds) {
        GroupProgress seen = pace.moved();
        return watchedLook != lastLook || (!pace.isSlow(seconds) && (!seen.moves() || seen.waitSeconds() >= seconds));
    }

    /** The last look did not watch the group, so how fast threads leave it is not known. */
    public void unwatched() {
        pace.again();
        staysSince = times[slot(0)];
    }

    /** Takes the first node of the queue, null if it is not known, and when it was read, as {@link System#nanoTime}. */
    public void head(@Nullable Object wait, long nanos) {
        headSince = head.again(wait) ? headSince : nanos;
    }

    /**
     * Seconds for which each look has found the same thread to be next, and no thread got a turn while they were
     * watched; 0 if the head is not known.
     */
    double sameHeadSeconds() {
        return !head.any() ? 0 : Math.max(0, (times[slot(0)] - headSince) / 1e9);
    }

    /** How often threads get their turn; null if they wait for several objects, or nothing is known. */
    WaitGroup.@Nullable Turns turns() {
        return isOne() ? pace.turns(threads(), sameHeadSeconds(), watchedLook == lastLook) : null;
    }
}
