package io.vtmonitor.waiting;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Threads of an executor that a thread of another executor uses, and of a scope, wait for the same; those started one
 * by one may be hidden. Others wait for an object that is dropped once the program is told so, or have a scheduler of
 * their own that never runs them: see {@link SlowToTakeUp}.
 */
final class Contained {
    private static final int INNER = 12;
    private static final Semaphore NEVER = new Semaphore(0);
    private static final Queue<Runnable> NEVER_RUN = new ConcurrentLinkedQueue<>();

    private Contained() {}

    static void start() {
        ExecutorService outer = Executors.newVirtualThreadPerTaskExecutor();
        outer.submit(() -> {
            try (ExecutorService inner = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < INNER; i++) {
                    inner.submit(Contained::awaitNever);
                }
            } // waits for them
        });
        outer.submit(Contained::forkAll);
        for (int i = 0; i < INNER; i++) {
            Thread.startVirtualThread(Contained::awaitNever);
        }
        ExecutorService neverRun = Executors.newThreadPerTaskExecutor(Contained::onOtherScheduler);
        for (int i = 0; i < INNER; i++) {
            neverRun.submit(Contained::awaitNever);
        }
        Semaphore dropped = new Semaphore(0);
        for (int i = 0; i < INNER; i++) {
            outer.submit(() -> dropped.acquireUninterruptibly());
        }
        Thread.ofPlatform().daemon().start(new Dropping(dropped)::drop);
    }

    /** The interface is a preview, and another one on JDK 21 than on 25. */
    private static Object forkAll() throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
        Object scope = type.isInterface()
                ? type.getMethod("open").invoke(null)
                : type.getConstructor().newInstance();
        Callable<Object> task = () -> {
            awaitNever();
            return null;
        };
        for (int i = 0; i < INNER; i++) {
            type.getMethod("fork", Callable.class).invoke(scope, task);
        }
        return type.getMethod("join").invoke(scope); // waits for them
    }

    private static Thread onOtherScheduler(Runnable task) {
        try {
            return SlowToTakeUp.onScheduler(NEVER_RUN::add, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitNever() {
        NEVER.acquireUninterruptibly();
    }

    private static final class Dropping {
        private Semaphore object;

        Dropping(Semaphore object) {
            this.object = object;
        }

        private void drop() {
            WeakReference<Semaphore> left = new WeakReference<>(object);
            try {
                System.in.read();
                object.release(INNER);
                object = null;
                while (!left.refersTo(null)) {
                    System.gc();
                    Thread.sleep(5);
                }
                System.out.println("collected");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
