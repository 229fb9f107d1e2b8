package io.vtmonitor.looks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class WatchThreadTest {
    private static final long MILLI = 1_000_000;

    private final WatchThread watch = new WatchThread();
    private final List<Each> begun = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Throwable> uncaught = new AtomicReference<>();
    private Thread.@Nullable UncaughtExceptionHandler before;

    @BeforeEach
    void handle() {
        before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> uncaught.set(failed));
    }

    @AfterEach
    void end() {
        begun.forEach(watch::end);
        Thread.setDefaultUncaughtExceptionHandler(before);
        assertThat(uncaught.get()).isNull();
    }

    private interface Action {
        void look(int number) throws ReflectiveOperationException;
    }

    private static class Each implements Look {
        private final Action action;
        private final AtomicInteger looks = new AtomicInteger();
        private final AtomicReference<@Nullable Throwable> lost = new AtomicReference<>();
        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile @Nullable Thread thread;

        Each(Action action) {
            this.action = action;
        }

        @Override
        public long look() throws ReflectiveOperationException {
            thread = Thread.currentThread();
            action.look(looks.incrementAndGet());
            return MILLI;
        }

        @Override
        public long retryNanos() {
            return MILLI;
        }

        @Override
        public void lost(Throwable failed) {
            lost.set(failed);
        }

        @Override
        public void close() {
            closed.countDown();
        }

        void awaitLooks(int more) {
            int all = looks.get() + more;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (looks.get() < all) {
                assertThat(System.nanoTime()).as("%s of %s looks", looks, all).isLessThan(end);
                Thread.onSpinWait();
            }
        }

        void awaitClosed() throws InterruptedException {
            assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private Each begin(Action action) {
        Each look = new Each(action);
        begun.add(look);
        watch.begin(look, 0);
        return look;
    }

    @Test
    void a_look_that_fails_three_times_in_a_row_ends_alone_and_the_others_go_on() throws Exception {
        Each good = begin(number -> {});
        Each bad = begin(number -> {
            throw new NoSuchFieldException("inside " + number);
        });
        bad.awaitClosed();
        assertThat(bad.lost.get()).isInstanceOf(NoSuchFieldException.class).hasMessage("inside 3");
        good.awaitLooks(3);
        assertThat(bad.looks).hasValue(3);
        assertThat(good.lost.get()).isNull();
        assertThat(good.thread).isSameAs(bad.thread).extracting(Thread::getName).isEqualTo("vt-monitor-watch");
    }

    @Test
    void what_fails_now_and_then_or_finds_no_memory_goes_on() {
        Each some = begin(number -> {
            if (number % 3 != 0) {
                throw new IllegalStateException("two of three");
            }
        });
        Each full = begin(number -> {
            throw new OutOfMemoryError("full");
        });
        some.awaitLooks(10);
        full.awaitLooks(10);
        assertThat(some.lost.get()).isNull();
        assertThat(full.lost.get()).isNull();
    }

    @Test
    void a_look_that_can_not_even_say_that_it_ends_takes_nothing_with_it() throws Exception {
        Each good = begin(number -> {});
        Each bad =
                new Each(number -> {
                    throw new IllegalStateException("look");
                }) {
                    @Override
                    public void lost(Throwable failed) {
                        throw new StackOverflowError("lost");
                    }

                    @Override
                    public void close() {
                        super.close();
                        throw new OutOfMemoryError("close");
                    }
                };
        begun.add(bad);
        watch.begin(bad, 0);
        bad.awaitClosed();
        good.awaitLooks(3);
    }

    @Test
    void others_have_their_turns_while_a_look_pauses_or_gives_way() throws Exception {
        Each other = begin(number -> {});
        LookBudget cost = watch.cost(MILLI);
        CountDownLatch within = new CountDownLatch(2);
        Each slow = begin(number -> {
            for (int all = other.looks.get() + 3; other.looks.get() < all; ) {
                cost.pause(100 * MILLI);
            }
            within.countDown();
            for (int all = other.looks.get() + 3; other.looks.get() < all; ) {
                cost.giveWay();
            }
            within.countDown();
        });
        assertThat(within.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(slow.lost.get()).isNull();
    }

    @Test
    void who_keeps_the_thread_for_more_than_a_second_leaves_it_to_the_others_for_twice_that_time() {
        AtomicReference<Long> ended = new AtomicReference<>(0L);
        List<Long> left = new CopyOnWriteArrayList<>();
        Each other = begin(number -> {});
        Each slow = begin(number -> {
            if (number > 1) {
                left.add(System.nanoTime() - ended.get());
            }
            sleep(1_200);
            ended.set(System.nanoTime());
        });
        slow.awaitLooks(2);
        other.awaitLooks(1);
        assertThat(left).isNotEmpty().allMatch(nanos -> nanos >= 2_400 * MILLI);
    }

    @Test
    void who_gives_way_meanwhile_is_not_put_off_however_long_its_look_takes() {
        AtomicReference<Long> ended = new AtomicReference<>(0L);
        List<Long> left = new CopyOnWriteArrayList<>();
        LookBudget cost = watch.cost(MILLI);
        Each slow = begin(number -> {
            if (number > 1) {
                left.add(System.nanoTime() - ended.get());
            }
            for (int i = 0; number == 1 && i < 12; i++) {
                sleep(100);
                cost.giveWay();
            }
            ended.set(System.nanoTime());
        });
        slow.awaitLooks(2);
        assertThat(left.get(0)).isLessThan(2_000 * MILLI);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void what_the_looks_of_others_use_in_its_pauses_is_not_its_cost() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        LookBudget cost = watch.cost(MILLI);
        Each other = begin(number -> {
            long before = System.nanoTime();
            while (number == 2 && System.nanoTime() - before < 300 * MILLI) {
                Thread.onSpinWait();
            }
        });
        other.awaitLooks(1);
        AtomicReference<Double> first = new AtomicReference<>(0.0);
        Each costly = new Each(number -> {
            cost.begin();
            while (other.looks.get() < 3) {
                cost.pause(MILLI);
            }
            first.updateAndGet(known -> known == 0 ? watch.uncountedSeconds(0) : known); // it may look again
            long before = System.nanoTime();
            while (System.nanoTime() - before < 300 * MILLI) {
                Thread.onSpinWait();
            }
            cost.end();
            done.countDown();
        });
        begun.add(costly);
        watch.begin(costly, 0);
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        double uncounted = watch.uncountedSeconds(0);
        assertThat(uncounted).isGreaterThanOrEqualTo(first.get());
        assertThat(cost.nanos()).isPositive();
        watch.end(costly);
        watch.end(other);
        assertThat(watch.uncountedSeconds(0)).isGreaterThanOrEqualTo(uncounted);
    }

    @Test
    void a_look_that_is_ended_in_a_pause_is_closed_at_once_and_the_thread_goes_with_the_last_one() throws Exception {
        LookBudget cost = watch.cost(MILLI);
        CountDownLatch pauses = new CountDownLatch(1);
        Each slow = begin(number -> {
            pauses.countDown();
            cost.pause(TimeUnit.HOURS.toNanos(1));
        });
        Each other = begin(number -> {});
        assertThat(pauses.await(60, TimeUnit.SECONDS)).isTrue();
        watch.end(other);
        other.awaitClosed();
        watch.end(slow);
        slow.awaitClosed();
        Thread thread = slow.thread;
        assertThat(thread).isNotNull();
        assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
        assertThat(slow.lost.get()).isNull();

        Each again = begin(number -> {});
        again.awaitLooks(2);
        assertThat(again.thread).isNotSameAs(thread);
    }

    @Test
    void an_interrupt_ends_the_thread_and_closes_what_it_looks_at() throws Exception {
        LookBudget cost = watch.cost(MILLI);
        for (boolean inPause : List.of(false, true)) {
            CountDownLatch pauses = new CountDownLatch(1);
            Each look = begin(number -> {
                pauses.countDown();
                if (inPause) {
                    cost.pause(TimeUnit.HOURS.toNanos(1));
                }
            });
            assertThat(pauses.await(60, TimeUnit.SECONDS)).isTrue();
            Thread thread = look.thread;
            assertThat(thread).isNotNull();
            thread.interrupt();
            look.awaitClosed();
            assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
            assertThat(look.lost.get()).isNull();
        }
    }

    @Test
    void to_end_a_look_that_never_returns_takes_about_a_second() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Each look = begin(number -> {
            hangs.countDown();
            awaitForever(over);
        });
        assertThat(hangs.await(60, TimeUnit.SECONDS)).isTrue();
        watch.end(look);
        assertThat(look.closed.getCount()).isOne();
        over.countDown();
        look.awaitClosed();
    }

    private static void awaitForever(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
