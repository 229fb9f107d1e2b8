package io.vtmonitor.scenario;

import java.lang.invoke.MethodHandles;
import java.time.Duration;

/**
 * A platform thread runs an initializer, and the virtual thread waits for it. The system property {@code way} says how
 * it asks for the class: by {@code name}, {@code reflection}, a method {@code handle}, or a {@code subclass}; otherwise
 * it calls a static method.
 */
public final class ClassInitWait {
    public static volatile Duration length = Duration.ZERO;
    public static volatile Peer owner;

    private ClassInitWait() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitWait::block);
    }

    static void block(Duration length) throws Exception {
        ClassInitWait.length = length;
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

    /** Waits for the initialization. */
    public static final class User implements Runnable {
        public User() {}

        @Override
        public void run() {
            try {
                switch (System.getProperty("way", "call")) {
                    case "name" -> Class.forName(Slow.class.getName());
                    case "reflection" -> Slow.class.getMethod("touch").invoke(null);
                    case "handle" ->
                        MethodHandles.lookup()
                                .findStaticGetter(Slow.class, "number", int.class)
                                .invoke();
                    case "subclass" -> Sub.touchSub();
                    default -> Slow.touch();
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Run by the peer. */
    public static final class Initializer implements Runnable {
        public Initializer() {}

        @Override
        public void run() {
            Slow.touch();
        }
    }

    /** Slow to initialize. */
    public static class Slow {
        static int number;

        static {
            try {
                owner.outlast(length);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        public static void touch() {}
    }

    /** Can't be initialized before its superclass. */
    static final class Sub extends Slow {
        private Sub() {}

        static void touchSub() {}
    }
}
