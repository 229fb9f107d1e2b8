package io.vtmonitor.waiting;

/** Two threads that spin with {@code Thread.yield}, and ten that sleep and find no carrier. */
public final class FewSpinners {
    private static volatile boolean done;

    private FewSpinners() {}

    /** Continues until it is ended. */
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Thread.ofVirtual().start(FewSpinners::spin);
        }
        for (int i = 0; i < 40; i++) {
            Thread.ofVirtual().start(FewSpinners::sleep);
        }
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void spin() {
        while (!done) {
            Thread.yield();
        }
    }

    private static void sleep() {
        try {
            while (!done) {
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
