package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.OWN;
import static io.vtmonitor.classfile.Captured.blocked;
import static io.vtmonitor.classfile.Captured.frame;
import static io.vtmonitor.classfile.Captured.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The class of the monitor, which the event tells, where no instruction tells which monitor it is. */
class CulpritFinderMonitorClassTest {
    private static final int STATIC = 0x8;
    private static final int SYNCHRONIZED = 0x20;
    private static final String OBJECT = "java.lang.Object";

    static class Old extends ClassLoader {}

    static class Helper {
        static void call() {}
    }

    static class Service {
        synchronized void run() {
            Helper.call();
        }
    }

    private static List<String> unreadWait(String monitorClass, Frame... frames) {
        List<Frame> all = new ArrayList<>(List.of(frame(OBJECT, "wait0", "(J)V", 0, 0x112)));
        all.addAll(List.of(frames));
        return lines(new CulpritFinder(ClassBytes.NONE).find(blocked(BlockingEvent.MONITOR_WAIT, monitorClass, all)));
    }

    private static Frame unread(String method, int modifiers) {
        return frame("app.Queue", method, "()V", 9, modifiers);
    }

    @Test
    void an_unread_method_that_waits_on_an_object_of_another_class_owns_its_own_monitor() {
        assertThat(unreadWait(OBJECT, unread("take", SYNCHRONIZED)))
                .containsExactly("take: 0 object_wait null exact", "take: 1 monitor this exact");
        assertThat(unreadWait("[B", unread("take", SYNCHRONIZED))).contains("take: 1 monitor this exact");
        assertThat(unreadWait(OBJECT, unread("take", SYNCHRONIZED | STATIC)))
                .containsExactly("take: 0 object_wait null exact", "take: 1 monitor class Queue exact");
    }

    @Test
    void an_unread_method_that_may_wait_on_its_own_monitor_is_only_likely_to() {
        for (String monitorClass : List.of("app.Queue", "app.MayExtendQueue")) {
            assertThat(unreadWait(monitorClass, unread("take", SYNCHRONIZED)))
                    .containsExactly("take: 0 object_wait this likely");
        }
        assertThat(unreadWait("java.lang.Class", unread("take", SYNCHRONIZED | STATIC)))
                .containsExactly("take: 0 object_wait class Queue likely");
    }

    @Test
    void the_only_monitor_that_is_known_is_not_taken_for_one_of_another_class() {
        Frame[] frames = {unread("await", 0), unread("enter", 0), unread("outer", SYNCHRONIZED)};
        assertThat(unreadWait(OBJECT, frames))
                .containsExactly("await: 0 object_wait null exact", "outer: 1 monitor this exact");
        assertThat(unreadWait("app.Signal", frames))
                .containsExactly("await: 0 object_wait null exact", "outer: 1 monitor this likely");
        assertThat(unreadWait("app.Queue", frames)).containsExactly("await: 0 object_wait null exact");
    }

    private static Stack firstInstruction() {
        return new Stack(List.of(frame(Service.class.getName(), "run", "()V", 0, SYNCHRONIZED)), false);
    }

    private static List<String> entering(String monitorClass) {
        List<Frame> frames = firstInstruction().frames();
        return lines(new CulpritFinder(OWN).find(blocked(BlockingEvent.MONITOR_ENTER, monitorClass, frames)));
    }

    @Test
    void a_synchronized_method_whose_first_instruction_waits_for_a_loader_owns_its_monitor() {
        assertThat(entering(Old.class.getName()))
                .containsExactly("run: 0 class_load null exact", "run: 1 monitor this exact");
        assertThat(entering(Service.class.getName())).containsExactly("run: 0 monitor_enter this exact");
        assertThat(entering("app.MayExtendService")).containsExactly("run: 0 monitor_enter this likely");
    }

    @Test
    void where_monitors_do_not_pin_no_synchronized_method_waits_to_be_entered() {
        Blocking blocking = new Blocking(
                firstInstruction(),
                BlockingEvent.PINNED,
                false,
                "Contended monitor enter",
                "Freeze or preempt failed (2)",
                Old.class.getName());
        assertThat(lines(new CulpritFinder(OWN).find(blocking))).containsExactly("run: 0 class_load null exact");
    }
}
