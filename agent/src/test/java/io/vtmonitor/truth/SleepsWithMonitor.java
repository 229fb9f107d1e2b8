package io.vtmonitor.truth;

/**
 * The virtual thread "owner" sleeps for minutes within a monitor that thirty others want to enter: a lock convoy. On
 * JDK 21 it and one that enters hold both carriers, so that no virtual thread makes progress: a stall by pins.
 */
public final class SleepsWithMonitor {
    private static final int OTHERS = 30;
    private static final Object CACHE = new Object();

    private static int entered;

    private SleepsWithMonitor() {}

    public static void main(String[] args) throws Exception {
        Thread owner = Truth.virtual("owner", SleepsWithMonitor::fill);
        Truth.await(() -> Truth.waits(owner));
        Thread[] others = new Thread[OTHERS];
        for (int i = 0; i < OTHERS; i++) {
            others[i] = Truth.virtual("other-" + i, SleepsWithMonitor::enter);
        }
        Truth.await(() -> others[0].getState() == Thread.State.BLOCKED);
        Truth.stay();
    }

    private static void fill() throws InterruptedException {
        synchronized (CACHE) {
            Thread.sleep(600_000);
        }
    }

    private static void enter() {
        synchronized (CACHE) {
            entered++;
        }
    }
}
