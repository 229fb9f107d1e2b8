package io.vtmonitor.unpin;

import java.lang.reflect.Proxy;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;

/**
 * Looks at the classes whose objects rewritten places lock. It is told on the thread that locks and does there no more than
 * note the place; the class file is read on a thread of ours.
 */
final class Audit implements BiConsumer<Class<?>, Long> {
    private static final String DOOR = "java.lang.VtMonitor";
    private static final int MOST_WAITING = 1_024;

    private final Hierarchies hierarchies;
    private final Ledger ledger;
    private final BlockingQueue<Arrival> arrivals = new ArrayBlockingQueue<>(MOST_WAITING);

    private record Arrival(Class<?> type, long count, String place) {}

    Audit(Hierarchies hierarchies, Ledger ledger) {
        this.hierarchies = hierarchies;
        this.ledger = ledger;
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
                                    && !frame.getClassName().startsWith("io.vtmonitor."))
                            .findFirst()
                            .map(frame ->
                                    frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
                            .orElse("?"));
            arrivals.offer(new Arrival(type, count, place));
        }
    }

    private void run() {
        while (true) {
            try {
                look(arrivals.take());
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | LinkageError e) {
                ledger.foreign("one class could not be looked at: " + e);
            }
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
            ledger.foreign(type.getName() + ", object " + arrival.count + " at " + arrival.place);
        }
    }
}
