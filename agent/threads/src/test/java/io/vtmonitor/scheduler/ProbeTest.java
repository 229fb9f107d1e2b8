package io.vtmonitor.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.report.ScheduleDelays.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private final AtomicLong clock = new AtomicLong(1_000);
    private final List<Thread> made = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();
    private final List<Long> delays = new ArrayList<>();

    @Test
    void each_virtual_thread_measures_its_start_and_then_its_unpark() throws Exception {
        Probe probe = probe((name, work) -> new Thread(work, name));
        while (delays.size() < 4) {
            probe.tick();
            clock.addAndGet(10);
            Thread.onSpinWait();
        }
        assertThat(kinds).startsWith(Kind.START, Kind.UNPARK, Kind.START, Kind.UNPARK);
        assertThat(delays).allMatch(delay -> delay >= 0);
        for (Thread thread : made.subList(0, 2)) {
            thread.join();
        }
    }

    @Test
    void a_starved_scheduler_is_given_one_thread_and_the_wait_is_told() {
        Probe probe = probe(NeverRuns::new);
        for (int i = 0; i < 100; i++) {
            probe.tick();
            clock.addAndGet(50);
        }
        assertThat(made).hasSize(1);
        assertThat(probe.runs()).isEqualTo(1);
        assertThat(probe.waitingNanos()).isEqualTo(100 * 50);
        assertThat(delays).isEmpty();
    }

    @Test
    void after_a_start_that_failed_the_next_tick_begins_anew() {
        Probe probe = probe(NoMemory::new);
        assertThatThrownBy(probe::tick).isInstanceOf(OutOfMemoryError.class);
        assertThat(probe.waitingNanos()).isZero();
        assertThatThrownBy(probe::tick).isInstanceOf(OutOfMemoryError.class);
        assertThat(made).hasSize(2);
        assertThat(probe.runs()).isZero();
    }

    private Probe probe(Probe.Threads threads) {
        return new Probe(
                (name, work) -> {
                    Thread thread = threads.unstarted(name, work);
                    made.add(thread);
                    return thread;
                },
                (kind, nanos) -> {
                    kinds.add(kind);
                    delays.add(nanos);
                },
                clock::get);
    }

    private static final class NeverRuns extends Thread {
        NeverRuns(String name, Runnable work) {
            super(work, name);
        }

        @Override
        public void start() {
            // no carrier ever takes it
        }
    }

    private static final class NoMemory extends Thread {
        NoMemory(String name, Runnable work) {
            super(work, name);
        }

        @Override
        public void start() {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }
}
