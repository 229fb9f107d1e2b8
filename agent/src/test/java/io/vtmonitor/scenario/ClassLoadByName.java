package io.vtmonitor.scenario;

import java.time.Duration;

/** Asks by name for a class whose loader blocks. */
public final class ClassLoadByName {
    private ClassLoadByName() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, ClassLoadByName::block);
    }

    static void block(Duration length) throws ReflectiveOperationException {
        new SlowLoader(length).runnable(User.class).run();
    }

    /** Triggers the loading. */
    public static final class User implements Runnable {
        public User() {}

        @Override
        public void run() {
            try {
                Class.forName(Late.class.getName());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Slow to load. */
    static final class Late {
        private Late() {}
    }

    private static final class SlowLoader extends FreshClasses {
        private final Duration length;

        SlowLoader(Duration length) {
            super(User.class, Late.class);
            this.length = length;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (name.equals(Late.class.getName())) {
                try {
                    Thread.sleep(length);
                } catch (InterruptedException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
            return super.loadClass(name);
        }
    }
}
