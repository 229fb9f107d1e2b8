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

/** The virtual threads of one dump by what they wait for, and who has that. */
final class DumpGroups {
    private static final String WRITE_LOCK = "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock";

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Owner> owners = new HashMap<>();
    private final Set<String> moving = new HashSet<>();
    private final Map<String, Long> named = new HashMap<>();
    private final IdentityHashMap<DumpedThread, String> waitsFor = new IdentityHashMap<>();
    private int threads;
    private int withoutFrames;
    private int mountedWithoutFrames;

    private final RequestEvidence.Proofs proofs;

    private DumpGroups(RequestEvidence.Proofs proofs) {
        this.proofs = proofs;
    }

    /**
     * Who has a thing.
     *
     * @param thread the thread
     * @param depth of the frame that owns it; -1 if that is not known
     * @param monitor whether it is a monitor, which the dump itself shows
     * @param ofJdk whether nobody else can release it
     */
    record Owner(DumpedThread thread, int depth, boolean monitor, boolean ofJdk) {}

    /** Threads that wait for one thing, or in one way for things of one class. */
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

        /** The members that have chunks of stacks, by where they wait. */
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
        DumpGroups found = new DumpGroups(proofs);
        Map<Long, DumpedThread> byTid = new HashMap<>();
        dump.threads().forEach(thread -> byTid.put(thread.tid(), thread));
        for (DumpedThread thread : dump.threads()) {
            found.add(thread, dump, sites, byTid);
        }
        for (DumpedThread thread : dump.threads()) {
            found.owns(thread, byTid);
        }
        found.foldSingles();
        return found;
    }

    private void add(DumpedThread thread, ThreadDumpFile dump, SiteReader sites, Map<Long, DumpedThread> byTid) {
        if (thread.virtual() == null) {
            withoutFrames++;
            return;
        }
        String thing = thing(thread);
        if (thing != null && thread.state() != Thread.State.TIMED_WAITING) {
            waitsFor.put(thread, thing);
        }
        Phase phase = DumpedPhases.of(thread, dump);
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

    /** Where the subtask waits that a thread has forked first; null of a thread that waits for no subtasks. */
    private static @Nullable WaitSite subtask(
            DumpedThread parent, ThreadDumpFile dump, SiteReader sites, Map<Long, DumpedThread> byTid) {
        DumpedEdges.Scope scope = dump.edges().scopes().get(parent.tid());
        DumpedThread first = scope == null || !TaskScopes.isJoin(parent.frames())
                ? null
                : byTid.get(Collections.min(scope.subtasks()));
        return first == null || first.frames().isEmpty()
                ? null
                : site(first, DumpedPhases.of(first, dump), thing(first), sites);
    }

    /** Who awaited a condition long enough waits for its lock. One of the application's that has an owner is a lock. */
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

    /** What it waits for that others can have; for {@code Object.wait} nobody has it. */
    private static @Nullable String thing(DumpedThread thread) {
        return thread.awaits().blockedOn() != null
                ? thread.awaits().blockedOn()
                : thread.awaits().parkBlocker();
    }

    /** Dumps name objects by class and hash. */
    static String type(String object) {
        int at = object.lastIndexOf('@');
        return at < 0 ? object : object.substring(0, at);
    }

    /** JDK-8361926: a thread that waits for a monitor can be shown as its owner. */
    private void owns(DumpedThread thread, Map<Long, DumpedThread> byTid) {
        thread.owned()
                .forEach((depth, locks) -> locks.forEach(lock -> {
                    if (!lock.equals(thread.awaits().blockedOn())
                            && !lock.equals(thread.awaits().waitingOn())) {
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
                    byTid.get(thread.awaits().parkBlockerOwner()));
        }
    }

    /** Threads are dumped one after the other: each waiter shows who owned the lock at that moment. */
    private void owned(String lock, long tid, @Nullable DumpedThread owner) {
        Long before = named.putIfAbsent(lock, tid);
        boolean waitsAgain = owner != null && lock.equals(owner.awaits().parkBlocker()); // by the time it was dumped
        if (waitsAgain || (before != null && before != tid)) {
            moving.add(lock);
        } else if (owner != null) {
            owners.computeIfAbsent(lock, key -> new Owner(owner, took(owner), false, isOfJdk(lock)));
        }
    }

    /** What an application synchronizes by, others than its owner may release. */
    private static boolean isOfJdk(String lock) {
        return lock.startsWith("java.util.concurrent.");
    }

    /** Several frames may have taken a lock: then it is not known which of them took this one. */
    private int took(DumpedThread owner) {
        List<Integer> depths = proofs.tookLock(owner.frames());
        return depths.size() == 1 ? depths.get(0) : -1;
    }

    /** Whether it changed hands while the dump was taken. */
    boolean isMoving(@Nullable String lock) {
        return lock != null && moving.contains(lock);
    }

    /** The owners that waiters name and the dump does not list, by their locks. */
    Map<String, Long> unlistedOwners() {
        Map<String, Long> found = new HashMap<>(named);
        found.keySet().removeIf(lock -> isMoving(lock) || owners.containsKey(lock));
        return found;
    }

    /** Most wait for something of their own that nobody has: those are counted by class. */
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

    /** The ids of all that wait for it. */
    Set<Long> waitFor(@Nullable String thing) {
        Group group = groups.get(thing);
        return group == null
                ? Set.of()
                : group.members.stream().map(DumpedThread::tid).collect(Collectors.toSet());
    }

    /**
     * Whether one of the threads that wait for a lock wants to write what others read: it may be one of those readers,
     * which no dump shows.
     */
    boolean mayWaitForItself(@Nullable String lock) {
        Group group = groups.get(lock);
        return group != null
                && group.members.stream()
                        .flatMap(thread -> thread.frames().stream())
                        .anyMatch(frame -> frame.getClassName().equals(WRITE_LOCK));
    }

    @Nullable
    Owner owner(@Nullable String thing) {
        return thing == null || isMoving(thing) ? null : owners.get(thing);
    }

    /** Who has what, without what changed hands while the dump was taken. */
    Map<String, Owner> owned() {
        Map<String, Owner> all = new HashMap<>(owners);
        all.keySet().removeIf(this::isMoving);
        return all;
    }

    /** What each thread waits for without a time limit. */
    IdentityHashMap<DumpedThread, String> waitsFor() {
        return waitsFor;
    }

    int threads() {
        return threads;
    }

    int withoutFrames() {
        return withoutFrames;
    }

    /** Virtual threads that have a carrier, and whose stacks are not shown. */
    int mountedWithoutFrames() {
        return mountedWithoutFrames;
    }
}
