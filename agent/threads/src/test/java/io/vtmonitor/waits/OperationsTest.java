package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationsTest {
    private static StackTraceElement frame(String type, String method) {
        return new StackTraceElement(type, method, null, 1);
    }

    @Test
    void who_waits_without_a_frame_of_object_wait_waits_for_the_initializer_of_a_class() {
        StackTraceElement ours = frame("com.acme.Service", "call");

        assertThat(Operations.of(Phase.WAITING, List.of(frame("java.lang.Object", "wait0"), ours)))
                .isEqualTo(WaitOperation.OBJECT_WAIT);
        assertThat(Operations.of(Phase.WAITING, List.of(ours))).isEqualTo(WaitOperation.CLASS_INIT_WAIT);
        assertThat(Operations.of(Phase.WAITING, List.of())).isEqualTo(WaitOperation.UNKNOWN);
    }

    @Test
    void who_acquires_a_librarys_synchronizer_with_others_does_not_want_it_alone() {
        String queued = "java.util.concurrent.locks.AbstractQueuedSynchronizer";
        StackTraceElement library = frame("org.lib.Mutex", "lock");

        assertThat(Operations.mayWantAlone(List.of(frame(queued, "acquire"), library)))
                .isTrue();
        assertThat(Operations.mayWantAlone(List.of(frame(queued, "acquire"), frame(queued, "acquireShared"), library)))
                .isFalse();
        assertThat(Operations.mayWantAlone(List.of(frame("java.util.concurrent.CountDownLatch", "await"))))
                .as("only the JDK's frames")
                .isFalse();
    }

    @Test
    void who_waits_on_a_thread_in_its_join_waits_for_the_end_of_it() {
        List<StackTraceElement> joins = List.of(
                frame("java.lang.Object", "wait0"),
                frame("java.lang.Object", "wait"),
                frame("java.lang.Thread", "join"),
                frame("com.acme.Service", "call"));
        assertThat(Operations.of(Phase.WAITING, joins)).isEqualTo(WaitOperation.JOIN);
        assertThat(Operations.parked(joins)).as("of a platform thread").isEqualTo(WaitOperation.JOIN);
    }

    @Test
    void guavas_futures_park_by_themselves() {
        StackTraceElement park = frame("java.util.concurrent.locks.LockSupport", "park");
        assertThat(Operations.parked(List.of(
                        park,
                        frame("com.google.common.util.concurrent.AbstractFutureState", "blockingGet"),
                        frame("com.google.common.cache.LocalCache$Segment", "waitForLoadingValue"))))
                .isEqualTo(WaitOperation.FUTURE);
        assertThat(Operations.parked(List.of(park, frame("com.acme.Service", "call"))))
                .isEqualTo(WaitOperation.PARK);
    }
}
