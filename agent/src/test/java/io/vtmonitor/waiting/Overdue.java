package io.vtmonitor.waiting;

/**
 * Fifty virtual threads that sleep and sleep again, and two that compute as long as the program runs. Prints
 * {@code ready}.
 */
public final class Overdue {
    private static volatile long sink;

    private Overdue() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 50; i++) {
            Thread.ofVirtual().name("sleeper-" + i).start(Overdue::sleepOften);
        }
        for (int i = 0; i < 2; i++) {
            Thread.ofVirtual().name("computes-" + i).start(Overdue::compute);
        }
        System.out.println("ready");
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void sleepOften() {
        try {
            while (true) {
                Thread.sleep(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void compute() {
        for (long i = 0; true; i++) {
            sink = i;
        }
    }
}
