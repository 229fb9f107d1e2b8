package io.vtmonitor.stall;

import java.util.concurrent.CountDownLatch;

/** Every carrier is held, by a monitor (JDK 21), a static method's monitor included. Argument: the number of carriers. */
public final class PinnedForLong {
    private static final CountDownLatch RELEASE = new CountDownLatch(1);

    private PinnedForLong() {}

    public static void main(String[] args) throws Exception {
        int carriers = Integer.parseInt(args[0]);
        CountDownLatch pinned = new CountDownLatch(carriers);
        for (int i = 0; i < carriers; i++) {
            Thread.ofVirtual().name("pinned-" + i).start(() -> hold(new Object(), pinned));
        }
        pinned.await();
        Thread waiting = Thread.ofVirtual().name("waiting").start(() -> {});
        System.out.println("ready");
        System.in.read();
        RELEASE.countDown();
        waiting.join();
        System.out.println("finished");
        System.in.read();
    }

    private static void hold(Object monitor, CountDownLatch pinned) {
        synchronized (monitor) {
            pinned.countDown();
            try {
                RELEASE.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
