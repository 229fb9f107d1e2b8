package io.vtmonitor.waits.dump;

import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.common.OwnThreads;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.HolderNote.Why;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ThreadMemory;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitFacts.NamedPool;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.waits.Operations;
import io.vtmonitor.waits.OwnerChainEnd;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.SiteShare;
import io.vtmonitor.waits.TrackedGroup;
import io.vtmonitor.waits.Verdicts;
import io.vtmonitor.waits.WaitTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the virtual threads of one JVM waited for, from its thread dumps and heap dumps. */
public final class DumpWaits {
    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    /** The readers of a lock that are named. */
    private static final int MOST_READERS = 3;

    /** From this Java on, heap dumps have the stacks of virtual threads without a carrier that have run. */
    private static final int FIRST_WITH_STACKS_IN_HEAP_DUMPS = 25;

    /** Limits of a dump that do not matter if another dump shows more. */
    private static final Set<LimitKind> SHOWN_BY_OTHER_DUMPS = Set.of(
            LimitKind.DUMPS_OF_MOUNTED_THREADS,
            LimitKind.DUMP_WITHOUT_MOUNTED_THREADS,
            LimitKind.DUMPS_WITHOUT_STATES,
            LimitKind.DUMPS_WITHOUT_HOLDERS,
            LimitKind.DUMP_WITHOUT_FRAMES);

    private final SiteReader sites;
    private final WaitTotals totals = new WaitTotals();
    private final Verdicts verdicts = new Verdicts(verdict -> {});
    private final Map<String, TrackedGroup> tracked = new HashMap<>();
    private final DumpJudge judge;
    private final RequestEvidence.Proofs proofs;
    private final Set<Limit> limits = new LinkedHashSet<>();
    private @Nullable ThreadMemory memory;
    private Map<String, Long> unlistedBefore = Map.of();
    private long looks;
    private int threads;
    private int most;

    private DumpWaits(
            Function<String, @Nullable Library> libraries, RequestEvidence.Proofs proofs, List<ThreadDumpFile> dumps) {
        boolean heap = dumps.get(0).form() == ThreadDumpFile.Form.HEAP;
        judge = new DumpJudge(dumps.size(), heap, proofs);
        this.proofs = proofs;
        sites = new SiteReader(Pools.load(), libraries);
    }

    /**
     * What dumps of one JVM show.
     *
     * @param dumps in any order; at least one
     * @param libraries the library from which the class of a name was loaded; null if that is not known
     * @param proofs what class files show of threads that wait
     */
    public static Waits of(
            List<ThreadDumpFile> dumps, Function<String, @Nullable Library> libraries, RequestEvidence.Proofs proofs) {
        List<Waits> kinds = new ArrayList<>();
        for (List<ThreadDumpFile> like : alike(dumps)) {
            kinds.add(ofLike(like, libraries, proofs));
        }
        Waits all = kinds.get(0);
        for (Waits other : kinds.subList(1, kinds.size())) {
            all = withVerdicts(all, other);
        }
        boolean heaps = dumps.stream().allMatch(dump -> dump.form() == ThreadDumpFile.Form.HEAP);
        return heaps ? all.withLooks(dumps.size()) : all;
    }

    /**
     * Dumps that name objects in the same way, first those that show best how many threads wait and for how long. Each
     * heap dump is separate: the garbage collector moves objects, which changes their addresses.
     */
    private static List<List<ThreadDumpFile>> alike(List<ThreadDumpFile> dumps) {
        List<ThreadDumpFile> written = new ArrayList<>();
        List<ThreadDumpFile> printed = new ArrayList<>();
        List<ThreadDumpFile> heaps = new ArrayList<>();
        for (ThreadDumpFile dump : dumps) {
            switch (dump.form()) {
                case JSON, PLAIN -> written.add(dump);
                case PRINTED -> printed.add(dump);
                case HEAP -> heaps.add(dump);
            }
        }
        List<List<ThreadDumpFile>> kinds = new ArrayList<>();
        heaps.sort(Comparator.comparing(ThreadDumpFile::time).reversed());
        heaps.forEach(heap -> kinds.add(List.of(BorrowedStacks.in(heap, written))));
        boolean showsStates = written.stream().anyMatch(ThreadDumpFile::showsStates);
        kinds.add(showsStates ? 0 : kinds.size(), written);
        kinds.add(printed);
        kinds.removeIf(List::isEmpty);
        return kinds;
    }

    /**
     * Adds to the waits the verdicts that other dumps of the same JVM show. Numbers of threads are not added. Nor are
     * limits of the other dumps that do not matter next to these waits; their other limits are.
     *
     * @param waits the waits of the JVM; may be {@link Waits#NONE}
     * @param others the waits of the other dumps
     */
    public static Waits withVerdicts(Waits waits, Waits others) {
        List<WaitVerdict> own = new ArrayList<>(waits.verdicts());
        own.removeIf(verdict -> others.verdicts().stream().anyMatch(other -> showsMore(other, verdict)));
        Set<Long> reported = new HashSet<>();
        own.forEach(verdict -> reported.addAll(threads(verdict)));
        List<WaitVerdict> verdicts = new ArrayList<>(own);
        for (WaitVerdict other : others.verdicts()) {
            Set<Long> deadlocked = threads(other);
            boolean known = !deadlocked.isEmpty()
                    ? deadlocked.stream().anyMatch(reported::contains)
                    : own.stream().anyMatch(verdict -> isSame(verdict, other) || showsMore(verdict, other));
            if (!known) {
                verdicts.add(other);
            }
        }
        verdicts.sort(WaitVerdict.WORST_FIRST);
        Set<Limit> limits = new LinkedHashSet<>(waits.limits());
        for (Limit other : others.limits()) {
            if (!SHOWN_BY_OTHER_DUMPS.contains(other.kind())) {
                limits.add(other);
            }
        }
        List<ResourcePool> pools = waits.resources().isEmpty() ? others.resources() : waits.resources();
        return waits.with(pools, verdicts, List.copyOf(limits))
                .with(waits.memory() == null ? others.memory() : waits.memory());
    }

    /**
     * Whether a verdict of other dumps shows more: the deadlock of which this one is an effect, or the holder of a lock
     * whose holder these dumps do not show.
     */
    private static boolean showsMore(WaitVerdict other, WaitVerdict verdict) {
        return other.covers().contains(verdict.kind() + " " + verdict.site())
                || (verdict.facts() instanceof WaitFacts.Convoy convoy
                        && !isNamed(convoy.owner().holder())
                        && isNamed(holder(other))
                        && Objects.equals(other.site(), verdict.site()));
    }

    private static @Nullable WaitHolder holder(WaitVerdict verdict) {
        return verdict.facts() instanceof WaitFacts.Convoy convoy
                ? convoy.owner().holder()
                : verdict.facts() instanceof WaitFacts.Abandoned abandoned ? abandoned.holder() : null;
    }

    private static boolean isNamed(@Nullable WaitHolder holder) {
        return holder != null && holder.thread() != null;
    }

    /** Pools that wait for themselves have no site. A verdict on them is the same if it has all pools of the other. */
    private static boolean isSame(WaitVerdict verdict, WaitVerdict other) {
        return verdict.kind() == other.kind()
                && Objects.equals(verdict.site(), other.site())
                && pools(verdict).containsAll(pools(other));
    }

    private static Set<NamedPool> pools(WaitVerdict verdict) {
        return verdict.facts() instanceof WaitFacts.PoolCycle cycle
                ? cycle.pools().stream().map(WaitFacts.LentOut::pool).collect(Collectors.toSet())
                : Set.of();
    }

    private static Set<Long> threads(WaitVerdict verdict) {
        Set<Long> ids = new HashSet<>();
        if (verdict.facts() instanceof WaitFacts.Deadlock deadlock) {
            deadlock.links().forEach(link -> ids.add(link.thread().id()));
        }
        return ids;
    }

    private static Waits ofLike(
            List<ThreadDumpFile> dumps, Function<String, @Nullable Library> libraries, RequestEvidence.Proofs proofs) {
        List<ThreadDumpFile> sorted = new ArrayList<>(dumps);
        sorted.sort(Comparator.comparing(ThreadDumpFile::time));
        DumpWaits waits = new DumpWaits(libraries, proofs, dumps);
        Instant first = sorted.get(0).time();
        for (ThreadDumpFile dump : sorted) {
            waits.look(dump, Duration.between(first, dump.time()).toNanos());
        }
        Limit initializing = InitializersInDumps.of(sorted);
        if (initializing != null) {
            waits.limits.add(initializing);
        }
        Instant last = sorted.get(sorted.size() - 1).time();
        Waits seen = new Waits(
                waits.looks,
                Duration.between(first, last).toNanos(),
                0,
                waits.threads,
                waits.most,
                waits.totals.groups(),
                waits.verdicts.all(),
                List.copyOf(waits.limits));
        List<ResourcePool> pools =
                new ArrayList<>(sorted.get(sorted.size() - 1).edges().pools().values());
        pools.sort(ResourcePool.MOST_WAITING_FIRST);
        return seen.with(waits.totals.timeline())
                .with(pools, seen.verdicts(), seen.limits())
                .with(waits.memory);
    }

    private void look(ThreadDumpFile dump, long nanos) {
        looks++;
        DumpGroups groups = DumpGroups.of(dump, sites, proofs);
        threads = groups.threads();
        most = Math.max(most, threads);
        List<TrackedGroup> now = new ArrayList<>();
        for (DumpGroups.Group group : groups.all()) {
            TrackedGroup one = tracked.computeIfAbsent(
                    group.key(), key -> new TrackedGroup(group.phase(), group.isOne() ? key : null, group.type()));
            one.look(looks, nanos, dump.time(), group.threads(), group.mostOnOne(), group.ids());
            one.sampled(SiteShare.of(group.sites(), group.threads(), group.isOne()));
            WaitHolder holder =
                    group.isOne() ? holder(dump, groups, group, one.site().operation()) : null;
            DumpGroups.Owner owner = holder == null ? null : groups.owner(group.blocker());
            one.heldBy(holder, owner == null ? 0 : owner.thread().tid(), nanos);
            one.lock().lastOwner(holder != null && holder.waitsForLock() ? last(dump, groups, owner) : null);
            now.add(one);
        }
        if (dump.form() == ThreadDumpFile.Form.HEAP) {
            List<ThreadMemory.Stacks> stacks = new ArrayList<>();
            groups.all()
                    .forEach(group -> stacks.addAll(group.stacks(dump.edges().stackBytes())));
            memory = new ThreadMemory(List.of(), dump.edges().locals()).plus(new ThreadMemory(stacks, List.of()));
        }
        unlistedBefore = isComplete(dump) ? groups.unlistedOwners() : Map.of();
        totals.look(nanos, dump.time(), now);
        verdicts.look(looks, dump.time(), judge.judge(groups, now, dump));
        limits(dump, groups, now);
    }

    private @Nullable WaitHolder holder(
            ThreadDumpFile dump, DumpGroups groups, DumpGroups.Group group, WaitOperation operation) {
        if (operation != WaitOperation.LOCK && operation != WaitOperation.MONITOR_ENTER) {
            return null;
        }
        DumpGroups.Owner owner = groups.owner(group.blocker());
        if (owner == null) {
            return operation == WaitOperation.MONITOR_ENTER
                    ? WaitHolder.unknown(HolderNote.of(Why.NOT_SHOWN_IN_DUMP))
                    : noOwner(dump, groups, group.blocker());
        }
        return holder(dump, groups, owner);
    }

    private WaitHolder holder(ThreadDumpFile dump, DumpGroups groups, DumpGroups.Owner owner) {
        DumpedThread thread = owner.thread();
        if (thread.state() == Thread.State.TERMINATED) {
            return WaitHolder.ended(thread.text());
        }
        Phase phase = groups.phases().of(thread);
        boolean sure = dump.form() == ThreadDumpFile.Form.HEAP && !owner.monitor() && owner.ofJdk();
        return new WaitHolder(
                thread.text(),
                sure ? Confidence.EXACT : Confidence.LIKELY,
                owner.depth() < 0 || owner.depth() >= thread.frames().size()
                        ? null
                        : StackFrame.of(thread.frames().get(owner.depth())),
                owner.depth() < 0 ? Confidence.UNKNOWN : Confidence.LIKELY,
                thread.frames().isEmpty() && dump.form() == ThreadDumpFile.Form.HEAP
                        ? withoutStack(thread)
                        : sites.read(phase, thread.frames()).operation(),
                0,
                null,
                SiteReader.frames(thread.frames()));
    }

    /**
     * What a thread without a stack does, by its state, on JDK 21. A thread that is parked without a blocker may read
     * from a socket, also if it is so for a limited time: then it sleeps, or the read has a timeout.
     */
    private static WaitOperation withoutStack(DumpedThread thread) {
        if (thread.awaits().parkBlocker() != null) {
            return Operations.ofSynchronizer(DumpGroups.type(thread.awaits().parkBlocker()));
        }
        if (thread.state() == Thread.State.RUNNABLE) {
            return thread.mounted() ? WaitOperation.RUNNING : WaitOperation.READY;
        }
        return WaitOperation.PARK;
    }

    /**
     * The end of the chain of owners that begins with {@code first}; null if the chain has no further owner, or is a
     * cycle.
     */
    private @Nullable OwnerChainEnd last(ThreadDumpFile dump, DumpGroups groups, DumpGroups.@Nullable Owner first) {
        List<DumpGroups.Owner> chain = new ArrayList<>();
        Set<Long> known = new HashSet<>();
        DumpGroups.Owner next = first;
        while (next != null) {
            if (!known.add(next.thread().tid())) {
                return null;
            }
            chain.add(next);
            next = groups.owner(groups.waitsFor().get(next.thread()));
        }
        if (chain.size() < 2) {
            return null;
        }
        List<Link> links = new ArrayList<>();
        for (int i = 0; i + 1 < chain.size(); i++) {
            links.add(link(chain.get(i).thread(), chain.get(i + 1)));
        }
        return new OwnerChainEnd(
                links,
                holder(dump, groups, chain.get(chain.size() - 1)),
                SiteReader.frames(chain.get(chain.size() - 2).thread().frames()));
    }

    private static Link link(DumpedThread waiter, DumpGroups.Owner owner) {
        DumpedThread next = owner.thread();
        List<StackFrame> frames = SiteReader.frames(next.frames());
        List<StackFrame> waiting = SiteReader.frames(waiter.frames());
        return new Link(
                new Named(waiter.tid(), waiter.name(), !Boolean.FALSE.equals(waiter.virtual())),
                waiting.stream().filter(frame -> !frame.isJdk()).findFirst().orElse(null),
                waiter.awaits().blockedOn() == null ? Thing.Kind.LOCK : Thing.Kind.MONITOR,
                "",
                null,
                new Named(next.tid(), next.name(), !Boolean.FALSE.equals(next.virtual())),
                owner.depth() < 0 || owner.depth() >= frames.size() ? null : frames.get(owner.depth()),
                false,
                false,
                waiting);
    }

    private WaitHolder noOwner(ThreadDumpFile dump, DumpGroups groups, @Nullable String lock) {
        if (groups.isMoving(lock) && dump.form() == ThreadDumpFile.Form.HEAP) { // its owner waits for it itself
            return WaitHolder.unknown(HolderNote.of(Why.OWNER_WAITS, groups.named(lock)));
        }
        String readers = DumpGroups.isReadWrite(lock) ? readers(dump, lock) : "";
        if (!readers.isEmpty()) {
            return WaitHolder.unknown(HolderNote.readersInDump(readers));
        }
        Long unlisted = lock == null ? null : groups.unlistedOwners().get(lock);
        return unlisted == null
                ? WaitHolder.unknown(HolderNote.of(whyNobody(dump, groups, lock)))
                : notListed(dump, unlisted, unlisted.equals(unlistedBefore.get(lock)));
    }

    /** The readers of a lock that a heap dump shows, in words; empty if it shows none. */
    private static String readers(ThreadDumpFile dump, @Nullable String lock) {
        Set<Long> ids = new HashSet<>();
        for (DumpedEdges.Hold hold : dump.edges().holds()) {
            if (hold.how() == Has.How.SHARES && hold.thing().key().equals(lock)) {
                ids.add(hold.tid());
            }
        }
        List<String> readers = dump.threads().stream()
                .filter(thread -> ids.contains(thread.tid()))
                .map(DumpedThread::text)
                .toList();
        int more = readers.size() - MOST_READERS;
        return String.join(", ", readers.subList(0, Math.min(MOST_READERS, readers.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static Why whyNobody(ThreadDumpFile dump, DumpGroups groups, @Nullable String lock) {
        if (groups.isMoving(lock)) {
            return Why.CHANGED_HANDS;
        }
        if (String.valueOf(lock).startsWith(LOCKS + "StampedLock")) {
            return Why.STAMPED_LOCK;
        }
        if (!showsOwners(dump)) {
            return Why.LOCKS_NOT_IN_DUMP;
        }
        boolean counted = dump.form() == ThreadDumpFile.Form.HEAP
                && dump.edges().open().stream().noneMatch(thing -> thing.key().equals(lock));
        return DumpGroups.isReadWrite(lock) && !counted ? Why.NO_WRITER_IN_DUMP : Why.NOBODY_IN_DUMP;
    }

    /**
     * A holder that is not in the dump, and why. A thread that starts while a dump is taken may be missing from it, but
     * not from the next.
     *
     * @param again whether the dump before lacks the thread, too
     */
    private static WaitHolder notListed(ThreadDumpFile dump, long tid, boolean again) {
        if (!isComplete(dump)) {
            return WaitHolder.unknown(HolderNote.of(Why.AMONG_UNLISTED, tid));
        }
        if (dump.form() == ThreadDumpFile.Form.PLAIN) {
            return WaitHolder.unknown(HolderNote.of(Why.UNLISTED_OR_ENDED, tid));
        }
        return again
                ? WaitHolder.likelyEnded(HolderNote.of(Why.NOT_IN_TWO_DUMPS, tid))
                : WaitHolder.unknown(HolderNote.of(Why.NOT_IN_DUMP, tid));
    }

    /** Whether the dump has all threads that it counts. */
    private static boolean isComplete(ThreadDumpFile dump) {
        return dump.damage() == null && dump.unlisted() == 0;
    }

    private static boolean mayHaveVirtualThreads(ThreadDumpFile dump) {
        int feature = JavaVersion.feature(dump.runtimeVersion());
        return feature == 0 || feature >= FIRST_WITH_VIRTUAL_THREADS;
    }

    private static boolean showsOwners(ThreadDumpFile dump) {
        return dump.form() == ThreadDumpFile.Form.HEAP || JavaVersion.feature(dump.runtimeVersion()) >= 26;
    }

    private void limits(ThreadDumpFile dump, DumpGroups groups, List<TrackedGroup> now) {
        if (dump.damage() != null) {
            limits.add(Limit.of(LimitKind.DUMP_DAMAGED, dump.file(), dump.damage()));
        }
        if (dump.unlisted() > 0) {
            limits.add(Limit.of(LimitKind.DUMP_UNLISTED, dump.file(), dump.unlisted()));
        }
        if (dump.form() == ThreadDumpFile.Form.PLAIN && dump.showsStates()) {
            limits.add(Limit.of(LimitKind.DUMPS_WITHOUT_CARRIERS));
        }
        if (!dump.showsStates()) {
            limits.add(Limit.of(LimitKind.DUMPS_WITHOUT_STATES, dump.runtimeVersion()));
        }
        if (!dump.listsUnmounted()) {
            if (groups.threads() == 0 && !mayHaveVirtualThreads(dump)) {
                return;
            }
            limits.add(Limit.of(LimitKind.DUMPS_OF_MOUNTED_THREADS));
            if (groups.threads() == 0) {
                limits.add(Limit.of(LimitKind.DUMP_WITHOUT_MOUNTED_THREADS, dump.file()));
            }
            if (groups.mountedWithoutFrames() > 0) {
                limits.add(Limit.of(LimitKind.DUMPS_WITHOUT_MOUNTED_STACKS, dump.runtimeVersion()));
            }
            return;
        }
        if (dump.form() == ThreadDumpFile.Form.HEAP) {
            limits.add(Limit.of(LimitKind.HEAP_DUMPS_WITHOUT_TIME));
            long bare = dump.threads().stream()
                    .filter(thread -> Boolean.TRUE.equals(thread.virtual())
                            && thread.state() != Thread.State.TERMINATED
                            && thread.frames().isEmpty()
                            && !OwnThreads.isOwn(thread.name()))
                    .count();
            if (bare > 0 && JavaVersion.feature(dump.runtimeVersion()) < FIRST_WITH_STACKS_IN_HEAP_DUMPS) {
                limits.add(Limit.of(LimitKind.HEAP_DUMPS_WITHOUT_STACKS, dump.runtimeVersion(), bare));
            }
            return;
        }
        if (dump.showsStates()) {
            if (!showsOwners(dump) && dump.threads().stream().anyMatch(DumpWaits::waitsForLock)) {
                limits.add(Limit.of(LimitKind.DUMPS_WITHOUT_OWNERS, dump.runtimeVersion()));
            }
            if (now.stream().anyMatch(group -> isHolderHidden(group, showsOwners(dump)))) {
                limits.add(Limit.of(LimitKind.DUMPS_WITHOUT_HOLDERS));
            }
        }
        if (groups.withoutFrames() > 0) {
            limits.add(Limit.of(LimitKind.DUMP_WITHOUT_FRAMES, dump.file(), groups.withoutFrames()));
        }
    }

    private static boolean waitsForLock(DumpedThread thread) {
        String blocker = thread.awaits().parkBlocker();
        return blocker != null && blocker.startsWith(LOCKS);
    }

    /**
     * Whether threads wait for something whose holder a thread dump does not show, or seem to run. A lock without an
     * owner may be held by readers. Dumps that show no owners at all have another limit.
     */
    private static boolean isHolderHidden(TrackedGroup group, boolean showsOwners) {
        return group.shares().stream().anyMatch(share -> switch (share.site().operation()) {
            case LOCK -> showsOwners && group.holder() == null;
            case SEMAPHORE, POOL, LATCH, FUTURE, JOIN, SUBTASKS, CLASS_INIT_WAIT, RUNNING, UNKNOWN -> true;
            default -> false;
        });
    }
}
