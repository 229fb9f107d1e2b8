package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Uses a class that another virtual thread is initializing, which sleeps in the static initializer: both are pinned.
 */
public final class ClassInitShared {
    public static volatile Duration length = Duration.ZERO;
    public static volatile CountDownLatch begun = new CountDownLatch(1);

    private ClassInitShared() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitShared::block);
    }

    static void block(Duration length) throws Exception {
        ClassInitShared.length = length;
        begun = new CountDownLatch(1);
        Runnable user = new FreshClasses(User.class, Slow.class).runnable(User.class);
        Thread.ofVirtual().start(user);
        begun.await();
        user.run();
    }

    /** Triggers the initialization. */
    public static final class User implements Runnable {
        public User() {}

        @Override
        public void run() {
            Slow.touch();
        }
    }

    /** Slow to initialize. */
    static final class Slow {
        static {
            begun.countDown();
            nap();
        }

        private Slow() {}

        static void touch() {}

        private static void nap() {
            try {
                Thread.sleep(length);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
