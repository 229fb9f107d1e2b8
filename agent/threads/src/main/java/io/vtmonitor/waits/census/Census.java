package io.vtmonitor.waits.census;

import io.vtmonitor.common.OwnThreads;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.threads.ExecutorEnds;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.LiveGraph;
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
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One look at all virtual threads: how many of them wait for what. It costs some 100 ns for each thread, and reads no
 * stack and takes no lock. It refers to threads and blockers of the application, so do not keep it.
 */
final class Census {
    /** Blockers that have a count of their own; threads of further blockers are counted by class. */
    private static final int MOST_BLOCKERS = 1 << 16;

    /** Groups of one blocker that are reported separately, largest first. */
    private static final int MOST_GROUPS = 500;

    /**
     * Platform threads that may own what virtual threads wait for: the most that are kept of those that are parked, and
     * also of those that are not.
     */
    private static final int MOST_PLATFORM = 250;

    /** Threads whose ends are noted, because other threads may join them. */
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
     * @param isKnown whether a blocker had a group of its own at former looks; it keeps that group
     * @param waiting receives the ids of virtual threads that wait for an object
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
        if (blocker == null && OwnThreads.isOwn(thread.getName())) { // our probe of the scheduler
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
            byBlocker.put(blocker, thread); // most blockers have one thread: no group for it saves memory
        } else {
            addByClass(blocker, thread);
        }
    }

    private static void add(Thread thread, Phase phase, Map<Phase, WaiterGroup> to) {
        to.computeIfAbsent(phase, key -> new WaiterGroup(key, null, null)).add(thread);
    }

    /**
     * Notes the object that other threads park for to join this thread. It matters only if they may wait in vain,
     * because this thread waits for what another thread has.
     */
    private void noteEnd(Thread thread, Phase phase, @Nullable Object blocker) {
        boolean waits = phase == Phase.BLOCKED
                || phase == Phase.WAITING
                || phase == Phase.MOUNTED // it may be pinned
                || (phase == Phase.PARKED && blocker != null && canBeHad(blocker));
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

    /** Keeps the largest groups of one blocker and those that are known separately, and counts the rest by class. */
    private void divide() {
        groups.addAll(withoutBlocker.values());
        List<WaiterGroup> shared = new ArrayList<>();
        byBlocker.forEach((blocker, waiting) -> {
            if (waiting instanceof WaiterGroup counted) {
                shared.add(counted);
            } else if (isKnown.test(blocker) || jdk.isAbandoned(blocker)) {
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
            if (i < MOST_GROUPS || shared.get(i).threads() > WaiterGroup.MOST_KEPT) {
                groups.add(shared.get(i)); // a sample of its threads can't be added to those of others
            } else {
                fold(shared.get(i));
            }
        }
        groups.addAll(byClass.values());
    }

    private void fold(WaiterGroup small) {
        WaiterGroup counted = byClass.computeIfAbsent(
                String.valueOf(small.type()), name -> new WaiterGroup(Phase.PARKED, null, name));
        small.all().forEach(counted::add);
        counted.onOne(small.threads());
    }

    /** All groups, in no particular order. Each thread is in exactly one of them. */
    List<WaiterGroup> groups() {
        return groups;
    }

    /** The threads of a phase that have no blocker; null if there are none. */
    @Nullable
    WaiterGroup in(Phase phase) {
        return withoutBlocker.get(phase);
    }

    /** The threads of the default scheduler that are mounted or ready, by that phase; null if there are none. */
    @Nullable
    WaiterGroup onDefaultScheduler(Phase phase) {
        return onDefault.get(phase);
    }

    /**
     * The objects that virtual threads are parked for and that other threads can own, with the number of threads. An
     * object with one waiting thread is left out if its owner does not wait itself: it is in no circle and no chain.
     */
    void awaited(ObjIntConsumer<Object> taker) {
        byBlocker.forEach((blocker, waiting) -> {
            int threads = waiting instanceof WaiterGroup counted ? counted.threads() : 1;
            if (canBeHad(blocker) && (threads > 1 || mayBeInChain(blocker))) {
                taker.accept(blocker, threads);
            }
        });
    }

    /** Virtual threads that are parked until their own executor has terminated, which it does only after they end. */
    void awaitTheirOwnEnd(Consumer<Thread> taker) {
        ExecutorEnds ends = jdk.executorEnds();
        byBlocker.forEach((blocker, waiting) -> {
            if (waiting instanceof WaiterGroup counted) {
                List<Thread> some = ExecutorEnds.mayBe(blocker) ? counted.samples() : List.of();
                some.stream().filter(each -> ends.isOwn(each, blocker)).forEach(taker);
            } else if (ends.isOwn((Thread) waiting, blocker)) {
                taker.accept((Thread) waiting);
            }
        });
    }

    /** Whether other threads can have what threads are parked for: a lock, or a task that they run or have to run. */
    static boolean canBeHad(Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer || isTask(blocker);
    }

    private static boolean isTask(Object blocker) {
        return blocker instanceof FutureTask || LiveGraph.isFuture(blocker);
    }

    private boolean mayBeInChain(Object blocker) {
        if (joined.containsKey(blocker) || Synchronizers.isReadWriteLock(blocker)) {
            return true;
        }
        Thread has = blocker instanceof FutureTask<?> task ? jdk.runner(task) : jdk.owner(blocker);
        if (has == null) {
            return isTask(blocker); // it may be in the queue of an executor
        }
        Phase phase = jdk.isVirtual(has) ? jdk.phase(has) : null;
        return phase == null
                || phase == Phase.PARKED
                || phase == Phase.TIMED_PARKED // a thread that waits for a lock of unpin's waits in slices
                || phase == Phase.BLOCKED
                || phase == Phase.WAITING
                || phase == Phase.MOUNTED;
    }

    /**
     * The virtual thread that threads join which are parked for this object; null if the object is not a thread's end.
     */
    @Nullable
    Thread joined(Object blocker) {
        return joined.get(blocker);
    }

    /** Replaces the group of all threads that wait for monitors by groups of which the monitor is known. */
    void replace(WaiterGroup blocked, List<WaiterGroup> byMonitor) {
        groups.remove(blocked);
        groups.addAll(byMonitor);
    }

    /** Platform threads that are parked for an object, at most {@value #MOST_PLATFORM}. */
    List<Thread> parkedPlatformThreads() {
        return parkedPlatform;
    }

    /**
     * Platform threads: those that are not parked for an object, at most {@value #MOST_PLATFORM}, then those that are.
     */
    List<Thread> platformThreads() {
        List<Thread> all = new ArrayList<>(platform);
        all.addAll(parkedPlatform);
        return all;
    }

    /**
     * Threads that may own what others wait for: those on carriers first, then platform threads, then those of the
     * smallest groups. Virtual threads that wait for a monitor are left out.
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

    /** Whether the census has all threads of the JVM. */
    boolean sawAll() {
        return sawAllPlatform && unlisted == 0;
    }

    /** The number of virtual threads. */
    int threads() {
        return threads;
    }

    /** The number of virtual threads of schedulers other than the default one. */
    int ofOtherSchedulers() {
        return ofOthers;
    }

    /** The number of threads that exist but could not be listed. */
    long unlisted() {
        return unlisted;
    }
}
