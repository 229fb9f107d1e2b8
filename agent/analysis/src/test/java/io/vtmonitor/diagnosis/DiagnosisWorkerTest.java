package io.vtmonitor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DiagnosisWorkerTest {
    private static final long SOON = TimeUnit.MINUTES.toNanos(1);

    private final List<DiagnosedPin> findings = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger diagnosed = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong(1);
    private DiagnosisWorker worker = worker(100, 100);

    @AfterEach
    void end() {
        go.countDown();
        worker.finish();
    }

    @Test
    void whoever_hands_pins_over_does_not_wait_for_the_look_up_of_their_stack() throws InterruptedException {
        Blocking blocking = Pins.pinned("a.B.run");
        worker.accept(Pins.pin(blocking, 0, 5));
        worker.accept(Pins.pin(blocking, 10, 5));
        started.await();
        assertThat(findings).as("the look-up goes on").isEmpty();
        assertThat(worker.hasPassedAll()).isFalse();

        go.countDown();
        finish();
        assertThat(findings).extracting(this::site).containsExactly("exact.Site.run", "exact.Site.run");
        assertThat(diagnosed).hasValue(1);
        assertThat(worker.limits()).isEmpty();
    }

    @Test
    void a_stack_that_is_known_passes_while_another_is_looked_up() throws InterruptedException {
        Blocking known = Pins.pinned("a.Known.run");
        go.countDown();
        worker.accept(Pins.pin(known, 0, 5));
        while (!worker.hasPassedAll()) {
            Thread.onSpinWait();
        }
        CountDownLatch late = new CountDownLatch(1);
        hold = late;
        worker.accept(Pins.pin(Pins.pinned("a.Slow.run"), 0, 5));
        worker.accept(Pins.pin(known, 10, 5));
        assertThat(findings).hasSize(2);
        late.countDown();
        finish();
        assertThat(findings).hasSize(3);
    }

    @Test
    void a_full_queue_costs_the_holders_of_what_comes_then_and_no_pin() throws InterruptedException {
        worker = worker(2, 3);
        Blocking first = Pins.pinned("a.First.run");
        worker.accept(Pins.pin(first, 0, 5));
        worker.accept(Pins.pin(Pins.pinned("a.Second.run"), 10, 5));
        worker.accept(Pins.pin(Pins.pinned("a.Third.run"), 20, 5));
        assertThat(findings).as("two stacks may wait").extracting(this::site).containsExactly("hasty.Site.run");
        worker.accept(Pins.pin(first, 30, 5));
        worker.accept(Pins.pin(first, 40, 5));
        assertThat(findings).as("three pins may wait").hasSize(2);

        go.countDown();
        finish();
        assertThat(findings).hasSize(5);
        assertThat(findings)
                .extracting(this::site)
                .filteredOn("exact.Site.run"::equals)
                .hasSize(3);
        assertThat(revisions).hasSize(2).allMatch(line -> line.equals("hasty.Site.run is exact.Site.run"));
        assertThat(worker.limits()).as("looked up after all").isEmpty();
    }

    @Test
    void a_stack_with_a_class_that_comes_late_is_diagnosed_again_until_it_is_there() {
        go.countDown();
        missing = 3;
        Blocking blocking = Pins.pinned("a.B.run");
        worker.accept(Pins.pin(blocking, 0, 5));
        await(() -> worker.hasPassedAll());
        assertThat(findings).extracting(this::site).containsExactly("provisional.Site.run");
        while (revisions.isEmpty()) {
            nanos.addAndGet(ProvisionalStacks.BETWEEN_LOOKS_NANOS);
            Thread.yield();
        }
        assertThat(revisions).containsExactly("provisional.Site.run is exact.Site.run");
        assertThat(diagnosed).as("once, in vain twice more, and then").hasValue(4);
        worker.accept(Pins.pin(blocking, 10, 5));
        assertThat(findings).extracting(this::site).containsExactly("provisional.Site.run", "exact.Site.run");
        assertThat(worker.limits()).isEmpty();
    }

    @Test
    void between_two_looks_for_a_class_that_comes_late_there_is_time_and_the_end_has_one_more() {
        go.countDown();
        missing = 1;
        worker.accept(Pins.pin(Pins.pinned("a.B.run"), 0, 5));
        await(() -> worker.hasPassedAll());
        worker.accept(Pins.pin(Pins.pinned("a.C.run"), 0, 5));
        await(() -> worker.hasPassedAll());
        assertThat(diagnosed).hasValue(2);
        assertThat(revisions).isEmpty();
        finish();
        assertThat(revisions).containsExactly("provisional.Site.run is exact.Site.run");
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void at_the_end_what_comes_waits_for_room_and_what_can_not_be_looked_up_in_time_is_counted_all_the_same() {
        worker = worker(1, 1);
        worker.finishing(System.nanoTime() + SOON);
        Thread.startVirtualThread(() -> {
            started.countDown();
            go.countDown();
        });
        for (int i = 0; i < 50; i++) {
            worker.accept(Pins.pin(Pins.pinned("a.B" + i + ".run"), i, 5));
        }
        worker.finish();
        assertThat(findings).hasSize(50).extracting(this::site).containsOnly("exact.Site.run");
        worker.accept(Pins.pin(Pins.pinned("a.Later.run"), 90, 5));
        assertThat(findings).hasSize(51);
    }

    @Test
    void an_end_whose_time_is_over_counts_what_waits_once() throws InterruptedException {
        worker.accept(Pins.pin(Pins.pinned("a.B.run"), 0, 5));
        started.await();
        worker.finishing(System.nanoTime());
        worker.finish();
        assertThat(findings).extracting(this::site).containsExactly("hasty.Site.run");
        go.countDown();
        worker.finish();
        assertThat(findings).hasSize(1);
    }

    @Test
    void a_thread_that_is_held_up_for_ever_hides_no_pin() throws InterruptedException {
        worker.accept(Pins.pin(Pins.pinned("a.B.run"), 0, 5));
        started.await();
        assertThat(worker.hasPassedAll()).isFalse();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(11));
        assertThat(worker.hasPassedAll()).isTrue();
        worker.accept(Pins.pin(Pins.pinned("a.C.run"), 0, 5));
        assertThat(findings).hasSize(2).extracting(this::site).containsOnly("hasty.Site.run");

        go.countDown();
        worker.accept(Pins.pin(Pins.pinned("a.B.run"), 0, 5));
        finish();
        assertThat(findings).as("once each").hasSize(3);
    }

    @Test
    void an_error_in_the_look_up_costs_the_holders_alone() {
        fails = true;
        go.countDown();
        worker.accept(Pins.pin(Pins.pinned("a.B.run"), 0, 5));
        finish();
        assertThat(findings).extracting(this::site).containsExactly("hasty.Site.run");
        assertThat(worker.limits()).containsExactly(Limit.of(LimitKind.STACKS_NOT_LOOKED_UP, 1L));
    }

    @Test
    void the_thread_that_looks_up_outlives_a_lack_of_memory() {
        AtomicInteger failures = new AtomicInteger(2);
        worker = new DiagnosisWorker(pipe(Duration.ZERO, this::exact), pipe(Duration.ZERO, this::hasty), 9, 9, () -> {
            if (Thread.currentThread().getName().equals("vt-monitor-lookup") && failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("for a test");
            }
            return nanos.get();
        });
        go.countDown();
        worker.accept(Pins.pin(Pins.pinned("a.B.run"), 0, 5));
        await(() -> worker.hasPassedAll());
        assertThat(findings).extracting(this::site).containsExactly("exact.Site.run");
        assertThat(worker.limits()).isEmpty();
    }

    @Test
    void short_pins_wait_for_nothing_and_are_dropped() {
        worker = new DiagnosisWorker(
                pipe(Duration.ofMillis(6), this::exact), pipe(Duration.ofMillis(6), this::hasty), 9, 9, nanos::get);
        worker.accept(Pins.pin(Pins.pinned("a.B.run"), 0, 5));
        assertThat(worker.hasPassedAll()).isTrue();
        assertThat(findings).isEmpty();
    }

    private volatile CountDownLatch hold = new CountDownLatch(0);
    private volatile boolean fails;

    /** How many diagnoses a class is missing for. */
    private volatile int missing;

    private final List<String> revisions = Collections.synchronizedList(new ArrayList<>());

    private DiagnosisWorker worker(int stacks, int pins) {
        return new DiagnosisWorker(
                pipe(Duration.ZERO, this::exact), pipe(Duration.ZERO, this::hasty), stacks, pins, nanos::get);
    }

    private Pipe pipe(Duration threshold, java.util.function.Function<Blocking, Diagnosis> diagnoser) {
        DiagnosedPinSink told = new DiagnosedPinSink() {
            @Override
            public void accept(DiagnosedPin diagnosed) {
                findings.add(diagnosed);
            }

            @Override
            public void revised(Diagnosis before, Diagnosis after) {
                revisions.add(site(before) + " is " + site(after));
            }
        };
        return new Pipe(threshold, threshold, diagnoser, List.of(told));
    }

    private Diagnosis exact(Blocking blocking) {
        diagnosed.incrementAndGet();
        started.countDown();
        try {
            go.await();
            hold.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (fails) {
            throw new OutOfMemoryError("for a test");
        }
        if (missing > 0) {
            missing--;
            return Pins.diagnosis("provisional.Site.run", false).with(true);
        }
        return Pins.diagnosis("exact.Site.run", false);
    }

    private Diagnosis hasty(Blocking blocking) {
        return Pins.diagnosis("hasty.Site.run", false);
    }

    private String site(DiagnosedPin diagnosed) {
        return site(diagnosed.diagnosis());
    }

    private static String site(Diagnosis diagnosis) {
        return diagnosis.site().holders().get(0).toString();
    }

    private void finish() {
        worker.finishing(System.nanoTime() + SOON);
        worker.finish();
    }
}
