package io.vtmonitor.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class PinFreeTest {
    private static final AtomicReference<Thread> EARLIER = new AtomicReference<>();

    /** Not found by itself: its name ends in no Test, and the outer tests run its methods one by one. */
    static class Samples {
        private static final LinkedBlockingQueue<Runnable> WORK = new LinkedBlockingQueue<>();
        private static final Thread SHARED = Thread.ofVirtual().start(() -> {
            while (true) {
                try {
                    WORK.take().run();
                } catch (InterruptedException e) {
                    return;
                }
            }
        });

        @Test
        @PinFree
        void pins() throws InterruptedException {
            Thread.ofVirtual().start(() -> PinningCode.pinFor(30)).join();
        }

        @Test
        @PinFree(atMost = "20ms")
        void pins_for_longer_than_is_allowed() throws InterruptedException {
            Thread.ofVirtual().start(() -> PinningCode.pinFor(30)).join();
        }

        @Test
        @PinFree(atMost = "30s")
        void pins_for_as_long_as_is_allowed() throws InterruptedException {
            Thread.ofVirtual().start(() -> PinningCode.pinFor(30)).join();
        }

        @Test
        @PinFree(ignore = "io.vtmonitor.junit.PinningCode.*")
        void pins_where_that_is_ignored() throws InterruptedException {
            Thread.ofVirtual().start(() -> PinningCode.pinFor(30)).join();
        }

        @Test
        @PinFree(ignore = "com.acme.*")
        void pins_where_something_else_is_ignored() throws InterruptedException {
            Thread.ofVirtual().start(() -> PinningCode.pinFor(30)).join();
        }

        @Test
        @PinFree
        void blocks_a_platform_thread() throws InterruptedException {
            Thread.ofPlatform().start(() -> PinningCode.pinFor(30)).join();
        }

        @Test
        @PinFree
        void sleeps_without_holding_its_carrier() throws InterruptedException {
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            Thread.sleep(30);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .join();
        }

        @Test
        @PinFree
        void pins_on_a_thread_that_others_share() throws InterruptedException {
            CountDownLatch done = new CountDownLatch(1);
            WORK.add(() -> {
                PinningCode.pinFor(30);
                done.countDown();
            });
            done.await();
            assertThat(SHARED.isAlive()).isTrue();
        }

        @Test
        @PinFree(atMost = "150ms")
        void pins_a_little_while_an_earlier_thread_still_pins() throws InterruptedException {
            Thread.ofVirtual().start(() -> PinningCode.pinFor(30)).join();
            EARLIER.get().join();
        }

        @Test
        @PinFree
        void fails_by_itself() throws InterruptedException {
            Thread.ofVirtual().start(() -> PinningCode.pinFor(30)).join();
            throw new IllegalStateException("its own failure");
        }

        @Test
        @PinFree(atMost = "soon")
        void asks_for_no_length_of_time() {}
    }

    @Test
    void a_test_that_pins_fails_with_the_culprit_and_the_cure() {
        assertThat(failure("pins"))
                .startsWith("Virtual threads pinned their carriers:")
                .contains("in 1 pin, longest ", "held by ", "PinningCode", "native", "cure  ")
                .doesNotContain("unsure");
    }

    @Test
    void a_pin_longer_than_the_limit_fails() {
        assertThat(failure("pins_for_longer_than_is_allowed")).contains("for more than 20.0 ms:");
    }

    @Test
    void a_pin_within_the_limit_passes() {
        assertThat(result("pins_for_as_long_as_is_allowed").getStatus()).isEqualTo(Status.SUCCESSFUL);
    }

    @Test
    void an_ignored_site_passes_and_others_do_not() {
        assertThat(result("pins_where_that_is_ignored").getStatus()).isEqualTo(Status.SUCCESSFUL);
        assertThat(failure("pins_where_something_else_is_ignored")).contains("PinningCode");
    }

    @Test
    void what_pins_no_carrier_passes() {
        assertThat(result("blocks_a_platform_thread").getStatus()).isEqualTo(Status.SUCCESSFUL);
        assertThat(result("sleeps_without_holding_its_carrier").getStatus()).isEqualTo(Status.SUCCESSFUL);
    }

    @Test
    void a_pin_of_a_thread_that_is_older_than_the_test_is_said_to_be_unsure() {
        failure("pins_on_a_thread_that_others_share"); // starts the thread
        assertThat(failure("pins_on_a_thread_that_others_share"))
                .contains("unsure: the threads that pinned were started before this test");
    }

    @Test
    void a_pin_that_began_before_a_test_is_not_that_tests() throws InterruptedException {
        Thread earlier = Thread.ofVirtual().start(() -> PinningCode.pinFor(1_000));
        EARLIER.set(earlier);
        while (earlier.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        assertThat(result("pins_a_little_while_an_earlier_thread_still_pins").getStatus())
                .isEqualTo(Status.SUCCESSFUL);
    }

    @Test
    void a_test_that_fails_by_itself_keeps_its_failure() {
        assertThat(failure("fails_by_itself")).isEqualTo("its own failure");
    }

    @Test
    void a_limit_that_is_none_is_refused_before_the_test_runs() {
        assertThat(failure("asks_for_no_length_of_time")).contains("accepted is a number with us, ms or s");
    }

    /** Seen once is enough: the machine may do other work, and the compiler takes its time. */
    @Test
    void a_test_that_ran_a_virtual_thread_takes_at_most_150_milliseconds_longer() {
        Duration allowed = Duration.ofMillis(30 + 150); // it sleeps for 30 of them
        Duration best = Duration.ofDays(1);
        for (int round = 0; round < 60 && best.compareTo(allowed) > 0; round++) {
            Events events = EngineTestKit.engine("junit-jupiter")
                    .selectors(selectMethod(Samples.class, "sleeps_without_holding_its_carrier"))
                    .execute()
                    .testEvents();
            Duration took = Duration.between(
                    events.started().list().get(0).getTimestamp(),
                    events.finished().list().get(0).getTimestamp());
            best = took.compareTo(best) < 0 ? took : best;
        }
        assertThat(best).isLessThanOrEqualTo(allowed);
    }

    private static String failure(String method) {
        TestExecutionResult result = result(method);
        assertThat(result.getStatus()).isEqualTo(Status.FAILED);
        return String.valueOf(result.getThrowable().orElseThrow().getMessage());
    }

    private static TestExecutionResult result(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Samples.class, method))
                .execute()
                .testEvents()
                .finished()
                .list()
                .get(0)
                .getRequiredPayload(TestExecutionResult.class);
    }
}
