package io.vtmonitor.waiting;

/** Threads that want a class which one of them initializes, without an end. */
final class Initializing {
    private static final int THREADS = 20;

    private Initializing() {}

    private static final class Slow {
        static {
            sleep();
        }

        static void use() {}

        private static void sleep() {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static void start() {
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("user-" + i).start(Initializing::use);
        }
    }

    private static void use() {
        Slow.use();
    }
}
