package io.vtmonitor.waits.dump;

import io.vtmonitor.common.OwnThreads;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.ThreadMemory;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.threads.TaskScopes;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.ThreadIdSketch;
import io.vtmonitor.waits.WaitSite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The virtual threads of one dump by what they wait for, and the owners of that. */
final class DumpGroups {
    private static final String READ_WRITE = "java.util.concurrent.locks.ReentrantReadWriteLock";

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Owner> owners = new HashMap<>();
    private final Set<String> moving = new HashSet<>();
    private final Map<String, Long> named = new HashMap<>();
    private final IdentityHashMap<DumpedThread, String> waitsFor = new IdentityHashMap<>();
    private int threads;
    private int withoutFrames;
    private int mountedWithoutFrames;

    private final DumpedPhases phases;
    private final RequestEvidence.Proofs proofs;

    private DumpGroups(DumpedPhases phases, RequestEvidence.Proofs proofs) {
        this.phases = phases;
        this.proofs = proofs;
    }

    /**
     * The owner of a lock or a monitor.
     *
     * @param thread the thread
     * @param depth of the frame that owns it; -1 if that is not known
     * @param monitor whether the thing is a monitor
     * @param ofJdk whether it is a lock of {@code java.util.concurrent}, which only its owner can release
     */
    record Owner(DumpedThread thread, int depth, boolean monitor, boolean ofJdk) {}

    /** Threads that wait for one thing, or in the same way for things of one class. */
    static final class Group {
        private final String key;
        private final Phase phase;
        private final @Nullable String blocker;
        private final @Nullable String type;
        private final ThreadIdSketch ids = new ThreadIdSketch();
        private final List<WaitSite> sites = new ArrayList<>();
        private final List<DumpedThread> members = new ArrayList<>();
        private int mostOnOne;

        private Group(String key, Phase phase, @Nullable String blocker, @Nullable String type) {
            this.key = key;
            this.phase = phase;
            this.blocker = blocker;
            this.type = type;
        }

        private void add(DumpedThread thread, WaitSite site) {
            members.add(thread);
            ids.add(thread.tid());
            sites.add(site);
        }

        String key() {
            return key;
        }

        Phase phase() {
            return phase;
        }

        @Nullable
        String blocker() {
            return blocker;
        }

        @Nullable
        String type() {
            return type;
        }

        boolean isOne() {
            return blocker != null;
        }

        ThreadIdSketch ids() {
            return ids;
        }

        List<WaitSite> sites() {
            return sites;
        }

        int threads() {
            return members.size();
        }

        /** The memory of the members' stacks, by the place where they wait. */
        List<ThreadMemory.Stacks> stacks(Map<Long, Long> bytes) {
            Map<WaitSite, long[]> byPlace = new LinkedHashMap<>();
            for (int i = 0; i < members.size(); i++) {
                Long own = bytes.get(members.get(i).tid());
                if (own != null) {
                    long[] sum = byPlace.computeIfAbsent(sites.get(i).place(), place -> new long[2]);
                    sum[0]++;
                    sum[1] += own;
                }
            }
            List<ThreadMemory.Stacks> all = new ArrayList<>();
            byPlace.forEach((place, sum) ->
                    all.add(new ThreadMemory.Stacks(place.operation(), type, place.site(), sum[0], sum[1])));
            return all;
        }

        int mostOnOne() {
            return isOne() ? threads() : mostOnOne;
        }
    }

    static DumpGroups of(ThreadDumpFile dump, SiteReader sites, RequestEvidence.Proofs proofs) {
        DumpGroups found = new DumpGroups(new DumpedPhases(dump), proofs);
        Map<Long, DumpedThread> byTid = new HashMap<>();
        dump.threads().forEach(thread -> byTid.put(thread.tid(), thread));
        for (DumpedThread thread : dump.threads()) {
            found.add(thread, dump, sites, byTid);
        }
        for (DumpedThread thread : dump.threads()) {
            found.owns(thread, byTid, dump.form() == ThreadDumpFile.Form.HEAP);
        }
        found.foldSingles();
        return found;
    }

    private void add(DumpedThread thread, ThreadDumpFile dump, SiteReader sites, Map<Long, DumpedThread> byTid) {
        boolean showsNothing = thread.state() == null && thread.frames().isEmpty();
        if (thread.virtual() == null || (showsNothing && thread.virtual())) {
            withoutFrames++;
            return;
        }
        String thing = thing(thread);
        if (thing != null && thread.state() != Thread.State.TIMED_WAITING) {
            waitsFor.put(thread, thing);
        }
        Phase phase = phases.of(thread);
        if (!thread.virtual() || phase == Phase.GONE || OwnThreads.isOwn(thread.name())) {
            return;
        }
        threads++;
        if (thread.frames().isEmpty() && thread.mounted()) {
            mountedWithoutFrames++;
            return;
        }
        String key = thing == null ? phase.toString() : thing;
        groups.computeIfAbsent(key, name -> new Group(name, phase, thing, thing == null ? null : type(thing)))
                .add(thread, site(thread, phase, thing, sites).awaiting(subtask(thread, dump, sites, byTid)));
    }

    /** Where the first subtask that a thread has forked waits; null if the thread waits for no subtasks. */
    private @Nullable WaitSite subtask(
            DumpedThread parent, ThreadDumpFile dump, SiteReader sites, Map<Long, DumpedThread> byTid) {
        DumpedEdges.Scope scope = dump.edges().scopes().get(parent.tid());
        DumpedThread first = scope == null || !TaskScopes.isJoin(parent.frames())
                ? null
                : byTid.get(Collections.min(scope.subtasks()));
        return first == null || first.frames().isEmpty() ? null : site(first, phases.of(first), thing(first), sites);
    }

    /**
     * The place where a thread waits. A thread whose wait for a condition is over waits for the condition's lock. A
     * synchronizer of the application that has an owner is a lock.
     */
    private static WaitSite site(DumpedThread thread, Phase phase, @Nullable String thing, SiteReader sites) {
        if (thing != null
                && thread.awaits().blockedOn() == null
                && thing.startsWith("java.util.concurrent.locks.Reentrant")) {
            return sites.read(WaitOperation.LOCK, thread.frames());
        }
        if (thing != null
                && thread.awaits().parkBlockerOwner() > 0
                && Operations.of(phase, thread.frames()) == WaitOperation.PARK
                && Operations.mayWantAlone(thread.frames())) {
            return sites.readLock(thread.frames(), type(thing));
        }
        if (thing != null && thread.frames().isEmpty()) {
            return sites.read(Operations.ofSynchronizer(type(thing)), thread.frames());
        }
        return sites.read(phase, thread.frames());
    }

    /**
     * The object that a thread waits for and that another thread may have. The object of {@code Object.wait} is none:
     * no thread has it.
     */
    private static @Nullable String thing(DumpedThread thread) {
        return thread.awaits().blockedOn() != null
                ? thread.awaits().blockedOn()
                : thread.awaits().parkBlocker();
    }

    /** The class of an object, which dumps name as {@code class@hash}. */
    static String type(String object) {
        int at = object.lastIndexOf('@');
        return at < 0 ? object : object.substring(0, at);
    }

    /** Adds what a thread owns. JDK-8361926: a dump may show a thread that waits for a monitor as its owner. */
    private void owns(DumpedThread thread, Map<Long, DumpedThread> byTid, boolean heap) {
        thread.owned()
                .forEach((depth, locks) -> locks.forEach(lock -> {
                    if (thread.hasNotLeft(lock)) {
                        owners.merge(
                                lock,
                                new Owner(thread, depth, depth >= 0, isOfJdk(lock)),
                                (one, other) -> one.depth() >= other.depth() ? one : other);
                    }
                }));
        String lock = thread.awaits().parkBlocker();
        if (lock != null && thread.awaits().parkBlockerOwner() > 0) {
            owned(
                    lock,
                    thread.awaits().parkBlockerOwner(),
                    byTid.get(thread.awaits().parkBlockerOwner()),
                    heap && isReadWrite(lock));
        }
    }

    /**
     * Adds the owner that a waiting thread names. Threads are dumped one after the other, so each names the owner at
     * its own moment. If owners differ, the lock has changed hands meanwhile. A heap dump shows one moment: an owner
     * that waits again there wants a lock of the application twice, which another thread may release.
     *
     * @param mayRead whether the owner may be a reader that wants to write, which nobody else can release
     */
    private void owned(String lock, long tid, @Nullable DumpedThread owner, boolean mayRead) {
        Long before = named.putIfAbsent(lock, tid);
        boolean waitsAgain =
                owner != null && !mayRead && lock.equals(owner.awaits().parkBlocker()); // when it was dumped itself
        if (waitsAgain || (before != null && before != tid)) {
            moving.add(lock);
        } else if (owner != null) {
            owners.computeIfAbsent(lock, key -> new Owner(owner, took(owner), false, isOfJdk(lock)));
        }
    }

    static boolean isReadWrite(@Nullable String lock) {
        return lock != null && lock.startsWith(READ_WRITE + "$");
    }

    /** Whether only its owner can release a lock. In a synchronizer of the application, other threads may do so. */
    private static boolean isOfJdk(String lock) {
        return lock.startsWith("java.util.concurrent.");
    }

    /**
     * The depth of the frame that took the lock; -1 if it is not known. If several frames took locks, it is not known
     * which of them took this one.
     */
    private int took(DumpedThread owner) {
        List<Integer> depths = proofs.tookLock(owner.frames());
        return depths.size() == 1 ? depths.get(0) : -1;
    }

    /** Whether a lock changed hands while the dump was taken; in a heap dump, whether its owner waits for it. */
    boolean isMoving(@Nullable String lock) {
        return lock != null && moving.contains(lock);
    }

    /** The id of the owner that a thread which waits for a lock names; 0 if none does. */
    long named(@Nullable String lock) {
        return lock == null ? 0 : named.getOrDefault(lock, 0L);
    }

    /** The ids of owners that waiting threads name and the dump does not list, by lock. */
    Map<String, Long> unlistedOwners() {
        Map<String, Long> found = new HashMap<>(named);
        found.keySet().removeIf(lock -> isMoving(lock) || owners.containsKey(lock));
        return found;
    }

    /** Counts by class the threads that wait alone for an object that no thread has. Most threads do. */
    private void foldSingles() {
        Map<String, Group> byClass = new LinkedHashMap<>();
        Map<String, Long> unlisted = unlistedOwners();
        groups.values().removeIf(group -> {
            String key = group.key();
            if (!group.isOne() || group.threads() > 1 || owner(key) != null || unlisted.containsKey(key)) {
                return false;
            }
            Group folded = byClass.computeIfAbsent(
                    group.phase() + " " + group.type(), name -> new Group(name, group.phase(), null, group.type()));
            folded.add(group.members.get(0), group.sites.get(0));
            folded.mostOnOne = 1;
            return true;
        });
        groups.putAll(byClass);
    }

    Collection<Group> all() {
        return groups.values();
    }

    /** The ids of all threads that wait for a thing. */
    Set<Long> waitFor(@Nullable String thing) {
        Group group = groups.get(thing);
        return group == null
                ? Set.of()
                : group.members.stream().map(DumpedThread::tid).collect(Collectors.toSet());
    }

    /**
     * Whether one of the threads that wait for a lock wants the write lock of a read-write lock. It may be itself one
     * of the readers that it waits for, which no dump shows.
     */
    boolean mayWaitForItself(@Nullable String lock) {
        Group group = groups.get(lock);
        return group != null
                && group.members.stream()
                        .flatMap(thread -> thread.frames().stream())
                        .anyMatch(frame -> frame.getClassName().equals(READ_WRITE + "$WriteLock"));
    }

    @Nullable
    Owner owner(@Nullable String thing) {
        return thing == null || isMoving(thing) ? null : owners.get(thing);
    }

    /** The owners, by lock or monitor, without those of locks that {@linkplain #isMoving move}. */
    Map<String, Owner> owned() {
        Map<String, Owner> all = new HashMap<>(owners);
        all.keySet().removeIf(this::isMoving);
        return all;
    }

    /** What each thread waits for without a time limit. */
    IdentityHashMap<DumpedThread, String> waitsFor() {
        return waitsFor;
    }

    /** The phases of the threads of this dump. */
    DumpedPhases phases() {
        return phases;
    }

    int threads() {
        return threads;
    }

    int withoutFrames() {
        return withoutFrames;
    }

    /** The number of virtual threads that have a carrier but no stack in the dump. */
    int mountedWithoutFrames() {
        return mountedWithoutFrames;
    }
}
