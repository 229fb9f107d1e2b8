package io.vtmonitor.unpin;

import io.vtmonitor.unpin.plan.Hierarchies;
import io.vtmonitor.unpin.plan.LoaderHierarchy;
import io.vtmonitor.unpin.plan.Scope;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Examines the classes whose objects rewritten places lock. The locking thread only notes the place. Our own thread
 * reads the class file. The application's thread must not wait for a lock here: the next owner of one may be a virtual
 * thread that has no carrier.
 */
final class Audit implements BiConsumer<Class<?>, Long> {
    private static final String RUNTIME_CLASSES = "java.lang.VtMonitor";
    private static final String OURS = Audit.class.getPackageName() + ".";
    private static final int MOST_WAITING = 1_024;
    private static final int SECONDS_BETWEEN_LOOKS = 2;
    private static final int MOST_CLASSES = 1_024;
    private static final int MOST_MILLIS_FOR_THE_LAST = 200;

    private final Hierarchies hierarchies;
    private final RewriteStats stats;
    private final Consumer<Class<?>> watch;
    private final ToLongFunction<Class<?>> counted;
    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> others = new ConcurrentLinkedQueue<>();

    /** Of the arrivals, those that are not looked at yet. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread = new Thread(null, this::run, "vt-monitor-unpin-audit", 0, false);

    /** Of classes outside the pattern. */
    private final Map<Class<?>, Met> met = new WeakHashMap<>();

    /** Objects of a class that have been reported, and where the last one was. */
    private record Met(long objects, String place) {}

    private record Arrival(Class<?> type, long count, String place) {}

    /**
     * @param watch asks for every object of a class
     * @param counted how many objects of a class got a lock so far
     */
    Audit(Hierarchies hierarchies, RewriteStats stats, Consumer<Class<?>> watch, ToLongFunction<Class<?>> counted) {
        this.counted = counted;
        this.hierarchies = hierarchies;
        this.stats = stats;
        this.watch = watch;
    }

    void start() {
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    @Override
    public void accept(Class<?> type, Long count) {
        if (type.isArray() || type == Object.class || type == Class.class) {
            return;
        }
        int before = waiting.getAndIncrement();
        if (before >= MOST_WAITING) {
            waiting.decrementAndGet();
            dropped.incrementAndGet();
            return;
        }
        boolean noted = false;
        try {
            noted = arrivals.add(new Arrival(type, count, place()));
        } finally {
            if (!noted) {
                waiting.decrementAndGet();
            }
        }
        if (before == 0) {
            LockSupport.unpark(thread);
        }
    }

    private static String place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith(RUNTIME_CLASSES)
                                && !frame.getClassName().startsWith(OURS))
                        .findFirst()
                        .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
                        .orElse("?"));
    }

    private void run() {
        while (!Thread.interrupted()) {
            try {
                lookAtOthers();
                lookAtAll();
                LockSupport.parkNanos(this, TimeUnit.SECONDS.toNanos(SECONDS_BETWEEN_LOOKS));
            } catch (Throwable e) {
                notLookedAt(e);
            }
        }
    }

    /** Runs something soon on our thread; what that thread puts off itself, at its next look. */
    void later(Runnable look) {
        others.add(look);
        if (!thread.equals(Thread.currentThread())) {
            LockSupport.unpark(thread);
        }
    }

    /** What is added meanwhile has its turn the next time. */
    private void lookAtOthers() {
        for (int left = others.size(); left > 0; left--) {
            Runnable look = others.poll();
            if (look != null) {
                look.run();
            }
        }
    }

    /** The last look ends with an empty queue: who adds to one that is not empty need not wake us. */
    private void lookAtAll() {
        for (Arrival arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            try {
                look(arrival);
            } finally {
                waiting.decrementAndGet();
            }
        }
    }

    private void notLookedAt(Throwable failed) {
        try {
            stats.foreign("a class that could not be examined (" + failed + ")", "?", 1);
        } catch (Throwable ignored) {
            // Without memory even the count is lost; the objects that follow are audited.
        }
    }

    private void look(Arrival arrival) {
        Class<?> type = arrival.type;
        String name = type.getName().replace('.', '/');
        boolean jdk = Scope.isJdk(type.getClassLoader(), type.getModule(), name);
        boolean generated = type.isHidden() || Proxy.isProxyClass(type);
        LoaderHierarchy.Objects objects =
                hierarchies.of(jdk ? null : type.getClassLoader()).objects(name);
        boolean known = hierarchies.of(jdk ? null : type.getClassLoader()).facts(name) != null;
        if (objects.ours() || (jdk && !objects.selfLocking()) || (known && objects.unread())) {
            return; // where something above it can't be read, the places of the class take both
        }
        if (objects.selfLocking() && !generated && known) {
            stats.unsound(
                    type.getName() + " at " + arrival.place + " by the lock; " + objects.why() + ", by the monitor");
        } else {
            watch.accept(type);
            add(type, arrival.place, arrival.count);
        }
    }

    /** Objects that came since the last reported one count for the place of this one. */
    private synchronized void add(Class<?> type, String place, long count) {
        Met before = met.get(type);
        long more = count - (before == null ? 0 : before.objects);
        if (more > 0 && (before != null || met.size() < MOST_CLASSES)) {
            met.put(type, new Met(count, place));
            stats.foreign(name(type), place, more);
        }
    }

    /** Tells of the objects that were counted and not shown, too. */
    void flush() {
        awaitLook();
        long missed = dropped.getAndSet(0);
        if (missed > 0) {
            stats.foreign("not examined, while " + MOST_WAITING + " others waited for it,", "several places", missed);
        }
        addCounted();
    }

    /** Until what came so far is looked at, as long as that takes no longer than people notice. */
    private void awaitLook() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS_FOR_THE_LAST);
        while (thread.isAlive() && (waiting.get() > 0 || !others.isEmpty()) && System.nanoTime() - until < 0) {
            LockSupport.unpark(thread);
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private synchronized void addCounted() {
        for (Map.Entry<Class<?>, Met> one : List.copyOf(met.entrySet())) {
            add(one.getKey(), one.getValue().place, counted.applyAsLong(one.getKey()));
        }
    }

    /** Lambdas and proxies have a number that differs from run to run. */
    private static String name(Class<?> type) {
        return type.isHidden() ? type.getName().replaceAll("/0x.*|/\\d+$", "") : type.getName();
    }
}
