package io.vtmonitor.holders;

import static io.vtmonitor.classfile.Captured.held;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.classfile.Captured;
import io.vtmonitor.model.Frame;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Monitors on JDK 21 to 23: real code, real bytecode indices, expectations written by hand. */
class CulpritFinderMonitorsTest {
    private static final Scenes SCENES = new Scenes();

    interface Code {
        void run() throws Throwable;
    }

    private static Arguments scene(String name, Code code, String... expected) {
        Callable<Object> callable = () -> {
            try {
                code.run();
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            return "";
        };
        return Arguments.of(name, callable, List.of(expected));
    }

    static Stream<Arguments> scenes() {
        Scenes s = SCENES;
        return Stream.of(
                scene("no monitor", s::nothing),
                scene("a block", s::one, "one: 1 monitor field a exact"),
                scene("two in a frame", s::two, "two: 2 monitor field a, static field Scenes.LOCK exact"),
                scene("re-entrant", s::reentrant, "reentrant: 2 monitor this exact"),
                scene("released before the call", s::released),
                scene("inner one released", s::innerReleased, "innerReleased: 1 monitor field a exact"),
                scene("loop, early return", s::loopWithEarlyReturn, "loopWithEarlyReturn: 1 monitor field a exact"),
                scene("after a loop of locks", s::afterLoopOfLocks),
                scene("catch in a monitor", s::inCatch, "inCatch: 1 monitor field a exact"),
                scene("finally after a monitor", s::inFinally),
                scene("finally in a monitor", s::finallyInMonitor, "finallyInMonitor: 1 monitor field a exact"),
                scene("a case that locks", () -> s.inSwitch(1), "inSwitch: 1 monitor field b exact"),
                scene("a case that does not", () -> s.inSwitch(2)),
                scene("below a lambda", s::inLambda, "inLambda: 1 monitor field a exact"),
                scene("in a lambda", s::lambdaOwns, "lambda$lambdaOwns$0: 1 monitor field b exact"),
                scene("synchronized method", s::synchronizedMethod, "synchronizedMethod: 1 monitor this exact"),
                scene("static one", Scenes::synchronizedStatic, "synchronizedStatic: 1 monitor class Scenes exact"),
                scene(
                        "method and block",
                        s::synchronizedAndBlock,
                        "synchronizedAndBlock: 2 monitor this, field a exact"),
                scene("parameter", () -> Scenes.ofParameter(1, 2, ""), "ofParameter: 1 monitor parameter 3 exact"),
                scene(
                        "field of a parameter",
                        () -> Scenes.ofFieldOfParameter(s),
                        "ofFieldOfParameter: 1 monitor field a of parameter 1 exact"),
                scene("class", Scenes::ofClass, "ofClass: 1 monitor class Scenes exact"),
                scene("result", s::ofResult, "ofResult: 1 monitor result of mutex() exact"),
                scene("new object", s::ofNew, "ofNew: 1 monitor new Object() exact"),
                scene("array element", s::ofElement, "ofElement: 1 monitor element of field table exact"),
                scene("one of two", () -> s.ofEither(true), "ofEither: 1 monitor null exact"),
                scene("wide locals", () -> s.amongWideLocals(1, 2), "amongWideLocals: 1 monitor field a exact"),
                scene(
                        "thrown out of the inner",
                        s::nestedTrySynchronized,
                        "nestedTrySynchronized: 1 monitor field a exact"),
                scene("broken out of a loop", s::whileTrueWithBreak),
                scene("constructor", () -> new Scenes(1), "<init>: 1 monitor this exact"),
                scene(
                        "caller and callee",
                        s::callsOne,
                        "one: 1 monitor field a exact",
                        "callsOne: 1 monitor static field Scenes.LOCK exact"),
                scene(
                        "reflection",
                        () -> {
                            synchronized (Scenes.LOCK) {
                                Scenes.class.getDeclaredMethod("nothing").invoke(s);
                            }
                        },
                        "lambda$scenes$7: 1 monitor static field Scenes.LOCK exact"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenes")
    void monitors_are_those_owned_at_the_instruction(String name, Callable<?> code, List<String> expected)
            throws Exception {
        assertThat(held(code)).isEqualTo(expected);
    }

    @Test
    void a_map_that_computes_a_value_owns_its_bin() throws Exception {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        assertThat(held(() -> map.computeIfAbsent("key", key -> {
                    Captured.block();
                    return key;
                })))
                .containsExactly("computeIfAbsent: 1 monitor new ConcurrentHashMap$ReservationNode() exact");
    }

    @Test
    void a_synchronized_wrapper_owns_its_mutex() throws Exception {
        List<String> list = java.util.Collections.synchronizedList(new java.util.ArrayList<>(List.of("x")));
        assertThat(held(() -> {
                    list.forEach(each -> Captured.block());
                    return "";
                }))
                .containsExactly("forEach: 1 monitor field mutex exact");
    }

    @Test
    void a_method_handle_s_caller_is_exact() throws Exception {
        var handle = java.lang.invoke.MethodHandles.lookup()
                .findVirtual(Scenes.class, "nothing", java.lang.invoke.MethodType.methodType(void.class));
        assertThat(held(() -> {
                    try {
                        synchronized (SCENES) {
                            handle.invokeExact(SCENES);
                        }
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                    return "";
                }))
                .singleElement()
                .asString()
                .contains("1 monitor static field CulpritFinderMonitorsTest.SCENES exact");
    }

    @Test
    void a_proxy_between_leaves_the_owner_exact() throws Exception {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Captured.block();
            return "";
        };
        Callable<?> proxy = (Callable<?>)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Callable.class}, handler);
        List<Frame> frames = Captured.frames(() -> {
            synchronized (this) {
                return proxy.call();
            }
        });
        assertThat(Captured.lines(new CulpritFinder(Captured.OWN).find(Captured.pinned(frames))))
                .singleElement()
                .asString()
                .endsWith("1 monitor this exact");
    }
}
