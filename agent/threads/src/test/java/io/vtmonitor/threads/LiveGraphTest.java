package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first updates of JDK 21 show only by stacks, or in a state that later ones lack. */
class LiveGraphTest {
    private static final StackTraceElement PARKS = frame("java.util.concurrent.locks.ReentrantLock", "tryLock");
    private static final StackTraceElement WANTS = frame("com.acme.Bank", "pay");

    @Test
    void a_wait_with_a_time_limit_parks_in_another_method() {
        StackTraceElement forATime = frame("java.lang.VirtualThread", "parkNanos");
        assertThat(LiveGraph.parksForATime(List.of(forATime, PARKS, WANTS))).isTrue();
        assertThat(LiveGraph.parksForATime(List.of(frame("java.lang.VirtualThread", "park"), PARKS, WANTS)))
                .isFalse();
        assertThat(LiveGraph.parksForATime(List.of(WANTS, forATime)))
                .as("that is below code of the application")
                .isFalse();
        assertThat(LiveGraph.parksForATime(List.of())).as("no stack was read").isFalse();
    }

    @Test
    void a_runnable_thread_has_no_carrier() {
        assertThat(StateNames.PHASES).containsEntry("RUNNABLE", Phase.READY).containsEntry("RUNNING", Phase.MOUNTED);
    }

    private static StackTraceElement frame(String type, String method) {
        return new StackTraceElement(type, method, null, 7);
    }
}
