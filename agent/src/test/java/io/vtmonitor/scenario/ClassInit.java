package io.vtmonitor.scenario;

import java.time.Duration;

/** Sleeps in a static initializer. */
public final class ClassInit {
    public static volatile Duration length = Duration.ZERO;

    private ClassInit() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInit::block);
    }

    static void block(Duration length) throws ReflectiveOperationException {
        ClassInit.length = length;
        new FreshClasses(User.class, Slow.class).runnable(User.class).run();
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
                Thread.sleep(length);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private Slow() {}

        static void touch() {}
    }
}
