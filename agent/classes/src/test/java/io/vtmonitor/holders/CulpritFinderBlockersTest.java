package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.OWN;
import static io.vtmonitor.classfile.Captured.blocked;
import static io.vtmonitor.classfile.Captured.frame;
import static io.vtmonitor.classfile.Captured.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.classfile.Captured;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** JDK 21 to 23: waiting, for a notification or for an initializer. */
class CulpritFinderBlockersTest {
    private static final Object A = new Object();
    private static final Object B = new Object();
    private final Object a = new Object();
    private CulpritFinderBlockersTest next = this;
    private final Object b = new Object();
    private final Object sameAsA = a;
    private Object assignedLater = new Object();

    synchronized void waitsOnThis() throws InterruptedException {
        wait();
    }

    void waitsOnFieldWithTwo() throws InterruptedException {
        synchronized (a) {
            synchronized (b) {
                b.wait();
            }
        }
    }

    void waitsForCaller() throws InterruptedException {
        synchronized (a) {
            helperWaits();
        }
    }

    private void helperWaits() throws InterruptedException {
        a.wait();
    }

    void waitsUnderOtherFinalField() throws InterruptedException {
        synchronized (b) {
            waitsOnField();
        }
    }

    void waitsUnderCopyOfField() throws InterruptedException {
        synchronized (sameAsA) {
            waitsOnField();
        }
    }

    void waitsUnderFieldThatChanges() throws InterruptedException {
        synchronized (assignedLater) {
            waitsOnField();
        }
    }

    void waitsUnderString() throws InterruptedException {
        synchronized (name()) {
            waitsOnField();
        }
    }

    private static String name() {
        return "name";
    }

    synchronized void waitsUnderThis() throws InterruptedException {
        waitsOnField();
    }

    private void waitsOnField() throws InterruptedException {
        synchronized (a) {
            a.wait();
        }
    }

    void waitsOnStaticFieldWithTwo() throws InterruptedException {
        synchronized (A) {
            synchronized (B) {
                B.wait();
            }
        }
    }

    void waitsOnNewWithTwo() throws InterruptedException {
        Object one = new Object();
        Object two = new Object();
        synchronized (one) {
            synchronized (two) {
                two.wait();
            }
        }
    }

    private Object same() {
        return a;
    }

    void waitsOnWhatGetterGives() throws InterruptedException {
        synchronized (a) {
            synchronized (same()) {
                a.wait();
            }
        }
    }

    void waitsOnFieldOfNext() throws InterruptedException {
        synchronized (a) {
            synchronized (next.a) {
                next.a.wait();
            }
        }
    }

    void waitsOnFieldAssignedBetween() throws InterruptedException {
        synchronized (assignedLater) {
            assignedLater = new Object();
            synchronized (assignedLater) {
                assignedLater.wait();
            }
        }
    }

    void waitsOnFinalTwice() throws InterruptedException {
        synchronized (A) {
            synchronized (A) {
                A.wait();
            }
        }
    }

    void waitsOnStatic() throws InterruptedException {
        synchronized (A) {
            A.wait();
        }
    }

    void waitsUnderOtherStatic() throws InterruptedException {
        synchronized (B) {
            waitsOnStatic();
        }
    }

    synchronized void callsWaiter() throws InterruptedException {
        waitsOnThis();
    }

    synchronized void callsWaiterOfNext() throws InterruptedException {
        next.waitsOnThis();
    }

    void waitsUnderSameField() throws InterruptedException {
        synchronized (a) {
            waitsOnField();
        }
    }

    synchronized void callsOneThatWaitsUnderSameField() throws InterruptedException {
        synchronized (a) {
            waitsUnderSameField();
        }
    }

    /** Frames below {@code Object.wait}, with the bytecode index of the only call of that name. */
    private static List<Frame> waiting(String... methods) throws Exception {
        List<Frame> frames = new ArrayList<>(List.of(
                frame("java.lang.Object", "wait0", "(J)V", 0, 0x112),
                frame("java.lang.Object", "wait", "(J)V", 6, 0x11)));
        frames.add(frame("java.lang.Object", "wait", "()V", 2, 0x11));
        String callee = "wait";
        for (String method : methods) {
            int modifiers =
                    CulpritFinderBlockersTest.class.getDeclaredMethod(method).getModifiers();
            frames.add(
                    frame(CulpritFinderBlockersTest.class.getName(), method, "()V", call(method, callee), modifiers));
            callee = method;
        }
        return frames;
    }

    /** The same, where unpin has rewritten the methods, which a class file from a jar does not show. */
    private static List<Frame> waitingByRuntime(String... methods) throws Exception {
        List<Frame> frames = new ArrayList<>(waiting(methods));
        frames.remove(2);
        String await = "(Ljava/lang/Object;JI)V";
        frames.add(2, frame("java.lang.VtMonitorHandover", "await", await, 130, 0x8));
        frames.add(3, frame("java.lang.VtMonitorMonitorRuntime", "await", "(Ljava/lang/Object;)V", 2, 0x9));
        return frames;
    }

    private static int call(String method, String callee) {
        byte[] bytes =
                OWN.find(CulpritFinderBlockersTest.class.getName()).get(0).bytes();
        for (int bci = 0; bci < 500; bci++) {
            Frame at = frame(CulpritFinderBlockersTest.class.getName(), method, "()V", bci, 0);
            if (new InstructionIndex(name -> List.of(new ClassFile(bytes, Captured.TEST)))
                    .of(at).stream().anyMatch(p -> p.calls(callee))) {
                return bci;
            }
        }
        throw new AssertionError(method + " does not call " + callee);
    }

    private static List<String> onWait(String... methods) throws Exception {
        return onWaitFor("java.lang.Object", methods);
    }

    private static List<String> onWaitFor(String monitorClass, String... methods) throws Exception {
        return lines(new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_WAIT, monitorClass, waiting(methods))));
    }

    @Test
    void a_wait_of_rewritten_code_is_the_codes_own_and_not_the_runtimes() throws Exception {
        List<Frame> frames = waitingByRuntime("waitsOnStatic", "waitsUnderOtherStatic");
        assertThat(lines(new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_WAIT, "java.lang.Object", frames))))
                .startsWith("waitsOnStatic: 0 object_wait null exact")
                .noneMatch(line -> line.startsWith("await:"));
    }

    @Test
    void a_wait_gives_its_monitor_back() throws Exception {
        assertThat(onWait("waitsOnThis")).containsExactly("waitsOnThis: 0 object_wait this exact");
        assertThat(onWait("waitsOnFieldWithTwo"))
                .containsExactly(
                        "waitsOnFieldWithTwo: 0 object_wait field b exact",
                        "waitsOnFieldWithTwo: 1 monitor field a likely");
        assertThat(onWait("waitsOnStaticFieldWithTwo"))
                .containsExactly(
                        "waitsOnStaticFieldWithTwo: 0 object_wait static field CulpritFinderBlockersTest.B exact",
                        "waitsOnStaticFieldWithTwo: 1 monitor static field CulpritFinderBlockersTest.A exact");
        assertThat(onWait("waitsOnNewWithTwo")).contains("waitsOnNewWithTwo: 1 monitor new Object() likely");
    }

    /** What two expressions name can be one object, and what one names twice can be two. */
    @Test
    void two_monitors_of_the_waiting_frame_that_may_be_one_or_two_objects_are_only_likely() throws Exception {
        assertThat(onWait("waitsOnWhatGetterGives"))
                .contains("waitsOnWhatGetterGives: 1 monitor result of same() likely");
        assertThat(onWait("waitsOnFieldOfNext")).contains("waitsOnFieldOfNext: 1 monitor field a likely");
        assertThat(onWait("waitsOnFieldAssignedBetween"))
                .containsExactly(
                        "waitsOnFieldAssignedBetween: 0 object_wait field assignedLater exact",
                        "waitsOnFieldAssignedBetween: 1 monitor field assignedLater likely");
        assertThat(onWait("waitsOnFinalTwice"))
                .containsExactly("waitsOnFinalTwice: 0 object_wait static field CulpritFinderBlockersTest.A exact");
    }

    @Test
    void a_wait_for_the_only_monitor_of_a_caller_leaves_nothing() throws Exception {
        assertThat(onWait("helperWaits", "waitsForCaller")).containsExactly("helperWaits: 0 object_wait field a exact");
    }

    @Test
    void a_caller_that_has_entered_the_same_monitor_has_given_it_back_too() throws Exception {
        String type = CulpritFinderBlockersTest.class.getName();
        assertThat(onWaitFor(type, "waitsOnThis", "callsWaiter"))
                .containsExactly("waitsOnThis: 0 object_wait this exact");
        assertThat(onWait("waitsOnField", "waitsUnderSameField", "callsOneThatWaitsUnderSameField"))
                .containsExactly(
                        "waitsOnField: 0 object_wait field a exact",
                        "callsOneThatWaitsUnderSameField: 1 monitor this exact");
    }

    @Test
    void a_caller_that_may_have_entered_the_same_monitor_is_only_likely() throws Exception {
        assertThat(onWaitFor(CulpritFinderBlockersTest.class.getName(), "waitsOnThis", "callsWaiterOfNext"))
                .containsExactly("waitsOnThis: 0 object_wait this exact", "callsWaiterOfNext: 1 monitor this likely");
    }

    /** What two instructions made is never one object; but reflection can set the final field of an object. */
    @Test
    void a_caller_that_owns_what_is_in_another_final_field_keeps_it() throws Exception {
        assertThat(onWait("waitsOnField", "waitsUnderOtherFinalField"))
                .containsExactly(
                        "waitsOnField: 0 object_wait field a exact",
                        "waitsUnderOtherFinalField: 1 monitor field b likely");
        assertThat(onWait("waitsOnStatic", "waitsUnderOtherStatic"))
                .containsExactly(
                        "waitsOnStatic: 0 object_wait static field CulpritFinderBlockersTest.A exact",
                        "waitsUnderOtherStatic: 1 monitor static field CulpritFinderBlockersTest.B exact");
        assertThat(onWait("waitsOnField", "waitsUnderCopyOfField"))
                .contains("waitsUnderCopyOfField: 1 monitor field sameAsA likely");
        assertThat(onWait("waitsOnField", "waitsUnderFieldThatChanges"))
                .contains("waitsUnderFieldThatChanges: 1 monitor field assignedLater likely");
    }

    /** The event tells that an Object was waited on, and nothing below it. */
    @Test
    void a_caller_that_owns_an_object_of_another_class_keeps_it() throws Exception {
        assertThat(onWait("waitsOnField", "waitsUnderThis"))
                .containsExactly("waitsOnField: 0 object_wait field a exact", "waitsUnderThis: 1 monitor this exact");
        assertThat(onWait("waitsOnField", "waitsUnderString"))
                .contains("waitsUnderString: 1 monitor result of name() exact");
    }

    @Test
    void a_wait_on_an_array_of_int_is_not_class_initialization() throws Exception {
        var blocking = blocked(BlockingEvent.MONITOR_WAIT, "[I", waiting("waitsOnThis"));
        assertThat(lines(new CulpritFinder(OWN).find(blocking)))
                .containsExactly("waitsOnThis: 0 object_wait this exact");
    }

    @Test
    void waiting_for_another_s_class_initialization_names_who_triggered_it() {
        List<Frame> frames = List.of(
                frame("java.lang.Class", "forName0", "()V", 0, 0x10a),
                frame("java.lang.Class", "forName", "(Ljava/lang/String;)V", 6, 9),
                frame("app.Main", "start", "()V", 2, 0));
        var blocking = blocked(BlockingEvent.MONITOR_WAIT, "[I", frames);
        assertThat(lines(new CulpritFinder(ClassBytes.NONE).find(blocking)))
                .containsExactly("start: 0 class_init_wait null exact", "forName0: 0 native null exact");
    }
}
