package io.vtmonitor.scenario;

import java.lang.invoke.MethodHandles;
import java.time.Duration;

/** Reads through a method handle a field of a class that a platform thread is initializing. */
public final class ClassInitWaitByHandle {
    public static volatile Duration length = Duration.ZERO;
    public static volatile Peer owner;

    private ClassInitWaitByHandle() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitWaitByHandle::block);
    }

    static void block(Duration length) throws Exception {
        ClassInitWaitByHandle.length = length;
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
                MethodHandles.lookup()
                        .findStaticGetter(Slow.class, "number", int.class)
                        .invoke();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Slow to initialize. */
    static final class Slow {
        static int number;

        static {
            try {
                owner.outlast(length);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private Slow() {}
    }
}
