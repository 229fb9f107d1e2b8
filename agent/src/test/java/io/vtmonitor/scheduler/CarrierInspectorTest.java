package io.vtmonitor.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.scheduler.CarrierInspector.Look;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class CarrierInspectorTest {
    private static final int LOOKS = 5_000;

    private volatile boolean ended;
    private volatile double result;

    @Test
    void a_thread_that_parks_for_moments_never_looks_as_if_it_waited_for_a_class() throws Exception {
        Thread partner = new Thread(() -> {});
        CountDownLatch runs = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            runs.countDown();
            for (int i = 0; !ended; i++) {
                pause(i);
                result = Math.sqrt(result + i);
            }
        });
        Thread waker = new Thread(() -> {
            while (!ended) {
                LockSupport.unpark(thread);
            }
        });
        thread.start();
        waker.start();
        runs.await();
        int waits = 0;
        for (int i = 0; i < LOOKS; i++) {
            waits += Look.at(new Carrier(thread, partner, thread)).waitsForClass() ? 1 : 0;
        }
        ended = true;
        waker.join();
        LockSupport.unpark(thread);
        thread.join();
        assertThat(waits).isZero();
    }

    /** With a time and without, as locks and queues do. */
    private static void pause(int turn) {
        if (turn % 2 == 0) {
            LockSupport.park();
        } else {
            LockSupport.parkNanos(1_000);
        }
    }
}
