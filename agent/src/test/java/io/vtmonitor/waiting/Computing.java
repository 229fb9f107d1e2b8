package io.vtmonitor.waiting;

/**
 * A virtual thread for each processor computes without a break, while others want a carrier. Continues until it is
 * ended.
 */
public final class Computing {
    private static final int OTHERS = 12;
    private static volatile long sum;

    private Computing() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < OTHERS; i++) {
            Thread.ofVirtual().start(Computing::sleep);
        }
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread.ofVirtual().start(Computing::add);
        }
        System.out.println("ready");
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void sleep() {
        try {
            while (true) {
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void add() {
        while (true) {
            sum++;
        }
    }
}
