package io.vtmonitor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.HolderFinder;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnoserTest {
    private static final Advice ADVICE = Pins.advice("x");

    @Test
    void a_socket_read_is_told_by_the_frames_of_the_jdk() {
        Diagnosis diagnosis = diagnose(
                Pins.pinned(
                        "java.lang.VirtualThread.parkOnCarrierThread",
                        "sun.nio.ch.NioSocketImpl.park",
                        "sun.nio.ch.NioSocketImpl.implRead",
                        "java.net.Socket$SocketInputStream.read",
                        "com.acme.Client.read"),
                Hold.MONITOR);
        assertThat(diagnosis.site().operation()).isEqualTo(Operation.SOCKET_READ);
    }

    @Test
    void waiting_for_a_lock_is_told_from_other_parks() {
        assertThat(diagnose(Pins.pinned("java.util.concurrent.locks.ReentrantLock.lock", "a.B.run"), Hold.MONITOR)
                        .site()
                        .operation())
                .isEqualTo(Operation.LOCK);
        assertThat(diagnose(Pins.pinned("java.util.concurrent.CountDownLatch.await", "a.B.run"), Hold.MONITOR)
                        .site()
                        .operation())
                .isEqualTo(Operation.PARK);
    }

    @Test
    void the_texts_of_jdk_24_and_later_are_understood_though_the_jvm_cuts_them() {
        Blocking cut = new Blocking(
                Pins.stack("a.B.run"),
                BlockingEvent.PINNED,
                false,
                "Object.wait",
                "Waited for initialization of a.very.lo",
                null);
        Diagnosis diagnosis = new Diagnoser(blocking -> List.of(), (any, holders, reason) -> ADVICE).apply(cut);
        assertThat(diagnosis.site().operation()).isEqualTo(Operation.CLASS_INIT_WAIT);
        assertThat(diagnosis.reason()).isEqualTo(Reason.CLASS_INIT_WAIT);
        assertThat(diagnosis.compensated()).isFalse();
    }

    @Test
    void object_wait_before_24_is_compensated() {
        Blocking wait = new Blocking(
                Pins.stack("java.lang.Object.wait0", "a.B.run"), BlockingEvent.MONITOR_WAIT, true, null, null, "a.B");
        Diagnosis diagnosis = diagnose(wait, Hold.OBJECT_WAIT);
        assertThat(diagnosis.compensated()).isTrue();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.GONE_ON_24);
    }

    @Test
    void object_wait_before_24_is_compensated_without_a_stack_too_and_a_wait_for_a_class_is_not() {
        assertThat(waitWithoutStack("a.B").compensated()).isTrue();
        assertThat(waitWithoutStack("[I").compensated()).isFalse();
    }

    private static Diagnosis waitWithoutStack(String monitorClass) {
        return diagnose(new Blocking(Pins.stack(), BlockingEvent.MONITOR_WAIT, true, null, null, monitorClass));
    }

    @Test
    void a_loader_that_its_caller_may_have_called_makes_what_becomes_of_the_pin_unknown() {
        Holder perhaps = new Holder(Pins.frame("a.B.run"), Hold.CLASS_LOAD, 0, null, Confidence.UNKNOWN, null);
        Holder monitor = new Holder(Pins.frame("a.B.run"), Hold.MONITOR, 1, null, Confidence.LIKELY, null);
        assertThat(new Diagnoser(blocking -> List.of(monitor, perhaps), (any, holders, reason) -> ADVICE)
                        .apply(Pins.pinned("a.B.run"))
                        .verdict())
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void a_loader_that_the_jvm_called_is_another_site_than_one_that_owns_its_monitor_alone() {
        Holder monitor = new Holder(Pins.frame("a.Loader.load"), Hold.MONITOR, 1, null, Confidence.EXACT, null);
        Holder called = new Holder(Pins.frame("a.Loader.load"), Hold.CLASS_LOAD, 0, null, Confidence.EXACT, null);
        assertThat(id(monitor, monitor)).isEqualTo(id(monitor)).isEqualTo("a.Loader.load [park]");
        assertThat(id(monitor, called)).isEqualTo("a.Loader.load < a.Loader.load [park]");
    }

    private static String id(Holder... holders) {
        return new Diagnoser(blocking -> List.of(holders), (any, found, reason) -> ADVICE)
                .apply(Pins.pinned("a.B.run"))
                .site()
                .id();
    }

    @Test
    void one_native_holder_is_enough_for_a_pin_to_stay() {
        assertThat(diagnose(Pins.pinned("a.B.run"), Hold.MONITOR, Hold.NATIVE).verdict())
                .isEqualTo(Verdict.STAYS);
        assertThat(diagnose(Pins.pinned("a.B.run"), Hold.MONITOR, Hold.CLASS_INIT_WAIT)
                        .verdict())
                .isEqualTo(Verdict.EASED_ON_26);
        assertThat(diagnose(Pins.pinned("a.B.run"), Hold.MONITOR).verdict()).isEqualTo(Verdict.GONE_ON_24);
    }

    @Test
    void a_frame_that_the_jvm_reports_and_the_stack_does_not_show_leaves_open_what_becomes_of_the_pin() {
        Blocking blocking = new Blocking(
                Pins.stack("java.lang.VirtualThread.park", "a.B.run"),
                BlockingEvent.PINNED,
                false,
                "LockSupport.park",
                "Native or VM frame on stack",
                null);
        Diagnosis diagnosis = new Diagnoser(any -> List.of(), (any, holders, reason) -> ADVICE).apply(blocking);
        assertThat(diagnosis.reason()).isEqualTo(Reason.UNKNOWN);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(new KnowledgeBase()
                        .advise(blocking, List.of(), diagnosis.reason())
                        .summary())
                .startsWith("The JVM reports a native frame or one of its own on the stack");
    }

    @Test
    void a_wait_with_a_timeout_that_the_jvm_keeps_on_its_carrier_is_a_reason_of_its_own() {
        Frame wait0 = new Frame("java.lang.Object", "wait0", "(J)V", 0, 0, 0);
        Frame timed = new Frame("java.lang.Object", "wait", "(J)V", 1, 0, 0);
        Frame untimed = new Frame("java.lang.Object", "wait", "()V", 2, 0, 0);
        Frame run = Pins.frame("a.B.run");
        assertThat(keptByJvm(new Stack(List.of(wait0, timed, run), false)).reason())
                .isEqualTo(Reason.TIMED_WAIT);
        assertThat(keptByJvm(new Stack(List.of(wait0, timed, untimed, run), false))
                        .reason())
                .isEqualTo(Reason.UNKNOWN);
        assertThat(keptByJvm(new Stack(List.of(wait0, timed, run), true)).reason())
                .as("of a cut stack, a native frame may be missing")
                .isEqualTo(Reason.UNKNOWN);
    }

    @Test
    void a_printed_wait_with_a_timeout_has_no_reason_as_long_as_a_frame_may_be_native() {
        Frame timed = new Frame("java.lang.Object", "wait", "(J)V", -1, 389, 0);
        Frame untold = new Frame("a.Native", "call", "", -1, 0, 0);
        Frame line = new Frame("a.B", "run", "", -1, 7, 0);
        CulpritFinder finder = new CulpritFinder(ClassBytes.NONE);
        Diagnosis perhaps = keptByJvm(finder, new Stack(List.of(timed, untold, line), false));
        assertThat(perhaps.reason()).isEqualTo(Reason.UNKNOWN);
        assertThat(perhaps.unread()).containsExactly("a.Native");
        assertThat(keptByJvm(finder, new Stack(List.of(timed, line), false)).reason())
                .as("what has a line is not native")
                .isEqualTo(Reason.TIMED_WAIT);
    }

    private static Diagnosis keptByJvm(Stack stack) {
        return keptByJvm(any -> List.of(), stack);
    }

    private static Diagnosis keptByJvm(HolderFinder finder, Stack stack) {
        return new Diagnoser(finder, (any, holders, reason) -> ADVICE)
                .apply(new Blocking(
                        stack, BlockingEvent.PINNED, false, "Object.wait", "Native or VM frame on stack", null));
    }

    @Test
    void the_entry_is_the_outermost_frame_that_is_neither_the_jdks_nor_a_frameworks() {
        Diagnosis diagnosis = diagnose(
                Pins.pinned(
                        "com.mysql.Driver.read",
                        "com.acme.Orders.load",
                        "com.acme.OrderController.get",
                        "org.springframework.web.servlet.DispatcherServlet.doGet",
                        "org.apache.tomcat.util.net.NioEndpoint.run",
                        "java.lang.VirtualThread.run"),
                Hold.MONITOR);
        assertThat(diagnosis.entry()).isEqualTo(new MethodName("com.acme.OrderController", "get"));
    }

    @Test
    void a_site_without_a_known_holder_goes_by_the_blocking_application_frame() {
        Diagnosis diagnosis = diagnose(Pins.pinned("java.lang.VirtualThread.park", "com.acme.A.run", "com.acme.B.run"));
        assertThat(diagnosis.site().id()).isEqualTo("com.acme.A.run [park]");
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    private static Diagnosis diagnose(Blocking blocking, Hold... holds) {
        List<Holder> holders = List.of(holds).stream()
                .map(hold -> new Holder(blocking.stack().frames().get(0), hold, 0, null, Confidence.EXACT, null))
                .toList();
        return new Diagnoser(any -> holders, (same, found, reason) -> ADVICE).apply(blocking);
    }
}
