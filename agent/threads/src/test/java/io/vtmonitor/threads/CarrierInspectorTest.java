package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.threads.CarrierInspector.Look;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A carrier's state is read before its stack, and the thread may have continued in between. */
class CarrierInspectorTest {
    private static final Carrier CARRIER = new Carrier(new Thread("carrier"), null, null);
    private static final String CANCELS = "java.util.concurrent.FutureTask.cancel";
    private static final String PARKS = "jdk.internal.misc.Unsafe.park";

    @Test
    void a_wait_in_a_method_that_waits_for_nothing_counts_if_the_next_reading_is_the_same() {
        Look same = reading(Thread.State.WAITING, CANCELS, 1);
        assertThat(settled(same, same).waitsForClass()).isTrue();
        Look moved = settled(
                same,
                reading(Thread.State.WAITING, CANCELS, 2),
                reading(Thread.State.WAITING, CANCELS, 3),
                reading(Thread.State.WAITING, CANCELS, 4));
        assertThat(moved.waitsForClass()).isFalse();
        assertThat(moved.state()).isEqualTo(Thread.State.RUNNABLE);
    }

    @Test
    void a_wait_with_a_time_is_none_for_a_class() {
        assertThat(settled(reading(Thread.State.TIMED_WAITING, CANCELS, 1)).waitsForClass())
                .isFalse();
    }

    @Test
    void a_native_call_that_has_ended_at_the_next_reading_is_not_what_the_thread_does() {
        Look wakes = reading(Thread.State.RUNNABLE, "jdk.internal.misc.Unsafe.unpark", -2);
        Look parks = reading(Thread.State.TIMED_WAITING, PARKS, -2);
        assertThat(settled(wakes, parks)).isEqualTo(parks);
        assertThat(settled(wakes, wakes)).isEqualTo(wakes);
    }

    private static Look settled(Look... readings) {
        Iterator<Look> next = List.of(readings).iterator();
        return Look.settled(next::next);
    }

    /** @param line -2 for a native method, see {@link StackTraceElement} */
    private static Look reading(Thread.State state, String method, int line) {
        int dot = method.lastIndexOf('.');
        return new Look(
                CARRIER,
                state,
                null,
                List.of(new StackTraceElement(method.substring(0, dot), method.substring(dot + 1), null, line)));
    }
}
