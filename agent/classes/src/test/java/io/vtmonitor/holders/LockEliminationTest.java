package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.held;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.classfile.Captured;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Monitors that compiled code may do without; {@code CompiledCodeIT} shows that it does. */
class LockEliminationTest {
    static Stream<Arguments> notShared() {
        return Stream.of(
                shape("the frame's own", MadeObjects::own),
                shape("stored after the call", MadeObjects::storedAfter),
                shape("the receiver", MadeObjects::receiver),
                shape("a parameter of a parameter", MadeObjects::parameter),
                shape("a field of the receiver", MadeObjects::field),
                shape("in its constructor", MadeObjects::constructor),
                shape("what a method returned", ReturnedByCalls::returned),
                shape("what two methods returned", ReturnedByCalls::returnedTwice),
                shape("what a method may have returned", ReturnedByCalls::returnedOnBranch),
                shape("what a method returned that was given it", ReturnedByCalls::passedThrough),
                shape("a field of what a method returned", ReturnedByCalls::fieldOfReturned),
                shape("stored on a branch", MadeObjects::storedOnBranch),
                shape("stored unless something is thrown", MadeObjects::storedUnlessThrown),
                shape("stored in a new object", MadeObjects::storedInNew),
                shape("two stored in each other", MadeObjects::storedInEachOther),
                shape("stored in a new array", MadeObjects::storedInElement),
                shape("one of two", MadeObjects::either),
                shape("an array", MadeObjects::array),
                shape("captured by a lambda", MadeObjects::captured),
                shape("captured, called by the JDK", MadeObjects::element),
                shape("16 calls away", () -> MadeObjects.deep(16)));
    }

    static Stream<Arguments> shared() {
        return Stream.of(
                shape("stored before it was locked", MadeObjects::storedOwn),
                shape("stored before the call", MadeObjects::storedReceiver),
                shape("stored in a loop", MadeObjects::storedInLoop),
                shape("stored in a shared object", MadeObjects::storedInShared),
                shape("stored by the method that returned it", ReturnedByCalls::returnedStored),
                shape("a constant that a method returned", ReturnedByCalls::returnedShared),
                shape("a thread", MadeObjects::thread),
                shape("a constant", MadeObjects::constant),
                shape("a constant that a lambda captured", MadeObjects::sharedCaptured),
                shape("what a map reserves", MadeObjects::map),
                shape("too large to be inlined", MadeObjects::large),
                shape("17 calls away", () -> MadeObjects.deep(17)));
    }

    private static Arguments shape(String name, Runnable code) {
        return Arguments.of(name, code);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notShared")
    void what_is_not_shared_for_certain_is_a_likely_holder_below_another(String name, Runnable code) throws Exception {
        assertThat(below(code)).hasSize(2).element(0).asString().endsWith(" likely");
        assertThat(below(code)).element(1).isEqualTo("outer: 1 monitor static field MadeObjects.OUTER exact");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shared")
    void what_is_shared_before_the_call_is_exact(String name, Runnable code) throws Exception {
        assertThat(below(code)).hasSize(2).allMatch(holder -> holder.endsWith(" exact"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notShared")
    void the_only_monitor_of_a_pinned_stack_is_not_removed(String name, Runnable code) throws Exception {
        assertThat(alone(code)).singleElement().asString().endsWith(" exact");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notShared")
    void a_thread_that_was_looked_at_may_own_nothing(String name, Runnable code) throws Exception {
        Blocking looked = Blocking.lookedAt(
                Captured.pinned(Captured.frames(call(code))).stack(), BlockingEvent.PINNED, true, null);
        assertThat(new CulpritFinder(Captured.OWN).find(looked))
                .singleElement()
                .extracting(Holder::confidence)
                .isEqualTo(Confidence.LIKELY);
    }

    @Test
    void of_two_that_may_be_removed_neither_is_proven() throws Exception {
        assertThat(alone(MadeObjects::reentrant))
                .containsExactly("method: 1 monitor this likely", "twice: 1 monitor this likely");
    }

    @Test
    void a_native_frame_below_explains_the_pin_as_well() throws Exception {
        List<Frame> frames = new ArrayList<>(Captured.frames(call(MadeObjects::receiver)));
        frames.add(new Frame("app.Native", "call", "()V", -1, 0, 0x100));
        assertThat(Captured.lines(new CulpritFinder(Captured.OWN).find(Captured.pinned(frames))))
                .containsExactly("method: 1 monitor this likely", "call: 0 native null exact");
    }

    @Test
    void a_frame_without_a_class_file_may_be_the_one_that_holds() throws Exception {
        List<Frame> frames = new ArrayList<>(Captured.frames(call(MadeObjects::receiver)));
        frames.add(new Frame("app.Unread", "call", "()V", 7, 12, 0));
        assertThat(Captured.lines(new CulpritFinder(Captured.OWN).find(Captured.pinned(frames))))
                .containsExactly("method: 1 monitor this likely");
    }

    @Test
    void a_frame_that_enters_another_monitor_is_what_the_event_is_about() throws Exception {
        List<Frame> frames = new ArrayList<>(Captured.frames(call(MadeObjects::receiver)));
        frames.add(0, new Frame("app.Enters", "enter", "()V", 0, 12, 0x20));
        assertThat(Captured.lines(new CulpritFinder(Captured.OWN)
                        .find(Captured.blocked(BlockingEvent.MONITOR_ENTER, "app.Enters", frames))))
                .containsExactly("enter: 0 monitor_enter this exact", "method: 1 monitor this likely");
    }

    private static List<String> below(Runnable code) throws Exception {
        return held(() -> {
            MadeObjects.outer(code);
            return "";
        });
    }

    private static List<String> alone(Runnable code) throws Exception {
        return held(call(code));
    }

    private static Callable<String> call(Runnable code) {
        return () -> {
            code.run();
            return "";
        };
    }
}
