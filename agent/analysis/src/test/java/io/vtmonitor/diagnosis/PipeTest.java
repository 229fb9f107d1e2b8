package io.vtmonitor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.PinColumns;
import io.vtmonitor.model.RecordedThread;
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

    @Test
    void columns_pass_as_their_pins_would() {
        Blocking blocking = Pins.pinned("a.B.run");
        Blocking ours = Pins.pinned("io.vtmonitor.scheduler.Probe$Visit.run");
        Blocking enter =
                new Blocking(Pins.stack("a.B.run"), BlockingEvent.MONITOR_ENTER, true, null, null, "java.lang.Object");
        PinColumns columns = new PinColumns();
        columns.tables(
                new Blocking[] {blocking, ours, enter},
                new RecordedThread[] {new RecordedThread(true, true, 7, "worker"), RecordedThread.UNKNOWN});
        columns.add(10, 4_000_000, 0, 0, PinColumns.NO_THREAD);
        columns.add(20, 5_000_000, 0, 0, 0);
        columns.add(30, 900_000_000, 1, 0, PinColumns.NO_THREAD);
        columns.add(40, 19_000_000, 2, 0, PinColumns.NO_THREAD);
        columns.add(50, 20_000_000, 2, 0, 1);

        pipe.accept(columns);

        assertThat(findings)
                .extracting(DiagnosedPin::pin)
                .containsExactly(
                        new Pin(blocking, 20, 5_000_000, 7, "worker", "worker"),
                        new Pin(enter, 50, 20_000_000, 7, "worker", null));
        assertThat(diagnosed).hasValue(2);
    }
}
