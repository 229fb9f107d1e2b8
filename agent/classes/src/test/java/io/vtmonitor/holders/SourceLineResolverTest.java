package io.vtmonitor.holders;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.classfile.Captured;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.StackResolver.Resolved;
import io.vtmonitor.model.StackResolver.Uses;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real stacks as a running thread shows them, and alongside them as they are. */
class SourceLineResolverTest {
    private static final SourceLineResolver LINES = new SourceLineResolver(Captured.OWN);
    private static final String CAPTURED = Captured.class.getName();

    static Stream<Callable<?>> scenes() {
        Scenes s = new Scenes();
        return Stream.of(
                scene(s::nothing),
                scene(s::one),
                scene(s::two),
                scene(s::reentrant),
                scene(s::released),
                scene(s::innerReleased),
                s::loopWithEarlyReturn,
                scene(s::afterLoopOfLocks),
                scene(s::synchronizedMethod),
                scene(Scenes::synchronizedStatic),
                () -> new Scenes(1));
    }

    private static Callable<?> scene(Runnable code) {
        return () -> {
            code.run();
            return "";
        };
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void a_line_leads_to_the_instruction_that_the_frame_stood_at(Callable<?> scene) throws Exception {
        List<Frame> real = Captured.frames(scene).stream()
                .filter(frame -> frame.className().startsWith(Scenes.class.getName()))
                .toList();
        List<StackTraceElement> shown = Stream.concat(
                        Stream.of(new StackTraceElement(Captured.class.getName(), "block", "Captured.java", 0)),
                        real.stream().map(SourceLineResolverTest::element))
                .toList();

        Resolved resolved = LINES.resolve(shown, false);

        assertThat(resolved.unsure()).isSubsetOf(0);
        assertThat(resolved.stack().frames().subList(1, shown.size())).isEqualTo(real);
    }

    @Test
    void without_lines_it_is_sure_only_where_one_call_fits() {
        StackTraceElement block = new StackTraceElement(Captured.class.getName(), "block", null, -1);
        StackTraceElement one = new StackTraceElement(Scenes.class.getName(), "one", null, -1);
        StackTraceElement twice = new StackTraceElement(Callers.class.getName(), "twice", null, -1);
        assertThat(LINES.resolve(List.of(block, one), false).unsure()).doesNotContain(1);
        assertThat(LINES.resolve(List.of(block, twice), false).unsure()).contains(1);
    }

    @Test
    void a_frame_without_a_line_is_native_where_no_method_of_that_name_has_code() {
        assertThat(isNative("sleepNative", -1)).isTrue();
        assertThat(isNative("sleepNative", 12)).isFalse(); // another class file ran
        assertThat(isNative("twice", -1)).isFalse();
        List<StackTraceElement> unknown = List.of(new StackTraceElement("no.such.Type", "method", null, -1));
        assertThat(LINES.resolve(unknown, false).stack().frames().get(0).isNative())
                .isFalse();
    }

    private static boolean isNative(String method, int line) {
        StackTraceElement frame = new StackTraceElement(Callers.class.getName(), method, null, line);
        return LINES.resolve(List.of(frame), false).stack().frames().get(0).isNative();
    }

    @Test
    void a_class_without_a_file_and_a_native_method_are_frames_all_the_same() {
        List<Frame> frames = LINES.resolve(
                        List.of(
                                new StackTraceElement("no.such.Type", "method", null, 12),
                                new StackTraceElement("java.lang.Object", "wait0", null, -2)),
                        false)
                .stack()
                .frames();
        assertThat(frames.get(0)).isEqualTo(new Frame("no.such.Type", "method", "", -1, 12, 0));
        assertThat(frames.get(1).isNative()).isTrue();
    }

    @Test
    void a_line_tells_which_classes_it_initializes_and_what_comes_before_them() throws Exception {
        assertThat(uses("uses")).isEqualTo(new Uses(Map.of(CAPTURED, Set.of(CAPTURED)), true, false));
        assertThat(uses("makes"))
                .as("a class, those it extends, interfaces with default methods however far up; not those without")
                .isEqualTo(new Uses(
                        Map.of(name("Child"), Set.of(name("Child"), name("Parent"), name("Default"))), true, false));
        assertThat(uses("reads"))
                .as("a field is the one's that declares it, and an interface needs no other")
                .isEqualTo(new Uses(Map.of(name("Plain"), Set.of(name("Plain"))), true, false));
    }

    @Test
    void where_a_call_may_lead_to_a_lambda_or_a_class_file_is_missing_a_line_does_not_tell_all() throws Exception {
        assertThat(uses("callsLambda")).isEqualTo(new Uses(Map.of(), false, false));
        assertThat(LINES.uses(new StackTraceElement("no.such.Type", "method", null, 12)))
                .isEqualTo(new Uses(Map.of(), false, false));
        SourceLineResolver withoutParent = new SourceLineResolver(
                className -> className.equals(name("Parent")) ? List.of() : Captured.OWN.find(className));
        assertThat(withoutParent.uses(element("makes")))
                .isEqualTo(new Uses(Map.of(name("Child"), Set.of(name("Child"), name("Parent"))), false, false));
        SourceLineResolver damaged = new SourceLineResolver(className -> className.equals(name("Child"))
                ? List.of(new ClassFile(new byte[] {1, 2, 3}, new Library("unknown", null)))
                : Captured.OWN.find(className));
        assertThat(damaged.uses(element("makes")))
                .isEqualTo(new Uses(Map.of(name("Child"), Set.of(name("Child"))), false, false));
    }

    private static Uses uses(String method) throws Exception {
        return LINES.uses(element(method));
    }

    private static String name(String type) {
        return Callers.class.getName() + "$" + type;
    }

    /** Where that method blocked. */
    private static StackTraceElement element(String method) throws Exception {
        int line = Captured.frames(() -> {
                    Callers.class.getDeclaredMethod(method).invoke(null);
                    return "";
                })
                .stream()
                .filter(frame -> frame.is(Callers.class.getName(), method))
                .findFirst()
                .orElseThrow()
                .line();
        return new StackTraceElement(Callers.class.getName(), method, "", line);
    }

    private static StackTraceElement element(Frame frame) {
        return new StackTraceElement(frame.className(), frame.methodName(), "Scenes.java", frame.line());
    }

    /** Methods of this test. */
    private static final class Callers {
        static native void sleepNative();

        static void twice() {
            Captured.block();
            Captured.block();
        }

        static void uses() {
            Captured.block();
        }

        static void makes() {
            new Child();
        }

        static Object reads() {
            return Child.value;
        }

        static void callsLambda() {
            ((Runnable) Captured::block).run();
        }

        interface Plain {
            Object value = block();

            private static Object block() {
                Captured.block();
                return 1;
            }
        }

        interface Default {
            default void method() {}
        }

        interface Between extends Default {}

        static class Parent implements Between, Plain {
            Parent() {
                Captured.block();
            }
        }

        static final class Child extends Parent {}
    }
}
