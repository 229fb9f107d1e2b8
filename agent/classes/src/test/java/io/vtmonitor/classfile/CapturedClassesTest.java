package io.vtmonitor.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.holders.Scenes;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

class CapturedClassesTest {
    private final List<ClassFileTransformer> transformers = new ArrayList<>();
    private final List<Class<?>> shown = new ArrayList<>();
    private final AtomicLong now = new AtomicLong();
    private final CountDownLatch released = new CountDownLatch(1);
    private boolean stuck;

    /** As a JVM would, one that shows the class file of {@link Scenes} for every class. */
    private CapturedClasses captured() {
        InvocationHandler jvm = (proxy, method, arguments) -> switch (method.getName()) {
            case "isModifiableClass" -> !((Class<?>) arguments[0]).isPrimitive();
            case "addTransformer" -> transformers.add((ClassFileTransformer) arguments[0]);
            case "removeTransformer" -> transformers.remove(arguments[0]);
            case "retransformClasses" -> retransform(((Class<?>[]) arguments[0])[0]);
            default -> throw new AssertionError(method);
        };
        Instrumentation instrumentation = (Instrumentation)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, jvm);
        return new CapturedClasses(instrumentation, now::get);
    }

    private Object retransform(Class<?> type) throws Exception {
        shown.add(type);
        if (stuck) {
            released.await();
        }
        for (ClassFileTransformer each : transformers) {
            assertThat(each.transform(null, "other", String.class, null, new byte[0]))
                    .as("of another class")
                    .isNull();
            byte[] changed = each.transform(null, "x", type, null, SceneFiles.scenes());
            int difference = new ClassReader(changed).getAccess() ^ new ClassReader(SceneFiles.scenes()).getAccess();
            assertThat(difference).isEqualTo(Opcodes.ACC_SYNTHETIC);
        }
        throw new UnsupportedOperationException("class redefinition failed: attempted to change the class modifiers");
    }

    /** As a JVM that has loaded this class and shows the class file of {@link Scenes} for it. */
    static Instrumentation showing(Class<?> type) {
        List<ClassFileTransformer> transformers = new ArrayList<>();
        InvocationHandler jvm = (proxy, method, arguments) -> switch (method.getName()) {
            case "getAllLoadedClasses" -> new Class<?>[] {type};
            case "isModifiableClass" -> true;
            case "addTransformer" -> transformers.add((ClassFileTransformer) arguments[0]);
            case "removeTransformer" -> transformers.remove(arguments[0]);
            default -> {
                for (ClassFileTransformer each : transformers) {
                    each.transform(null, "x", type, null, SceneFiles.scenes());
                }
                throw new UnsupportedOperationException("refused, as wanted");
            }
        };
        return (Instrumentation) Proxy.newProxyInstance(
                CapturedClassesTest.class.getClassLoader(), new Class<?>[] {Instrumentation.class}, jvm);
    }

    @Test
    void a_class_is_shown_once_and_remembered() {
        CapturedClasses captured = captured();
        assertThat(captured.of(Scenes.class)).isEqualTo(SceneFiles.scenes());
        assertThat(captured.of(Scenes.class)).isEqualTo(SceneFiles.scenes());
        assertThat(shown).containsExactly(Scenes.class);
        assertThat(transformers).as("left behind").isEmpty();
    }

    @Test
    void what_cannot_be_modified_is_not_tried() {
        assertThat(captured().of(int.class)).isNull();
        assertThat(shown).isEmpty();
    }

    @Test
    void no_more_than_20_are_asked_for_in_ten_seconds() {
        CapturedClasses captured = captured();
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> type = int.class; types.size() < 25; type = type.arrayType()) {
            types.add(type.arrayType());
        }
        types.forEach(captured::of);
        assertThat(shown).hasSize(20);
        assertThat(types).filteredOn(type -> captured.isAwaited(type.getName())).hasSize(5);
        now.addAndGet(11_000_000_000L);
        types.forEach(captured::of);
        assertThat(shown).hasSize(25);
        assertThat(types).noneMatch(type -> captured.isAwaited(type.getName()));
    }

    @Test
    void a_transformer_that_does_not_return_ends_all_further_looks() {
        stuck = true;
        CapturedClasses captured = captured();
        assertThat(captured.of(Scenes.class)).isNull();
        assertThat(captured.of(String.class)).isNull();
        assertThat(captured.isAwaited(String.class.getName())).isFalse();
        assertThat(shown).containsExactly(Scenes.class);
        released.countDown();
    }
}
