package io.vtmonitor.standstill;

import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;

/** Static initializers that wait, and threads that wait for them. On JDK 21 and 25 these keep their carriers. */
final class Initializers {
    static final Map<String, Stand.Work> PROGRAMS = Map.of(
            "initializers-two", Initializers::two,
            "initializer-and-lock", Initializers::withLock,
            "initializer-joins", Initializers::joins,
            "initializer-sleeps", Initializers::slow);

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final CyclicBarrier TWO = new CyclicBarrier(2);

    private Initializers() {}

    private static final class Left {
        static final int VALUE = left();

        private static int left() {
            Stand.meet(TWO);
            return Right.value();
        }

        static int value() {
            return VALUE;
        }
    }

    private static final class Right {
        static final int VALUE = right();

        private static int right() {
            Stand.meet(TWO);
            return Left.value();
        }

        static int value() {
            return VALUE;
        }
    }

    private static void two() throws InterruptedException {
        Stand.virtual("left", Left::value);
        Stand.virtual("right", Right::value);
        Thread.sleep(1_000);
    }

    /** Its initializer wants a lock, whose owner wants the class. */
    private static final class Registry {
        static final int VALUE = register();

        private static int register() {
            Stand.meet(TWO);
            LOCK.lock();
            LOCK.unlock();
            return 1;
        }

        static int value() {
            return VALUE;
        }
    }

    private static void withLock() throws InterruptedException {
        Stand.virtual("registrar", Registry::value);
        Stand.virtual("owner", Initializers::lockAndUseRegistry);
        Thread.sleep(1_000);
    }

    private static void lockAndUseRegistry() {
        LOCK.lock();
        Stand.meet(TWO);
        Registry.value();
        LOCK.unlock();
    }

    /** Its initializer joins a thread that wants the class. */
    private static final class Settings {
        static final int VALUE = load();

        private static int load() {
            try {
                Stand.virtual("loader", Initializers::useSettings).join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return 1;
        }

        static int value() {
            return VALUE;
        }
    }

    private static void useSettings() {
        Settings.value();
    }

    private static void joins() throws InterruptedException {
        Stand.virtual("initializer", Initializers::useSettings);
        Thread.sleep(1_000);
    }

    /** Its initializer takes its time. */
    private static final class Configuration {
        static final int VALUE = load();

        private static int load() {
            Stand.sleep();
            return 1;
        }

        static int value() {
            return VALUE;
        }
    }

    private static void slow() throws InterruptedException {
        Stand.virtual("initializer", Initializers::useConfiguration);
        Thread.sleep(500);
        for (int i = 0; i < Stand.CROWD; i++) {
            Stand.virtual("user-" + i, Initializers::useConfiguration);
        }
        Thread.sleep(500);
    }

    private static void useConfiguration() {
        Configuration.value();
    }
}
