package io.vtmonitor.waiting;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Threads of an executor, and of one that a thread of this uses, wait for the same; those started one by one may be
 * hidden. Others wait for an object that is dropped once the program is told so.
 */
final class Contained {
    private static final int INNER = 12;
    private static final Semaphore NEVER = new Semaphore(0);

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
        for (int i = 0; i < INNER; i++) {
            Thread.startVirtualThread(Contained::awaitNever);
        }
        Semaphore dropped = new Semaphore(0);
        for (int i = 0; i < INNER; i++) {
            outer.submit(() -> dropped.acquireUninterruptibly());
        }
        Thread.ofPlatform().daemon().start(new Dropping(dropped)::drop);
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
