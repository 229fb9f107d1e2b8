package io.vtmonitor.resources;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.graph.WaitsFor;
import io.vtmonitor.looks.Look;
import io.vtmonitor.looks.LookBudget;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.threads.ChainFacts;
import io.vtmonitor.threads.FrameProofs;
import io.vtmonitor.threads.JdkThreads;
import io.vtmonitor.threads.JoinedThreads;
import io.vtmonitor.threads.LiveGraph;
import io.vtmonitor.threads.Monitors;
import io.vtmonitor.waits.PoolDeadlocks;
import io.vtmonitor.waits.PoolKind;
import io.vtmonitor.waits.Pools;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.Verdicts;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which threads have the resources that pools lend: weaves code into the pools, and looks at them once a
 * second.
 */
public final class ResourceWatch implements PoolDeadlocks {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceWatch.class);
    private static final long INTERVAL = 1_000_000_000;

    private final Instrumentation instrumentation;
    private final InstalledHooks hooks;
    private final Borrowings borrowings;
    private final PoolWeaver weaver;
    private final PoolCycles cycles = new PoolCycles();
    private final Map<PoolBook, PoolView> views = new ConcurrentHashMap<>();
    private final Map<String, String> left = new ConcurrentHashMap<>();

    /** Names of pools of which only the frames are known, so that nothing is woven into them. */
    private final Set<String> unwoven;

    private long looks;
    private @Nullable JdkThreads jdk;
    private boolean jdkOpened;
    private volatile @Nullable Watching watching;
    private volatile @Nullable Limit ended;

    /** What looks need. */
    private record Watching(
            WatchThread thread, Look turns, HolderLook holders, Supplier<FrameProofs> proofs, Verdicts verdicts) {}

    private ResourceWatch(Instrumentation instrumentation, PoolKinds kinds, InstalledHooks hooks) throws IOException {
        this.instrumentation = instrumentation;
        unwoven = kinds.all().stream()
                .filter(kind -> kind.places().isEmpty())
                .map(PoolKind::name)
                .collect(Collectors.toUnmodifiableSet());
        this.hooks = hooks;
        borrowings = new Borrowings(kinds.all());
        weaver = new PoolWeaver(kinds, InstalledHooks.NAME, this::leave, borrowings::beganLate);
    }

    /**
     * Weaves code into classes of pools, those that are loaded and those that will be. What the pools lend from then on
     * is noted.
     *
     * @param javaLang may define classes in {@code java.lang}
     * @throws IOException if our own files can't be read
     * @throws ReflectiveOperationException if the JVM does not let us define a class in {@code java.base}
     */
    public static ResourceWatch weave(Instrumentation instrumentation, Lookup javaLang)
            throws IOException, ReflectiveOperationException {
        ResourceWatch watch = new ResourceWatch(instrumentation, PoolKinds.load(), InstalledHooks.install(javaLang));
        watch.hooks.connect(watch.borrowings);
        instrumentation.addTransformer(watch.weaver, true);
        watch.transformAgain(watch.weaver::isWanted);
        return watch;
    }

    /**
     * Starts the looks.
     *
     * @param thread on which the looks run
     * @param libraries the library from which the class of a name was loaded; null if that is not known
     * @param proofs what class files prove of frames
     * @param listener receives verdicts as {@link Verdicts} reports them, on that thread
     */
    public void start(
            WatchThread thread,
            Function<String, @Nullable Library> libraries,
            Supplier<FrameProofs> proofs,
            Consumer<WaitVerdict> listener) {
        Look turns = new Turns(thread.cost(INTERVAL));
        HolderLook holders = new HolderLook(new SiteReader(Pools.load(), libraries));
        watching = new Watching(thread, turns, holders, proofs, new Verdicts(listener));
        thread.begin(turns, INTERVAL);
    }

    /** Writes waits and loans into recordings, too, from now on. */
    public void record(ResourceRecorder recorder) {
        borrowings.record(recorder);
    }

    private void leave(PoolKind kind, String why) {
        borrowings.leave(kind);
        if (left.putIfAbsent(kind.name(), why) == null) {
            LOG.warn("resources=on: {} is not watched: {}.", kind.name(), why);
        }
    }

    /** Retransforms classes one by one, because the JVM may reject one of them and accept the next. */
    private void transformAgain(Predicate<Class<?>> which) {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (which.test(type) && instrumentation.isModifiableClass(type)) {
                try {
                    instrumentation.retransformClasses(type);
                } catch (Exception | LinkageError | InternalError e) {
                    left.putIfAbsent(type.getName(), "the JVM rejected the change: " + e);
                    LOG.warn("resources=on: {} could not be changed: {}.", type.getName(), String.valueOf(e));
                }
            }
        }
    }

    private final class Turns implements Look {
        private final LookBudget cost;

        Turns(LookBudget cost) {
            this.cost = cost;
        }

        @Override
        public long look() {
            cost.begin();
            ResourceWatch.this.look();
            return cost.end();
        }

        @Override
        public long retryNanos() {
            return 5 * INTERVAL;
        }

        @Override
        public void lost(Throwable failed) {
            end(failed);
        }

        @Override
        public void close() {
            // stop() takes the woven code out again.
        }
    }

    private void end(Throwable failed) {
        try {
            ended = Limit.of(LimitKind.POOLS_LOST, Instant.now().toString(), String.valueOf(failed));
            takeBack();
            LOG.warn("resources=on: stopped: {}. The application continues unchanged.", String.valueOf(failed));
        } catch (Throwable ignored) {
            ended = Limit.of(LimitKind.POOLS_ENDED);
        }
    }

    private void look() {
        Watching now = watching;
        if (now != null) {
            look(now.holders(), now.proofs(), now.verdicts());
        }
    }

    private void look(HolderLook holders, Supplier<FrameProofs> proofs, Verdicts verdicts) {
        Instant at = Instant.now();
        long now = System.nanoTime();
        List<PoolBook> books = borrowings.pools();
        views.keySet().retainAll(books);
        int stacks = HolderLook.MOST_STACKS;
        List<PoolView> seen = new ArrayList<>();
        for (PoolBook book : books) {
            PoolView view = views.computeIfAbsent(book, PoolView::new);
            stacks -= view.look(at, now, holders, borrower -> owner(borrower, proofs.get()), stacks);
            seen.add(view);
        }
        verdicts.look(++looks, at, cycles.judge(seen, at, now, () -> live(seen, null)));
    }

    /**
     * The owner at the end of the chain that begins with what a borrower waits for; null if the chain is a circle, or
     * the owner is not known.
     */
    private @Nullable WaitHolder owner(Thread borrower, FrameProofs proofs) {
        LiveGraph live = live(views.values(), proofs);
        if (live == null) {
            return null;
        }
        live.read(borrower);
        WaitGraph graph = live.graph();
        for (WaitsFor wait : graph.waits()) {
            if (wait.thread().id() == borrower.getId()) {
                LockOwner first = ChainFacts.of(wait.thing(), graph, thread -> doing(live.thread(thread)));
                WaitHolder owner =
                        first.last() == null ? first.holder() : first.last().holder();
                return owner == null || owner.waitsForLock() ? null : owner;
            }
        }
        return null;
    }

    private static WaitOperation doing(Thread owner) {
        return HolderLook.doing(owner, List.of(owner.getStackTrace()));
    }

    /**
     * The threads that may own what a borrower waits for, or whose end it awaits, if a pool waits for itself: those
     * that wait for a pool or have borrowed from one.
     */
    private static List<Thread> threads(Collection<PoolView> views) {
        List<Thread> threads = new ArrayList<>();
        views.forEach(view -> view.book.waits().forEach(wait -> threads.add(wait.thread)));
        for (PoolView view : views) {
            for (Lent lent : view.book.lent()) {
                Thread borrower = lent.borrower().get();
                if (borrower != null) {
                    threads.add(borrower);
                }
            }
        }
        return threads;
    }

    private @Nullable LiveGraph live(Collection<PoolView> views, @Nullable FrameProofs withFrames) {
        JdkThreads opened = jdk();
        if (opened == null) {
            return null;
        }
        Monitors monitors = opened.snapshots() == null ? null : new Monitors(opened.snapshots());
        if (monitors != null) {
            List<Thread> threads = threads(views);
            threads.stream()
                    .filter(thread -> thread.getState() == Thread.State.BLOCKED)
                    .forEach(monitors::entered);
            monitors.findOwners(threads, false);
        }
        JoinedThreads joined = new JoinedThreads(opened, () -> threads(views));
        return new LiveGraph(opened, monitors, joined::of, List::of, withFrames);
    }

    /** The JDK's threads, opened when a pool is first exhausted: most applications never need it. */
    private @Nullable JdkThreads jdk() {
        if (!jdkOpened) {
            jdkOpened = true;
            try {
                jdk = new JdkThreads(JdkInternals.open(instrumentation));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError ignored) {
                // Then pools that wait for themselves are not found on this JDK.
            }
        }
        return jdk;
    }

    @Override
    public boolean suspects(String kind) {
        return ended == null && cycles.suspects(kind);
    }

    @Override
    public boolean cover(String kind, String effect) {
        return ended == null && cycles.cover(kind, effect);
    }

    /** What each pool has lent so far, most waiting threads first. Any thread may call it. */
    public List<ResourcePool> pools() {
        List<ResourcePool> pools = new ArrayList<>();
        for (PoolBook book : borrowings.pools()) {
            PoolView view = views.get(book);
            pools.add((view == null ? new PoolView(book) : view).figures());
        }
        pools.sort(ResourcePool.MOST_WAITING_FIRST);
        return pools;
    }

    /** The verdicts so far, worst first. Any thread may call it. */
    public List<WaitVerdict> verdicts() {
        Watching now = watching;
        return now == null ? List.of() : now.verdicts().all();
    }

    /** Whether all pools were followed before they lent anything. If not, some of what they lent may not count. */
    public boolean sawAllLent() {
        return borrowings.pools().stream().noneMatch(book -> book.late);
    }

    /**
     * The limits of these figures.
     *
     * @param awaited names of the pools that threads waited for
     */
    public List<Limit> limits(Set<String> awaited) {
        List<Limit> limits = new ArrayList<>();
        awaited.stream()
                .filter(unwoven::contains)
                .sorted()
                .forEach(name -> limits.add(
                        Limit.of(LimitKind.POOL_NOT_WATCHED, name, "resources=on doesn't follow what it lends")));
        left.forEach((name, why) -> limits.add(Limit.of(LimitKind.POOL_NOT_WATCHED, name, why)));
        if (!sawAllLent()) {
            limits.add(Limit.of(LimitKind.POOLS_WATCHED_LATE));
        }
        if (borrowings.notFollowed() > 0) {
            limits.add(Limit.of(LimitKind.POOLS_LEFT_OUT, Borrowings.MOST_POOLS));
        }
        for (PoolBook book : borrowings.pools()) {
            if (book.notFollowed() > 0) {
                limits.add(Limit.of(LimitKind.BORROWINGS_LEFT_OUT, book.title, PoolBook.MOST_LENT, book.notFollowed()));
            }
        }
        Limit end = ended;
        if (end != null) {
            limits.add(end);
        }
        return limits;
    }

    /**
     * Waits, at most a second, until the last look is over, and takes the woven code out again. The figures stay
     * available.
     */
    public void stop() {
        Watching now = watching;
        if (now != null) {
            now.thread().end(now.turns());
        }
        takeBack();
    }

    private void takeBack() {
        instrumentation.removeTransformer(weaver);
        hooks.disconnect();
        transformAgain(weaver::isWoven);
        borrowings.record(ResourceRecorder.NONE);
    }
}
