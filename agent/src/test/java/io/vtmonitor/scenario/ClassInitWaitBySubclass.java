package io.vtmonitor.scenario;

import java.time.Duration;

/** Uses a class whose superclass a platform thread is initialising. */
public final class ClassInitWaitBySubclass {
    public static volatile Duration length = Duration.ZERO;
    public static volatile Peer owner;

    private ClassInitWaitBySubclass() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitWaitBySubclass::block);
    }

    static void block(Duration length) throws Exception {
        ClassInitWaitBySubclass.length = length;
        FreshClasses classes = new FreshClasses(User.class, Initialiser.class, Sub.class, Slow.class);
        Runnable user = classes.runnable(User.class);
        Runnable initialisation = classes.runnable(Initialiser.class);
        Peer initialiser = Peer.start(self -> {
            owner = self;
            initialisation.run();
        });
        initialiser.arrive();
        user.run();
        initialiser.join();
    }

    /** Triggers the initialisation. */
    public static final class User implements Runnable {
        public User() {}

        @Override
        public void run() {
            Sub.touch();
        }
    }

    /** Slow to initialise. */
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

    /** Initialised by the peer: only the superclass. */
    public static final class Initialiser implements Runnable {
        public Initialiser() {}

        @Override
        public void run() {
            Slow.touch();
        }
    }

    /** Can't be initialised before its superclass. */
    static final class Sub extends Slow {
        private Sub() {}

        static void touch() {}
    }
}
