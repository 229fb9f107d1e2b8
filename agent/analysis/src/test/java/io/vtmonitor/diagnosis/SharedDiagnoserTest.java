package io.vtmonitor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Diagnosis;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedDiagnoserTest {
    private final AtomicInteger diagnosed = new AtomicInteger();

    @Test
    void a_blocking_is_diagnosed_once() {
        SharedDiagnoser shared = new SharedDiagnoser(this::diagnose);
        Diagnosis first = shared.apply(Pins.pinned("a.B.run"));
        assertThat(shared.apply(Pins.pinned("a.B.run"))).isSameAs(first);
        assertThat(diagnosed).hasValue(1);
    }

    @Test
    void two_threads_diagnose_at_the_same_time() {
        CyclicBarrier both = new CyclicBarrier(2);
        SharedDiagnoser shared = new SharedDiagnoser(blocking -> {
            await(both);
            return diagnose(blocking);
        });
        CompletableFuture<Diagnosis> one = CompletableFuture.supplyAsync(() -> shared.apply(Pins.pinned("a.B.run")));
        Diagnosis other = shared.apply(Pins.pinned("a.C.run"));
        assertThat(one.join()).isNotSameAs(other);
        assertThat(diagnosed).hasValue(2);
    }

    @Test
    void threads_that_diagnosed_the_same_at_the_same_time_get_the_same_object() {
        CyclicBarrier both = new CyclicBarrier(2);
        SharedDiagnoser shared = new SharedDiagnoser(blocking -> {
            await(both);
            return diagnose(blocking);
        });
        CompletableFuture<Diagnosis> one = CompletableFuture.supplyAsync(() -> shared.apply(Pins.pinned("a.B.run")));
        assertThat(shared.apply(Pins.pinned("a.B.run"))).isSameAs(one.join());
        assertThat(diagnosed).hasValue(2);
    }

    private Diagnosis diagnose(Blocking blocking) {
        diagnosed.incrementAndGet();
        return Pins.diagnosis("a.B.run", false);
    }

    private static void await(CyclicBarrier both) {
        try {
            both.await(5, TimeUnit.MINUTES);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError("the other thread does not diagnose meanwhile", e);
        }
    }
}
