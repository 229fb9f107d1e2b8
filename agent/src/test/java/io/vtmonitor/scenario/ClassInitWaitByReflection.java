package io.vtmonitor.scenario;

import java.time.Duration;

/** Calls by reflection into a class that a platform thread is initializing. */
public final class ClassInitWaitByReflection {
    public static volatile Duration length = Duration.ZERO;
    public static volatile Peer owner;

    private ClassInitWaitByReflection() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitWaitByReflection::block);
    }

    static void block(Duration length) throws Exception {
        ClassInitWaitByReflection.length = length;
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
            try {
                Slow.class.getMethod("touch").invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Slow to initialize. */
    public static final class Slow {
        static {
            try {
                owner.outlast(length);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private Slow() {}

        public static void touch() {}
    }
}
