package io.vtmonitor.truth;

import java.util.concurrent.CountDownLatch;

/**
 * "initializer" runs a static initializer that joins the virtual thread "reader", which has no carrier: the initializer
 * and a thread that waits for its class hold both, on JDK 21 and 25. From JDK 26 on the others wait without a carrier,
 * the initializer ends, and nothing is wrong.
 */
public final class InitializerJoins {
    private static final int USERS = 20;
    private static final CountDownLatch BEGAN = new CountDownLatch(1);
    private static final CountDownLatch USED = new CountDownLatch(1);
    private static final CountDownLatch GO = new CountDownLatch(1);

    private InitializerJoins() {}

    public static void main(String[] args) throws Exception {
        Truth.virtual("initializer", () -> use());
        BEGAN.await();
        for (int i = 0; i < USERS; i++) {
            Truth.virtual("user-" + i, () -> {
                USED.countDown();
                use();
            });
        }
        USED.await();
        Thread.sleep(500); // nothing shows when a thread has begun to wait for a class
        GO.countDown();
        Thread.sleep(500);
        Truth.stay();
    }

    private static void print() {
        System.out.println("read");
    }

    private static void use() {
        if (Settings.text.isEmpty()) {
            throw new IllegalStateException();
        }
    }

    private static final class Settings {
        private static volatile String text = "";

        static {
            BEGAN.countDown();
            read();
        }

        private static void read() {
            try {
                GO.await();
                Truth.virtual("reader", InitializerJoins::print).join(); // no lambda of this class: it would need it
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            text = "read";
        }
    }
}
