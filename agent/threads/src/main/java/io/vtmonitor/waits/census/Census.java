package io.vtmonitor.waits.census;

import io.vtmonitor.common.OwnThreads;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.Synchronizers;
import io.vtmonitor.threads.ThreadList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One look at all virtual threads: how many wait for what. Costs some 100 ns a thread; takes no stack and no lock. It
 * refers to threads and blockers of the application and must not be kept.
 */
final class Census {
    /** Blockers that are counted one by one; threads of further ones are counted by class. */
    private static final int MOST_BLOCKERS = 1 << 16;

    /** Groups of one blocker that are counted one by one, largest first. */
    private static final int MOST_GROUPS = 500;

    /** Platform threads that may own what virtual ones wait for: so many that are parked, and that are not. */
    private static final int MOST_PLATFORM = 250;

    /** Threads that others join. */
    private static final int MOST_JOINED = 10_000;

    private final JdkThreads jdk;
    private final IdentityHashMap<Object, Thread> joined = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Set<Thread>> queues = new IdentityHashMap<>();
    private final Predicate<Object> isKnown;
    private final LongConsumer waiting;
    private final IdentityHashMap<Object, Object> byBlocker = new IdentityHashMap<>();
    private final Map<Phase, WaiterGroup> withoutBlocker = new EnumMap<>(Phase.class);
    private final Map<String, WaiterGroup> byClass = new HashMap<>();
    private final List<WaiterGroup> groups = new ArrayList<>();
    private final List<Thread> platform = new ArrayList<>();
    private final List<Thread> parkedPlatform = new ArrayList<>();
    private boolean sawAllPlatform = true;
    private final Map<Phase, WaiterGroup> onDefault = new EnumMap<>(Phase.class);
    private int threads;
    private int ofOthers;
    private long unlisted;

    /**
     * @param isKnown blockers that had a group of their own before keep it
     * @param waiting takes the ids of virtual threads that wait for an object
     */
    private Census(JdkThreads jdk, Predicate<Object> isKnown, LongConsumer waiting) {
        this.jdk = jdk;
        this.isKnown = isKnown;
        this.waiting = waiting;
    }

    static Census take(JdkThreads jdk, ThreadList list, Predicate<Object> isKnown, LongConsumer waiting) {
        Census census = new Census(jdk, isKnown, waiting);
        census.unlisted = list.forEach(census::add);
        census.queues.clear();
        census.divide();
        return census;
    }

    private void add(Thread thread) {
        if (!jdk.isVirtual(thread)) {
            if (OwnThreads.isOwn(thread.getName())) {
                return;
            }
            List<Thread> same = LockSupport.getBlocker(thread) == null ? platform : parkedPlatform;
            if (same.size() < MOST_PLATFORM) {
                same.add(thread);
            } else {
                sawAllPlatform = false;
            }
            return;
        }
        Phase phase = jdk.phase(thread);
        if (phase == Phase.GONE) {
            return;
        }
        Object blocker = phase == Phase.PARKED || phase == Phase.TIMED_PARKED ? jdk.blocker(thread, queues) : null;
        noteEnd(thread, phase, blocker);
        if (blocker == null && OwnThreads.isOwn(thread.getName())) { // the scheduler's probe
            return;
        }
        threads++;
        if (blocker != null || phase == Phase.BLOCKED) {
            waiting.accept(thread.getId());
        }
        boolean other = jdk.hasOtherScheduler(thread);
        ofOthers += other ? 1 : 0;
        if (blocker == null) {
            add(thread, phase, withoutBlocker);
            if (!other && !phase.waits()) {
                add(thread, phase, onDefault);
            }
            return;
        }
        Object others = byBlocker.get(blocker);
        if (others instanceof WaiterGroup counted) {
            counted.add(thread);
        } else if (others instanceof Thread first) {
            WaiterGroup counted =
                    new WaiterGroup(phase, blocker, blocker.getClass().getName());
            counted.add(first);
            counted.add(thread);
            byBlocker.put(blocker, counted);
        } else if (byBlocker.size() < MOST_BLOCKERS) {
            byBlocker.put(blocker, thread); // most have one thread: no more room for it than that
        } else {
            addByClass(blocker, thread);
        }
    }

    private static void add(Thread thread, Phase phase, Map<Phase, WaiterGroup> to) {
        to.computeIfAbsent(phase, key -> new WaiterGroup(key, null, null)).add(thread);
    }

    /** Its end matters where others may wait for it in vain: if it waits for what others have. */
    private void noteEnd(Thread thread, Phase phase, @Nullable Object blocker) {
        boolean waits = phase == Phase.BLOCKED
                || phase == Phase.WAITING
                || phase == Phase.MOUNTED // pinned, perhaps
                || (phase == Phase.PARKED
                        && (blocker instanceof AbstractOwnableSynchronizer || blocker instanceof FutureTask));
        Object end = waits && joined.size() < MOST_JOINED ? jdk.end(thread) : null;
        if (end != null) {
            joined.put(end, thread);
        }
    }

    private void addByClass(Object blocker, Thread thread) {
        WaiterGroup counted = byClass.computeIfAbsent(
                blocker.getClass().getName(), name -> new WaiterGroup(Phase.PARKED, null, name));
        counted.add(thread);
        counted.onOne(1);
    }

    /** Gives the largest groups and those that are known a place of their own, and counts the rest by class. */
    private void divide() {
        groups.addAll(withoutBlocker.values());
        List<WaiterGroup> shared = new ArrayList<>();
        byBlocker.forEach((blocker, waiting) -> {
            if (waiting instanceof WaiterGroup counted) {
                shared.add(counted);
            } else if (isKnown.test(blocker)) {
                WaiterGroup one = new WaiterGroup(
                        Phase.PARKED, blocker, blocker.getClass().getName());
                one.add((Thread) waiting);
                shared.add(one);
            } else {
                addByClass(blocker, (Thread) waiting);
            }
        });
        shared.sort(Comparator.comparingInt(WaiterGroup::threads).reversed());
        for (int i = 0; i < shared.size(); i++) {
            if (i < MOST_GROUPS) {
                groups.add(shared.get(i));
            } else {
                fold(shared.get(i));
            }
        }
        groups.addAll(byClass.values());
    }

    private void fold(WaiterGroup small) {
        WaiterGroup counted = byClass.computeIfAbsent(
                String.valueOf(small.type()), name -> new WaiterGroup(Phase.PARKED, null, name));
        small.all().forEach(counted::add); // all of them: the largest of these groups has no more than a sample holds
        counted.onOne(small.threads());
    }

    /** Largest last is no promise; each thread is in one of them. */
    List<WaiterGroup> groups() {
        return groups;
    }

    /** What there is of a phase without blocker, null if there is none. */
    @Nullable
    WaiterGroup in(Phase phase) {
        return withoutBlocker.get(phase);
    }

    /** What the default scheduler has of a phase: threads that have a carrier, or could run. Null if there is none. */
    @Nullable
    WaiterGroup onDefaultScheduler(Phase phase) {
        return onDefault.get(phase);
    }

    /**
     * What virtual threads are parked for that others can have, with how many of them. Of an object that one thread
     * waits for only if its owner waits itself: else nobody waits for anybody in a circle or a chain there.
     */
    void awaited(ObjIntConsumer<Object> taker) {
        byBlocker.forEach((blocker, waiting) -> {
            boolean canBeHad = blocker instanceof AbstractOwnableSynchronizer || blocker instanceof FutureTask;
            int threads = waiting instanceof WaiterGroup counted ? counted.threads() : 1;
            if (canBeHad && (threads > 1 || mayBeInChain(blocker))) {
                taker.accept(blocker, threads);
            }
        });
    }

    private boolean mayBeInChain(Object blocker) {
        if (joined.containsKey(blocker) || Synchronizers.isReadWriteLock(blocker)) {
            return true;
        }
        Thread has = blocker instanceof FutureTask<?> task ? jdk.runner(task) : jdk.owner(blocker);
        if (has == null) {
            return blocker instanceof FutureTask; // which may be in the queue of an executor
        }
        Phase phase = jdk.isVirtual(has) ? jdk.phase(has) : null;
        return phase == null
                || phase == Phase.PARKED
                || phase == Phase.TIMED_PARKED // who waits for a rewritten lock does so in slices
                || phase == Phase.BLOCKED
                || phase == Phase.WAITING
                || phase == Phase.MOUNTED;
    }

    /** The virtual thread for whose end threads are parked that are parked for this; null if it is something else. */
    @Nullable
    Thread joined(Object blocker) {
        return joined.get(blocker);
    }

    /** Puts those whose monitors are known in place of those of which it is only known that they wait for one. */
    void replace(WaiterGroup blocked, List<WaiterGroup> byMonitor) {
        groups.remove(blocked);
        groups.addAll(byMonitor);
    }

    /** Those of the platform threads that this has which are parked for something. */
    List<Thread> parkedPlatformThreads() {
        return parkedPlatform;
    }

    /** The first of them, those that are not parked before those that are. */
    List<Thread> platformThreads() {
        List<Thread> all = new ArrayList<>(platform);
        all.addAll(parkedPlatform);
        return all;
    }

    /**
     * Threads that may have what others wait for: those on carriers first, then platform threads, then those of small
     * groups. Who waits for a monitor is not among them.
     */
    List<Thread> likelyOwners() {
        List<Thread> candidates = new ArrayList<>();
        WaiterGroup mounted = in(Phase.MOUNTED);
        if (mounted != null) {
            candidates.addAll(mounted.samples());
        }
        candidates.addAll(platformThreads());
        groups.stream()
                .filter(group -> group.phase() != Phase.BLOCKED && group.phase() != Phase.MOUNTED)
                .sorted(Comparator.comparingInt(WaiterGroup::threads))
                .forEach(group -> candidates.addAll(group.samples()));
        return candidates;
    }

    /** Whether there are no other threads than those that this has. */
    boolean sawAll() {
        return sawAllPlatform && unlisted == 0;
    }

    /** Virtual threads that were counted. */
    int threads() {
        return threads;
    }

    /** Of those counted, the threads of other schedulers than the default one. */
    int ofOtherSchedulers() {
        return ofOthers;
    }

    /** Threads that exist and could not be counted. */
    long unlisted() {
        return unlisted;
    }
}
