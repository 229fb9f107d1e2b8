package io.vtmonitor.scenario;

import java.time.Duration;

/** Uses a class whose superclass a platform thread is initializing. */
public final class ClassInitWaitBySubclass {
    public static volatile Duration length = Duration.ZERO;
    public static volatile Peer owner;

    private ClassInitWaitBySubclass() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitWaitBySubclass::block);
    }

    static void block(Duration length) throws Exception {
        ClassInitWaitBySubclass.length = length;
        FreshClasses classes = new FreshClasses(User.class, Initializer.class, Sub.class, Slow.class);
        Runnable user = classes.runnable(User.class);
        Runnable initialization = classes.runnable(Initializer.class);
        Peer initializer = Peer.start(self -> {
            owner = self;
            initialization.run();
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
            Sub.touch();
        }
    }

    /** Slow to initialize. */
    static class Slow {
        static {
            try {
                owner.outlast(length);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        static void touch() {}
    }

    /** Initialized by the peer: only the superclass. */
    public static final class Initializer implements Runnable {
        public Initializer() {}

        @Override
        public void run() {
            Slow.touch();
        }
    }

    /** Can't be initialized before its superclass. */
    static final class Sub extends Slow {
        private Sub() {}

        static void touch() {}
    }
}
