package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitedMonitorTest {
    private final Object one = new Object();
    private final Object other = new Object();

    @Test
    void a_thread_waits_on_what_the_frame_nearest_to_its_wait_owns_and_owns_the_rest() {
        WaitedMonitor<Object> waited = WaitedMonitor.of(List.of(List.of(), List.of(one), List.of(one, other)));
        assertThat(waited.monitor()).isSameAs(one);
        assertThat(waited.owned()).containsExactly(List.of(), List.of(), List.of(other));
    }

    @Test
    void of_several_it_is_not_known_on_which_it_waits() {
        WaitedMonitor<Object> waited = WaitedMonitor.of(List.of(List.of(one, other), List.of(other)));
        assertThat(waited.monitor()).isNull();
        assertThat(waited.owned()).containsExactly(List.of(), List.of());
        assertThat(WaitedMonitor.of(List.of()).monitor()).isNull();
    }

    @Test
    void only_a_thread_whose_topmost_frame_is_wait_is_in_it() {
        StackTraceElement waits = new StackTraceElement("java.lang.Object", "wait0", null, -2);
        StackTraceElement calls = new StackTraceElement("com.acme.Cache", "load", null, 88);
        assertThat(WaitedMonitor.isInWait(List.of(waits, calls))).isTrue();
        assertThat(WaitedMonitor.isInWait(List.of(calls, waits))).isFalse();
        assertThat(WaitedMonitor.isInWait(List.of())).isFalse();
    }
}
