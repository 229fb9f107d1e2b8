package io.vtmonitor.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** As measured on JDK 25: the pinned event begins 100 ns after its monitor event and ends some microseconds later. */
class MonitorPairsTest {
    private static final String ENTER = "Contended monitor enter";
    private static final String WAIT = "Object.wait";
    private static final Stack STACK = Pins.stack("a.B.enter", "a.B.run");

    private final List<Pin> out = new ArrayList<>();
    private final MonitorPairs pairs = new MonitorPairs(
            (pinned, monitor) -> new Pin(
                    pinned.blocking(),
                    pinned.startNanos(),
                    pinned.durationNanos(),
                    pinned.threadId(),
                    "joined",
                    monitor.previousOwner()),
            out::add);

    @Test
    void a_monitor_event_before_its_pinned_event_makes_one_pin() {
        pairs.monitor(monitor(BlockingEvent.MONITOR_ENTER, 7, 1_000));
        pairs.pinned(pinned(ENTER, 7, 1_000));
        assertThat(out).singleElement().satisfies(pin -> {
            assertThat(pin.threadName()).isEqualTo("joined");
            assertThat(pin.previousOwner()).isEqualTo("owner of 7");
            assertThat(pin.blocking().event()).isEqualTo(BlockingEvent.PINNED);
        });
        pairs.flush();
        assertThat(out).hasSize(1);
    }

    @Test
    void the_other_order_makes_the_same_pin() {
        pairs.pinned(pinned(ENTER, 7, 1_000));
        assertThat(out).isEmpty();
        pairs.monitor(monitor(BlockingEvent.MONITOR_ENTER, 7, 1_000));
        pairs.flush();
        assertThat(out).singleElement().extracting(Pin::threadName).isEqualTo("joined");
    }

    @Test
    void another_thread_another_time_or_another_kind_is_no_partner() {
        pairs.monitor(monitor(BlockingEvent.MONITOR_ENTER, 8, 1_000));
        pairs.monitor(monitor(BlockingEvent.MONITOR_ENTER, 7, 3_000));
        pairs.monitor(monitor(BlockingEvent.MONITOR_WAIT, 7, 1_000));
        pairs.pinned(pinned(ENTER, 7, 1_000));
        pairs.flush();
        assertThat(out).singleElement().extracting(Pin::threadName).isEqualTo("");
    }

    @Test
    void a_thread_that_blocks_twice_gets_each_owner_once() {
        for (int i = 0; i < 3; i++) {
            pairs.monitor(monitor(BlockingEvent.MONITOR_WAIT, 7, 1_000 + 100 * i));
            pairs.pinned(pinned(WAIT, 7, 1_000 + 100 * i));
        }
        assertThat(out).hasSize(3).allMatch(pin -> pin.threadName().equals("joined"));
    }

    @Test
    void a_thread_that_the_stream_does_not_know_yet_is_known_by_its_stack() {
        pairs.monitor(monitor(BlockingEvent.MONITOR_ENTER, 7, 1_000));
        pairs.pinned(pinned(ENTER, 0, 1_000));
        assertThat(out).singleElement().extracting(Pin::threadName).isEqualTo("joined");

        Blocking elsewhere = new Blocking(Pins.stack("a.C.run"), BlockingEvent.PINNED, false, ENTER, "", null);
        pairs.monitor(monitor(BlockingEvent.MONITOR_ENTER, 7, 2_000));
        pairs.pinned(new Pin(elsewhere, 2_000_000_100L, 60_000_000, 0, "", null));
        pairs.flush();
        assertThat(out).hasSize(2);
        assertThat(out.get(1).threadName()).isEmpty();
    }

    @Test
    void a_flush_between_the_two_does_not_part_them() {
        pairs.monitor(monitor(BlockingEvent.MONITOR_ENTER, 7, 1_000));
        pairs.flush();
        pairs.pinned(pinned(ENTER, 7, 1_000));
        assertThat(out).singleElement().extracting(Pin::threadName).isEqualTo("joined");
    }

    @Test
    void a_pinned_event_is_held_back_until_the_flush_at_most() {
        pairs.pinned(pinned(ENTER, 7, 1_000));
        assertThat(out).isEmpty();
        pairs.flush();
        assertThat(out).hasSize(1);
    }

    @Test
    void a_storm_without_partners_is_passed_on_whole_and_in_bounded_memory() {
        for (int i = 0; i < 100_000; i++) {
            pairs.pinned(pinned(WAIT, i + 1, i));
        }
        assertThat(out).hasSizeGreaterThan(98_000);
        pairs.flush();
        assertThat(out).hasSize(100_000);
    }

    private static Pin pinned(String operation, long thread, long startMillis) {
        Blocking blocking = new Blocking(STACK, BlockingEvent.PINNED, false, operation, "Native or VM frame", null);
        return new Pin(blocking, startMillis * 1_000_000 + 100, 60_070_000, thread, "", null);
    }

    private static Pin monitor(BlockingEvent kind, long thread, long startMillis) {
        Blocking blocking = new Blocking(STACK, kind, false, null, null, "java.lang.Object");
        return new Pin(blocking, startMillis * 1_000_000, 60_000_000, thread, "", "owner of " + thread);
    }
}
