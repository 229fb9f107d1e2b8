package io.vtmonitor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.DiagnosedPin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PipeTest {
    private final List<DiagnosedPin> findings = new ArrayList<>();
    private final AtomicInteger diagnosed = new AtomicInteger();
    private final Pipe pipe = new Pipe(
            Duration.ofMillis(5),
            Duration.ofMillis(20),
            blocking -> {
                diagnosed.incrementAndGet();
                return Pins.diagnosis("a.B.run", false);
            },
            List.of(findings::add));

    @Test
    void a_pin_as_long_as_the_threshold_passes_and_a_shorter_one_does_not() {
        Blocking blocking = Pins.pinned("a.B.run");
        pipe.accept(Pins.pin(blocking, 0, 4));
        pipe.accept(Pins.pin(blocking, 0, 5));
        assertThat(findings).hasSize(1);
    }

    @Test
    void monitor_events_have_a_threshold_of_their_own() {
        Blocking enter =
                new Blocking(Pins.stack("a.B.run"), BlockingEvent.MONITOR_ENTER, true, null, null, "java.lang.Object");
        pipe.accept(Pins.pin(enter, 0, 19));
        pipe.accept(Pins.pin(enter, 0, 20));
        assertThat(findings).hasSize(1);
    }

    @Test
    void the_probe_of_the_scheduler_is_no_pin_however_its_thread_came_to_be_pinned() {
        Blocking ours =
                Pins.pinned("java.lang.VirtualThread.parkOnCarrierThread", "io.vtmonitor.scheduler.Probe$Visit.run");
        pipe.accept(Pins.pin(ours, 0, 900));
        pipe.accept(Pins.pin(ours, 1_000, 900));
        assertThat(findings).isEmpty();
        assertThat(diagnosed).hasValue(0);
    }

    @Test
    void a_blocking_is_diagnosed_once_however_often_it_pins() {
        Blocking blocking = Pins.pinned("a.B.run");
        for (int i = 0; i < 100; i++) {
            pipe.accept(Pins.pin(blocking, i * 10, 9));
        }
        assertThat(findings).hasSize(100);
        assertThat(diagnosed).hasValue(1);
    }
}
