package io.vtmonitor.process.programs;

/** Pins three times from the first moment of main on, by class initializers, which pin on every JDK. */
public final class PinsAtOnce {
    private static final long MILLIS = 400;

    private PinsAtOnce() {}

    private static final class First {
        static {
            nap();
        }

        static void use() {}
    }

    private static final class Second {
        static {
            nap();
        }

        static void use() {}
    }

    private static final class Third {
        static {
            nap();
        }

        static void use() {}
    }

    private static void nap() {
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread.ofVirtual()
                .start(() -> {
                    First.use();
                    Second.use();
                    Third.use();
                })
                .join();
    }
}
