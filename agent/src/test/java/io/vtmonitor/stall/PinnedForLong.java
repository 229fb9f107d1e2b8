package io.vtmonitor.stall;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * Every carrier is held, by a monitor (JDK 21), a static method's monitor included. Argument: the number of carriers.
 */
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
        // By the line: the rest of one that was sent must not count as the next.
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        input.readLine();
        RELEASE.countDown();
        waiting.join();
        System.out.println("finished");
        input.readLine();
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
