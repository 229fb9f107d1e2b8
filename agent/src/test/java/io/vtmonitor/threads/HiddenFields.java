package io.vtmonitor.threads;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.graph.WaitGraph;
import java.lang.instrument.Instrumentation;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Brings about deadlocks of each kind, and reads them with all fields of the JDK, and with each of these fields hidden
 * in turn. Prints the circles that are found, what is missing, and what each hidden field took away.
 */
public final class HiddenFields {
    private static @Nullable Instrumentation instrumentation;

    private static final List<Thread> THREADS = new CopyOnWriteArrayList<>();
    private static final CountDownLatch BOTH = new CountDownLatch(2);
    private static final CountDownLatch READ = new CountDownLatch(2);
    private static final ReentrantLock FIRST = new ReentrantLock();
    private static final ReentrantLock SECOND = new ReentrantLock();
    private static final ReentrantLock JOINED = new ReentrantLock();
    private static final ReentrantReadWriteLock SHARED = new ReentrantReadWriteLock();

    private HiddenFields() {}

    public static void premain(String ignored, Instrumentation given) {
        instrumentation = given;
    }

    /** May wait for ever. */
    private interface Body {
        void run() throws Exception;
    }

    private static Thread virtual(String name, Body body) {
        Thread thread = Thread.ofVirtual().name(name).start(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        THREADS.add(thread);
        return thread;
    }

    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void crossed(String name, ReentrantLock mine, ReentrantLock other) {
        virtual(name, () -> {
            mine.lock();
            BOTH.countDown();
            BOTH.await();
            other.lock();
        });
    }

    public static void main(String[] args) throws Exception {
        crossed("one", FIRST, SECOND);
        crossed("two", SECOND, FIRST);
        virtual("join", () -> {
            JOINED.lock();
            Thread joined = virtual("joined", JOINED::lock);
            joined.join();
        });
        for (String name : List.of("upgrade-1", "upgrade-2")) {
            virtual(name, () -> {
                SHARED.readLock().lock();
                READ.countDown();
                READ.await();
                SHARED.writeLock().lock();
            });
        }
        waitsForItself(new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, new ArrayBlockingQueue<>(9), named("array")));
        waitsForItself(new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingDeque<>(), named("deque")));
        waitsForItself(new ScheduledThreadPoolExecutor(1, named("scheduled")));
        waitsForItself(new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.DAYS, new ArrayBlockingQueue<>(9), HiddenFields::virtualWorker));
        waitsForItself(
                new ThreadPoolExecutor(1, 2, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>(), named("never-full")));
        waitsForItself(new ThreadPoolExecutor(1, 2, 1, TimeUnit.DAYS, new ArrayBlockingQueue<>(9), named("elastic")));
        ExecutorService executor = executor("worker");
        Future<?> own = executor.submit(() -> executor.submit(() -> "never").get());
        virtual("request", own::get);
        ExecutorService async = executor("async-worker");
        CompletableFuture.runAsync(
                () -> CompletableFuture.supplyAsync(() -> "never", async).join(), async);
        BOTH.await();
        List.copyOf(THREADS).forEach(HiddenFields::awaitParked);

        Set<String> asked = new TreeSet<>();
        Read all = read(name -> {
            asked.add(name);
            return false;
        });
        System.out.println("circles " + all.circles());
        System.out.println("missing " + all.missing());
        for (String field : asked) {
            Read without = read(field::equals);
            Set<String> lost = new TreeSet<>(all.circles());
            lost.removeAll(without.circles());
            Set<String> invented = new TreeSet<>(threads(without.circles()));
            invented.removeAll(threads(all.circles()));
            System.out.println("without " + field + ": lost " + lost + ", invented " + invented + ", missing "
                    + without.missing());
        }
        System.out.println("done");
    }

    private static void waitsForItself(ExecutorService executor) {
        executor.submit(() -> executor.submit(() -> "never").get());
    }

    private static ExecutorService executor(String name) {
        return Executors.newFixedThreadPool(1, named(name));
    }

    private static Thread virtualWorker(Runnable task) {
        Thread worker = Thread.ofVirtual().name("virtual").unstarted(task);
        THREADS.add(worker);
        return worker;
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread worker = new Thread(task, name);
            worker.setDaemon(true);
            THREADS.add(worker);
            return worker;
        };
    }

    private static Set<String> threads(Set<String> circles) {
        Set<String> threads = new TreeSet<>();
        circles.forEach(circle -> threads.addAll(List.of(circle.split("\\+"))));
        return threads;
    }

    private record Read(Set<String> circles, List<String> missing) {}

    private static Read read(Predicate<String> hidden) throws ReflectiveOperationException {
        if (instrumentation == null) {
            throw new IllegalStateException("this is no agent");
        }
        JdkThreads jdk = new JdkThreads(JdkInternals.open(instrumentation), hidden);
        IdentityHashMap<Object, Thread> ends = new IdentityHashMap<>();
        THREADS.forEach(thread -> {
            Object end = jdk.end(thread);
            if (end != null) {
                ends.put(end, thread);
            }
        });
        Monitors monitors = jdk.snapshots() == null ? null : new Monitors(jdk.snapshots());
        LiveGraph live = new LiveGraph(jdk, monitors, ends::get, () -> THREADS, null);
        THREADS.forEach(live::read);
        Set<String> circles = new TreeSet<>();
        if (jdk.showsStates()) {
            WaitGraph graph = live.graph();
            for (Set<ThreadView> circle : graph.circles()) {
                circles.add(String.join(
                        "+", new TreeSet<>(circle.stream().map(ThreadView::name).toList())));
            }
        }
        return new Read(circles, jdk.missing());
    }
}
