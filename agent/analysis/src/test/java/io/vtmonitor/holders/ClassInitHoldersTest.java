package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.OWN;
import static io.vtmonitor.classfile.Captured.blocked;
import static io.vtmonitor.classfile.Captured.frame;
import static io.vtmonitor.classfile.Captured.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.bytecode.InstructionFacts;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.diagnosis.Diagnoser;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.Verdict;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Waits of the JVM's own for a class, which Flight Recorder writes as contended monitors and waits. */
class ClassInitHoldersTest {
    private static final String HERE = ClassInitHoldersTest.class.getName();
    private static final String HIDDEN = " that a hidden frame needs (a lambda or a method reference)";
    private static final Frame RUN = frame("java.lang.VirtualThread", "run", "(Ljava/lang/Runnable;)V", 63, 0x10);

    private final int[] numbers = new int[1];
    private final Object any = new Object();

    static class Plain {}

    static class Above {
        static int counter = Integer.getInteger("vtmonitor.test", 1);
    }

    static class Below extends Above {}

    Object makes() {
        return new Plain();
    }

    Object makesBelow() {
        return new Below();
    }

    int readsInherited() {
        return Below.counter;
    }

    int locksNumbers() {
        synchronized (numbers) {
            return numbers[0];
        }
    }

    Object makesFirstInBlock() {
        synchronized (this) {
            return new Plain();
        }
    }

    Object makesFirstInBlockOfAny() {
        synchronized (any) {
            return new Plain();
        }
    }

    void runs(Runnable task) {
        task.run();
    }

    boolean asks(Object value) {
        return value instanceof Plain;
    }

    static final class OwnLoader extends ClassLoader {}

    private static Frame at(String method, String descriptor, Predicate<InstructionFacts> instruction) {
        for (int bci = 0; bci < 100; bci++) {
            Frame at = frame(HERE, method, descriptor, bci, 0);
            if (new InstructionIndex(OWN).of(at).stream().anyMatch(instruction)) {
                return at;
            }
        }
        throw new AssertionError(method);
    }

    private static Frame initializing(String method, String descriptor) {
        return at(method, descriptor, InstructionFacts::initializes);
    }

    private static Diagnosis diagnosis(Blocking blocking) {
        return new Diagnoser(new CulpritFinder(OWN), (any, holders, reason) -> Pins.advice("x")).apply(blocking);
    }

    private static Blocking entering(String monitorClass, Frame... frames) {
        return blocked(BlockingEvent.MONITOR_ENTER, monitorClass, List.of(frames));
    }

    private static Blocking on25(String monitorClass, Frame... frames) {
        return new Blocking(
                new Stack(List.of(frames), false),
                BlockingEvent.PINNED,
                false,
                "Contended monitor enter",
                "Freeze or preempt failed (2)",
                monitorClass);
    }

    private static List<String> held(Blocking blocking) {
        return lines(new CulpritFinder(OWN).find(blocking));
    }

    @Test
    void a_class_that_another_thread_links_is_no_contended_monitor_on_any_jdk() {
        Frame makes = initializing("makes", "()Ljava/lang/Object;");
        for (Blocking blocking : List.of(entering("[I", makes, RUN), on25("[I", makes, RUN))) {
            Diagnosis diagnosis = diagnosis(blocking);
            assertThat(lines(diagnosis.holders()))
                    .containsExactly("makes: 0 class_init_wait class ClassInitHoldersTest$Plain exact");
            assertThat(diagnosis.site().operation()).isEqualTo(Operation.CLASS_INIT_WAIT);
            assertThat(diagnosis.reason()).isEqualTo(Reason.CLASS_INIT_WAIT);
            assertThat(diagnosis.verdict()).isEqualTo(Verdict.EASED_ON_26);
        }
    }

    @Test
    void an_array_of_int_that_code_locks_stays_a_monitor() {
        Frame locks = at("locksNumbers", "()I", place -> place.kind() == InstructionFacts.Kind.MONITOR_ENTER);
        Frame behind = frame(HERE, "locksNumbers", "()I", locks.bytecodeIndex() + 1, 0);
        for (Frame frame : List.of(locks, behind)) {
            Diagnosis diagnosis = diagnosis(entering("[I", frame, RUN));
            assertThat(lines(diagnosis.holders())).containsExactly("locksNumbers: 0 monitor_enter field numbers exact");
            assertThat(diagnosis.site().operation()).isEqualTo(Operation.MONITOR_ENTER);
        }
    }

    @Test
    void a_wait_on_an_array_of_int_is_an_object_wait() {
        Frame wait = frame("java.lang.Object", "wait0", "(J)V", 0, 0x112);
        Diagnosis diagnosis = diagnosis(
                blocked(BlockingEvent.MONITOR_WAIT, "[I", List.of(wait, frame("a.B", "waits", "()V", 3, 0), RUN)));
        assertThat(diagnosis.site().operation()).isEqualTo(Operation.OBJECT_WAIT);
        assertThat(diagnosis.reason()).isEqualTo(Reason.OBJECT_WAIT);
    }

    /** The interpreter stands at the same instruction while it enters the block. */
    @Test
    void a_class_needed_first_thing_in_a_block_is_told_from_the_block_by_what_the_block_locks() {
        Frame ofThis = initializing("makesFirstInBlock", "()Ljava/lang/Object;");
        assertThat(held(entering("[I", ofThis, RUN)))
                .containsExactly(
                        "makesFirstInBlock: 0 class_init_wait class ClassInitHoldersTest$Plain exact",
                        "makesFirstInBlock: 1 monitor this exact");
        Frame ofAny = initializing("makesFirstInBlockOfAny", "()Ljava/lang/Object;");
        assertThat(held(entering("[I", ofAny, RUN)))
                .contains("makesFirstInBlockOfAny: 0 class_init_wait class ClassInitHoldersTest$Plain likely");
        assertThat(held(entering("java.lang.Object", ofAny, RUN)))
                .containsExactly("makesFirstInBlockOfAny: 0 monitor_enter field any exact");
    }

    @Test
    void a_loader_whose_monitor_the_jvm_takes_is_class_loading_and_stays_on_every_jdk() {
        Frame asks = frame(HERE, "asks", "(Ljava/lang/Object;)Z", 1, 0);
        for (Blocking blocking :
                List.of(entering(OwnLoader.class.getName(), asks, RUN), on25(OwnLoader.class.getName(), asks, RUN))) {
            Diagnosis diagnosis = diagnosis(blocking);
            assertThat(lines(diagnosis.holders())).containsExactly("asks: 0 class_load null exact");
            assertThat(diagnosis.reason()).isEqualTo(Reason.CLASS_LOAD);
            assertThat(diagnosis.verdict()).isEqualTo(Verdict.STAYS);
        }
    }

    @Test
    void a_monitor_of_the_jvm_s_own_whose_class_was_not_recorded_is_only_likely() {
        assertThat(held(on25(null, initializing("makes", "()Ljava/lang/Object;"), RUN)))
                .containsExactly("makes: 0 class_init_wait null likely");
        assertThat(held(on25(null, frame(HERE, "asks", "(Ljava/lang/Object;)Z", 1, 0), RUN)))
                .containsExactly("asks: 0 class_load null likely");
    }

    @Test
    void what_cannot_initialize_a_class_has_called_a_hidden_frame_that_can() {
        Frame runs = at("runs", "(Ljava/lang/Runnable;)V", place -> place.calls("run"));
        assertThat(held(blocked(BlockingEvent.MONITOR_WAIT, "[I", List.of(runs, RUN))))
                .containsExactly("runs: 0 class_init_wait a class" + HIDDEN + " likely");
        assertThat(held(blocked(BlockingEvent.MONITOR_WAIT, "[I", List.of(RUN))))
                .containsExactly("run: 0 class_init_wait a class" + HIDDEN + " likely");
        Blocking on25 = new Blocking(
                new Stack(List.of(RUN), false),
                BlockingEvent.PINNED,
                false,
                "Object.wait",
                "Waited for initialization of app.Main$S by another thread",
                "[I");
        assertThat(held(on25)).containsExactly("run: 0 class_init_wait class Main$S" + HIDDEN + " likely");
        assertThat(diagnosis(on25).verdict()).isEqualTo(Verdict.EASED_ON_26);
    }

    /** JDK 26 does not free a thread that waits for the initializer of a superclass. */
    @Test
    void nothing_is_promised_where_the_wait_may_be_for_a_superclass() {
        Blocking blocking = blocked(
                BlockingEvent.MONITOR_WAIT, "[I", List.of(initializing("makesBelow", "()Ljava/lang/Object;"), RUN));
        assertThat(held(blocking))
                .containsExactly(
                        "makesBelow: 0 class_init_wait class ClassInitHoldersTest$Below or of a type above it exact");
        assertThat(diagnosis(blocking).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void an_inherited_static_field_initializes_the_class_that_declares_it() {
        Blocking blocking =
                blocked(BlockingEvent.MONITOR_WAIT, "[I", List.of(initializing("readsInherited", "()I"), RUN));
        assertThat(held(blocking))
                .containsExactly("readsInherited: 0 class_init_wait class ClassInitHoldersTest$Above exact");
        assertThat(diagnosis(blocking).verdict()).isEqualTo(Verdict.EASED_ON_26);
    }

    @Test
    void without_class_files_the_lock_of_a_class_is_likely_and_a_loader_s_monitor_stays_one() {
        Frame app = frame("app.Orders", "take", "()V", 5, 0);
        assertThat(lines(new CulpritFinder(ClassBytes.NONE).find(entering("[I", app, RUN))))
                .containsExactly("take: 0 class_init_wait null likely");
        Frame loader = frame("app.PluginClassLoader", "loadClass", "()V", 5, 0);
        assertThat(lines(new CulpritFinder(ClassBytes.NONE).find(entering("app.PluginClassLoader", loader, RUN))))
                .containsExactly("loadClass: 0 monitor_enter null exact");
    }
}
