package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ThreadCpuTest {
    private static final double BUSY_SECONDS = 0.05;

    @Test
    void a_thread_that_waits_uses_no_processor_time_and_one_that_computes_does() throws InterruptedException {
        assumeTrue(Files.exists(Path.of("/proc/thread-self/schedstat")), "only Linux tells a thread's processor time");
        AtomicReference<ThreadCpu> waiting = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            waiting.set(ThreadCpu.ofCaller());
            begun.countDown();
            try {
                over.await();
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        begun.await();

        ThreadCpu own = ThreadCpu.ofCaller();
        double before = ThreadCpu.seconds(own, 0);
        double waited = ThreadCpu.seconds(waiting.get(), 0);
        while (ThreadCpu.seconds(own, 0) - before < BUSY_SECONDS) {
            Thread.onSpinWait();
        }
        assertThat(ThreadCpu.seconds(waiting.get(), 0) - waited).isLessThan(BUSY_SECONDS / 2);

        double last = ThreadCpu.seconds(waiting.get(), 0);
        over.countDown();
        thread.join();
        assertThat(ThreadCpu.seconds(waiting.get(), 0))
                .as("a thread that has ended keeps what it used")
                .isGreaterThanOrEqualTo(last);
    }

    @Test
    void where_nothing_is_known_the_other_figure_counts() {
        assertThat(ThreadCpu.seconds(null, 1_500_000_000)).isEqualTo(1.5);
    }
}
