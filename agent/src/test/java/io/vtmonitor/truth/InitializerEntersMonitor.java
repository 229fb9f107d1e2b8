package io.vtmonitor.truth;

/**
 * The static initializer of a class waits for a monitor whose owner, "template-loader", sleeps: "initializer" runs it,
 * and "user" waits for the class. Both keep their carriers, so on JDK 25 they are a stall. The owner has no carrier
 * there.
 */
public final class InitializerEntersMonitor {
    private static final Object TEMPLATES = new Object();

    private InitializerEntersMonitor() {}

    private static final class MediaTypes {
        static {
            synchronized (TEMPLATES) {
                System.out.println("initialized");
            }
        }

        static void use() {
            System.out.println("used");
        }
    }

    public static void main(String[] args) throws Exception {
        Thread owner = Truth.virtual("template-loader", InitializerEntersMonitor::load);
        Truth.await(() -> owner.getState() == Thread.State.TIMED_WAITING);
        Thread initializer = Truth.virtual("initializer", InitializerEntersMonitor::serve);
        Truth.await(() -> initializer.getState() == Thread.State.BLOCKED);
        Truth.virtual("user", InitializerEntersMonitor::serve);
        Truth.stay();
    }

    private static void serve() {
        MediaTypes.use();
    }

    private static void load() throws InterruptedException {
        synchronized (TEMPLATES) {
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
