package io.vtmonitor.classfile;

import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Stack;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A true stack with bytecode indices, taken where the code of a test calls {@link #block()}. */
public final class Captured {
    public static final Library TEST = new Library("test", null);

    /** The class files of everything this test JVM has loaded. */
    public static final ClassBytes OWN = className -> {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(className.replace('.', '/') + ".class")) {
            return in == null ? List.of() : List.of(new ClassBytes.ClassFile(in.readAllBytes(), TEST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    };

    private static final StackWalker WALKER =
            StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES));
    private static final ThreadLocal<@Nullable List<Frame>> LAST = new ThreadLocal<>();

    private Captured() {}

    /** Stands for whatever blocks. */
    public static void block() {
        LAST.set(WALKER.walk(frames -> frames.map(Captured::frame).toList()));
    }

    /** The stack at {@link #block()}, down to the test. */
    public static List<Frame> frames(Callable<?> code) throws Exception {
        LAST.remove();
        code.call();
        List<Frame> all = LAST.get();
        if (all == null) {
            throw new AssertionError("block() was not called");
        }
        return all.stream()
                .takeWhile(frame -> !frame.is(Captured.class.getName(), "frames"))
                .toList();
    }

    static List<Holder> holders(Callable<?> code) throws Exception {
        return new CulpritFinder(OWN).find(pinned(frames(code)));
    }

    /** One line for each holder, such as {@code twice: 2 monitor field a, field b exact}. */
    public static List<String> held(Callable<?> code) throws Exception {
        return lines(holders(code));
    }

    public static List<String> lines(List<Holder> holders) {
        return holders.stream()
                .map(h -> h.frame().methodName() + ": " + h.monitors() + " " + h.hold() + " " + h.lock() + " "
                        + h.confidence())
                .toList();
    }

    /** Parked on JDK 21; the park machinery goes by the name of what {@link #block()} really calls. */
    public static Blocking pinned(List<Frame> frames) {
        Frame park = new Frame("java.lang.VirtualThread", "walk", "()V", 124, 0, Modifier.PRIVATE);
        List<Frame> all = Stream.concat(Stream.of(park), frames.stream()).toList();
        return new Blocking(new Stack(all, false), BlockingEvent.PINNED, true, null, null, null);
    }

    public static Blocking blocked(BlockingEvent event, @Nullable String monitorClass, List<Frame> frames) {
        return new Blocking(new Stack(frames, false), event, true, null, null, monitorClass);
    }

    /** JDK 24 and newer. */
    public static Blocking pinned(String reason, List<Frame> frames) {
        return new Blocking(new Stack(frames, false), BlockingEvent.PINNED, false, "LockSupport.park", reason, null);
    }

    private static Frame frame(StackFrame frame) {
        return new Frame(
                frame.getDeclaringClass().getName(),
                frame.getMethodName(),
                frame.getDescriptor(),
                frame.getByteCodeIndex(),
                frame.getLineNumber(),
                modifiers(frame));
    }

    private static int modifiers(StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        if (frame.getMethodName().equals("<clinit>")) {
            return Modifier.STATIC;
        }
        Stream<? extends Executable> members = frame.getMethodName().equals("<init>")
                ? Stream.of(type.getDeclaredConstructors())
                : Stream.of(type.getDeclaredMethods()).filter(m -> m.getName().equals(frame.getMethodName()));
        return members.filter(m -> descriptor(m).equals(frame.getDescriptor()))
                .findFirst()
                .map(Executable::getModifiers)
                .orElse(0);
    }

    private static String descriptor(Executable member) {
        return member instanceof Method method
                ? java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .descriptorString()
                : java.lang.invoke.MethodType.methodType(void.class, ((Constructor<?>) member).getParameterTypes())
                        .descriptorString();
    }

    /** A frame nobody ran. */
    public static Frame frame(String className, String method, String descriptor, int bytecodeIndex, int modifiers) {
        return new Frame(className, method, descriptor, bytecodeIndex, -1, modifiers);
    }
}
