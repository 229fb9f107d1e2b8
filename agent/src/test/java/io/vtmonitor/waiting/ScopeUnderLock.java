package io.vtmonitor.waiting;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * A thread keeps a lock while it waits for a subtask that needs the lock. With an argument, its scope has a timeout of
 * so many minutes. Needs JDK 25 or 26 and {@code --enable-preview}.
 */
public final class ScopeUnderLock {
    private static final ReentrantLock LOCK = new ReentrantLock();

    private ScopeUnderLock() {}

    /** Prints {@code ready} when both wait. */
    public static void main(String[] args) throws Exception {
        Thread parent = Thread.ofVirtual().name("parent").start(() -> lockAndFork(args));
        while (!LOCK.hasQueuedThreads() || parent.getState() != Thread.State.WAITING) {
            Thread.sleep(5);
        }
        System.out.println("ready");
        System.in.read();
        System.exit(0);
    }

    private static void lockAndFork(String[] minutes) {
        LOCK.lock();
        try {
            Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
            Object scope = minutes.length == 0
                    ? type.getMethod("open").invoke(null)
                    : open(type, Duration.ofMinutes(Integer.parseInt(minutes[0])));
            Callable<Object> task = ScopeUnderLock::useLock;
            type.getMethod("fork", Callable.class).invoke(scope, task);
            type.getMethod("join").invoke(scope);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The second parameter is a {@code Function} on JDK 25, a {@code UnaryOperator} later. */
    private static Object open(Class<?> type, Duration timeout) throws ReflectiveOperationException {
        Class<?> joiner = Class.forName("java.util.concurrent.StructuredTaskScope$Joiner");
        Class<?> configuration = Class.forName("java.util.concurrent.StructuredTaskScope$Configuration");
        Method withTimeout = configuration.getMethod("withTimeout", Duration.class);
        UnaryOperator<Object> configure = configured -> {
            try {
                return withTimeout.invoke(configured, timeout);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        };
        for (Method open : type.getMethods()) {
            if (open.getName().equals("open") && open.getParameterCount() == 2) {
                return open.invoke(null, joiner.getMethod("awaitAll").invoke(null), configure);
            }
        }
        throw new NoSuchMethodException("open");
    }

    private static Object useLock() {
        LOCK.lock();
        LOCK.unlock();
        return "done";
    }
}
