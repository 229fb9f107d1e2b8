package io.vtmonitor.process.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * {@code THREADS SLEEPS}: virtual threads that each sleep so often for a millisecond. They wait for a line of input,
 * {@code ready} is printed before it, and {@code slept} when all have ended; ends with its input.
 */
public final class Sleepers {
    private Sleepers() {}

    public static void main(String[] args) throws Exception {
        int sleeps = Integer.parseInt(args[1]);
        CountDownLatch started = new CountDownLatch(Integer.parseInt(args[0]));
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    started.countDown();
                    go.await();
                    for (int done = 0; done < sleeps; done++) {
                        Thread.sleep(1);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        started.await();
        System.out.println("ready");
        if (System.in.read() >= 0) {
            go.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println("slept");
            while (System.in.read() >= 0) {
                // until the input ends
            }
        }
    }
}
