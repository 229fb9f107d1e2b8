package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Joins a platform thread; on JDK 21 Thread.join is an Object.wait. */
public final class JoinsPlatformThread {
    private JoinsPlatformThread() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, JoinsPlatformThread::block);
    }

    static void block(Duration length) throws InterruptedException {
        CountDownLatch arrived = new CountDownLatch(1);
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                arrived.await();
                Thread.sleep(length);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        join(other, arrived);
    }

    static void join(Thread other, CountDownLatch arrived) throws InterruptedException {
        arrived.countDown();
        other.join();
    }
}
