package io.vtmonitor.unpin;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Looks at the classes whose objects rewritten places lock. It is told on the thread that locks and does there no more than
 * note the place; the class file is read on a thread of ours, which looks for deadlocks as well.
 */
final class Audit implements BiConsumer<Class<?>, Long> {
    private static final String DOOR = "java.lang.VtMonitor";
    private static final String OURS = Audit.class.getPackageName() + ".";
    private static final int MOST_WAITING = 1_024;
    private static final int SECONDS_BETWEEN_LOOKS = 2;
    private static final int MOST_CLASSES = 1_024;

    private final Hierarchies hierarchies;
    private final Ledger ledger;
    private final Consumer<Class<?>> watch;
    private final ToLongFunction<Class<?>> counted;
    private final Deadlocks deadlocks;
    private final BlockingQueue<Arrival> arrivals = new ArrayBlockingQueue<>(MOST_WAITING);

    /** Of classes outside the pattern. */
    private final Map<Class<?>, Met> met = new WeakHashMap<>();

    /** Objects of a class that have been told of, and where the last one was. */
    private record Met(long objects, String place) {}

    private record Arrival(Class<?> type, long count, String place) {}

    /**
     * @param watch asks for every object of a class
     * @param counted how many objects of a class got a lock so far
     */
    Audit(
            Hierarchies hierarchies,
            Ledger ledger,
            Consumer<Class<?>> watch,
            ToLongFunction<Class<?>> counted,
            Deadlocks deadlocks) {
        this.counted = counted;
        this.deadlocks = deadlocks;
        this.hierarchies = hierarchies;
        this.ledger = ledger;
        this.watch = watch;
    }

    void start() {
        Thread thread = new Thread(null, this::run, "vt-monitor-unpin-audit", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    @Override
    public void accept(Class<?> type, Long count) {
        if (!type.isArray() && type != Object.class && type != Class.class) {
            String place = StackWalker.getInstance()
                    .walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith(DOOR)
                                    && !frame.getClassName().startsWith(OURS))
                            .findFirst()
                            .map(frame ->
                                    frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
                            .orElse("?"));
            arrivals.offer(new Arrival(type, count, place));
        }
    }

    private void run() {
        long looked = System.nanoTime();
        while (true) {
            try {
                Arrival arrival = arrivals.poll(SECONDS_BETWEEN_LOOKS, TimeUnit.SECONDS);
                if (arrival != null) {
                    look(arrival);
                }
                if (System.nanoTime() - looked >= 0) {
                    deadlocks.look().forEach(ledger::deadlock);
                    looked = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_BETWEEN_LOOKS);
                }
            } catch (InterruptedException e) {
                return;
            } catch (Throwable failed) {
                notLookedAt(failed);
            }
        }
    }

    private void notLookedAt(Throwable failed) {
        try {
            ledger.foreign("a class that could not be looked at (" + failed + ")", "?", 1);
        } catch (Throwable noMemoryForTheLine) {
            // The objects that come after it are looked at all the same.
        }
    }

    private void look(Arrival arrival) {
        Class<?> type = arrival.type;
        String name = type.getName().replace('.', '/');
        boolean jdk = Scope.isJdk(type.getClassLoader(), type.getModule(), name);
        boolean generated = type.isHidden() || Proxy.isProxyClass(type);
        Hierarchy.Objects objects =
                hierarchies.of(jdk ? null : type.getClassLoader()).objects(name);
        if (objects.ours() || (jdk && !objects.selfLocking())) {
            return;
        }
        if (objects.selfLocking()
                && !generated
                && hierarchies.of(jdk ? null : type.getClassLoader()).facts(name) != null) {
            ledger.unsound(
                    type.getName() + " at " + arrival.place + " by the lock; " + objects.why() + ", by the monitor");
        } else {
            watch.accept(type);
            add(type, arrival.place, arrival.count);
        }
    }

    /** Objects that came since the last one that was told of count for the place of this one. */
    private synchronized void add(Class<?> type, String place, long count) {
        Met before = met.get(type);
        long more = count - (before == null ? 0 : before.objects);
        if (more > 0 && (before != null || met.size() < MOST_CLASSES)) {
            met.put(type, new Met(count, place));
            ledger.foreign(name(type), place, more);
        }
    }

    /** Tells of the objects that were counted and not shown, too. */
    synchronized void flush() {
        for (Map.Entry<Class<?>, Met> one : List.copyOf(met.entrySet())) {
            add(one.getKey(), one.getValue().place, counted.applyAsLong(one.getKey()));
        }
    }

    /** Lambdas and proxies have a number that differs from run to run. */
    private static String name(Class<?> type) {
        return type.isHidden() ? type.getName().replaceAll("/0x.*|/\\d+$", "") : type.getName();
    }
}
