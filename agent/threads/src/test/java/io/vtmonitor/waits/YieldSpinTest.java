package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class YieldSpinTest {
    private static final String BAG = "com.zaxxer.hikari.util.ConcurrentBag.requite";
    private static final String[] YIELDS = {"java.lang.VirtualThread.tryYield", "java.lang.Thread.yield", BAG};
    private static final String[] PARKS = {
        "java.lang.VirtualThread.parkNanos", "java.util.concurrent.locks.LockSupport.parkNanos", BAG
    };

    private final YieldSpin spin = new YieldSpin();

    private void seen(int times, String... methods) {
        List<StackTraceElement> trace = new ArrayList<>();
        for (String method : methods) {
            int dot = method.lastIndexOf('.');
            trace.add(new StackTraceElement(method.substring(0, dot), method.substring(dot + 1), null, 1));
        }
        for (int i = 0; i < times; i++) {
            spin.add(trace);
        }
    }

    @Test
    void a_thread_anywhere_in_the_method_in_which_others_yield_spins_there_too() {
        seen(5, YIELDS);
        seen(4, BAG);
        seen(3, PARKS);
        seen(4, "com.acme.Job.run");
        assertThat(spin.method()).isEqualTo(BAG);
        assertThat(spin.part()).isEqualTo(0.75);
    }

    @Test
    void a_method_that_computes_and_is_seldom_seen_to_yield_does_not_spin() {
        seen(3, "java.lang.Thread.yield", "com.acme.Prices.sum");
        seen(13, "com.acme.Prices.sum");
        assertThat(spin.method()).isNull();
        assertThat(spin.part()).isZero();
    }

    @Test
    void three_threads_are_too_few_and_sixteen_are_enough() {
        seen(3, YIELDS);
        assertThat(spin.method()).isNull();
        assertThat(spin.wantsMore()).isTrue();
        seen(13, YIELDS);
        assertThat(spin.method()).isEqualTo(BAG);
        assertThat(spin.wantsMore()).isFalse();
    }
}
