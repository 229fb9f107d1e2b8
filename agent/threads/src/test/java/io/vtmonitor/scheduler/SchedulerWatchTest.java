package io.vtmonitor.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.looks.Look;
import io.vtmonitor.looks.WatchThread;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.SchedulerFigures;
import io.vtmonitor.threads.Carrier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SchedulerWatchTest {
    private static final long TICK = 2_000_000;
    private static final SchedulerFigures FIGURES = new SchedulerFigures(2, 2, 1, 1, 0);

    private final AtomicReference<Thread> looking = new AtomicReference<>();
    private final List<SchedulerWatch> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(SchedulerWatch::stop);
    }

    @Test
    void what_fails_now_and_then_does_not_end_the_watch() throws Exception {
        CountDownLatch looks = new CountDownLatch(6);
        AtomicInteger look = new AtomicInteger();
        SchedulerWatch watch = start(null, () -> {
            looks.countDown();
            if (look.incrementAndGet() % 3 != 0) {
                throw new IllegalStateException("two of three");
            }
            return List.of();
        });
        assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(watch.ended()).isNull();
        assertThat(watch.figures()).isEqualTo(FIGURES);
    }

    @Test
    void a_full_heap_does_not_end_the_watch() throws Exception {
        CountDownLatch looks = new CountDownLatch(5);
        SchedulerWatch watch = start(null, () -> {
            looks.countDown();
            throw new OutOfMemoryError("full");
        });
        assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(watch.ended()).isNull();
    }

    @Test
    void what_fails_three_times_in_a_row_ends_it_and_is_said_and_its_figures_stop() throws Exception {
        SchedulerWatch watch = start(null, () -> {
            throw new NoSuchMethodError("inside");
        });
        awaitEnd();
        assertThat(watch.ended()).satisfies(ended -> {
            assertThat(ended.kind()).isEqualTo(LimitKind.SCHEDULER_LOST);
            assertThat(ended.text("why")).isEqualTo("java.lang.NoSuchMethodError: inside");
        });
        assertThat(watch.figures()).isNull();
        assertThat(watch.waitingSeconds()).isZero();
    }

    @Test
    void a_probe_that_can_not_be_started_leaves_the_watchdog_at_work() throws Exception {
        CountDownLatch looks = new CountDownLatch(4);
        Probe probe = new Probe(
                (name, work) -> {
                    throw new IllegalStateException("no virtual thread to be had");
                },
                (kind, nanos) -> {},
                System::nanoTime);
        SchedulerWatch watch = start(probe, () -> {
            looks.countDown();
            return List.of();
        });
        assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(watch.ended()).isNull();
    }

    @Test
    void no_thread_of_the_probe_is_left_when_the_watch_stops_nor_when_it_fails() throws Exception {
        for (boolean fails : List.of(false, true)) {
            CountDownLatch measured = new CountDownLatch(3);
            List<Thread> probes = new ArrayList<>();
            Probe probe = new Probe(
                    (name, work) -> {
                        Thread thread = Thread.ofVirtual().unstarted(work);
                        probes.add(thread);
                        return thread;
                    },
                    (kind, nanos) -> measured.countDown(),
                    System::nanoTime);
            SchedulerWatch watch = new SchedulerWatch(
                            new WatchThread(),
                            new InUse(() -> {
                                looking.set(Thread.currentThread());
                                if (fails && measured.getCount() == 0) {
                                    throw new IllegalStateException("now");
                                }
                            }),
                            probe,
                            null,
                            null,
                            TICK,
                            false,
                            few -> {})
                    .started();
            assertThat(measured.await(30, TimeUnit.SECONDS)).isTrue();
            if (!fails) {
                watch.stop();
            }
            awaitEnd();
            for (Thread thread : probes) {
                assertThat(thread.join(java.time.Duration.ofSeconds(30)))
                        .as("fails: %s, %s", fails, thread)
                        .isTrue();
            }
        }
    }

    /** It never pauses and would come again at once: the worst there is. */
    @Test
    void a_look_beside_it_that_takes_three_seconds_delays_no_stall_beyond_ten_seconds() throws Exception {
        WatchThread thread = new WatchThread();
        CountDownLatch slows = new CountDownLatch(1);
        Look slow = new Look() {
            @Override
            public long look() {
                slows.countDown();
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
                return 0;
            }

            @Override
            public long retryNanos() {
                return 0;
            }

            @Override
            public void lost(Throwable failed) {
                throw new AssertionError(failed);
            }

            @Override
            public void close() {
                // It has nothing.
            }
        };
        CountDownLatch told = new CountDownLatch(1);
        Carrier held = new Carrier(Thread.currentThread(), Thread.currentThread(), Thread.currentThread());
        Watchdog watchdog = new Watchdog(
                () -> List.of(held, held),
                () -> {
                    throw new IllegalStateException("what holds them is of no interest here");
                },
                new StallClock(TimeUnit.SECONDS.toNanos(5), 500_000_000, () -> 0),
                stall -> {
                    told.countDown();
                    return stall;
                });
        try {
            thread.begin(slow, 0);
            assertThat(slows.await(30, TimeUnit.SECONDS)).isTrue();
            long begin = System.nanoTime();
            started.add(new SchedulerWatch(thread, new InUse(() -> {}), null, watchdog, null, TICK, false, few -> {})
                    .started());
            assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(10));
        } finally {
            thread.end(slow);
        }
    }

    private record InUse(Runnable asked) implements SchedulerWatch.Pool {
        @Override
        public boolean inUse() {
            asked.run();
            return true;
        }

        @Override
        public SchedulerFigures figures() {
            return FIGURES;
        }
    }

    /** Without a probe, or with one that fails: threads are queued, so each look is at the carriers. */
    private SchedulerWatch start(Probe probe, Supplier<List<Carrier>> carriers) {
        Watchdog watchdog = new Watchdog(
                carriers,
                () -> {
                    throw new AssertionError("no stall");
                },
                new StallClock(Long.MAX_VALUE, 500_000_000, () -> 0),
                stall -> stall);
        SchedulerWatch watch = new SchedulerWatch(
                        new WatchThread(),
                        new InUse(() -> looking.set(Thread.currentThread())),
                        probe,
                        watchdog,
                        null,
                        TICK,
                        false,
                        few -> {})
                .started();
        started.add(watch);
        return watch;
    }

    private void awaitEnd() throws InterruptedException {
        while (looking.get() == null) {
            Thread.onSpinWait();
        }
        assertThat(looking.get().join(java.time.Duration.ofSeconds(30))).isTrue();
    }
}
