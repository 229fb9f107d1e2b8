package io.vtmonitor.scenario;

import java.time.Duration;

/** Sleeps in a static initializer, by name. */
public final class ClassInitByName {
    public static volatile Duration length = Duration.ZERO;

    private ClassInitByName() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassInitByName::block);
    }

    static void block(Duration length) throws ReflectiveOperationException {
        ClassInitByName.length = length;
        new FreshClasses(User.class, Slow.class).runnable(User.class).run();
    }

    /** Triggers the initialization. */
    public static final class User implements Runnable {
        public User() {}

        @Override
        public void run() {
            try {
                Class.forName(Slow.class.getName());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
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
    }
}
