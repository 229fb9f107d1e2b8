package io.vtmonitor.scenario;

import java.time.Duration;

/** Uses a class that a platform thread is initializing. */
public final class ClassInitWait {
    public static volatile Duration length = Duration.ZERO;
    public static volatile Peer owner;

    private ClassInitWait() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitWait::block);
    }

    static void block(Duration length) throws Exception {
        ClassInitWait.length = length;
        Runnable user = new FreshClasses(User.class, Slow.class).runnable(User.class);
        Peer initializer = Peer.start(self -> {
            owner = self;
            user.run();
        });
        initializer.arrive();
        user.run();
        initializer.join();
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
            try {
                owner.outlast(length);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private Slow() {}

        static void touch() {}
    }
}
