package io.vtmonitor.threads;

import io.vtmonitor.common.JdkInternals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether classes are initialized. Only {@code jdk.internal.misc.Unsafe} shows this without initializing
 * them.
 */
public final class ClassStates {
    private final @Nullable MethodHandle shouldBeInitialized;
    private final Supplier<Class<?>[]> loaded;

    /** The state of all classes with one name, of which several loaders may have one. */
    enum State {
        INITIALIZED,
        /** No loader's class is completely initialized. */
        NOT_INITIALIZED,
        /** Some are initialized and some are not; or none is loaded; or the JVM does not show it. */
        UNSEEN
    }

    /** @param loaded gives the loaded classes of this JVM */
    public ClassStates(JdkInternals internals, Supplier<Class<?>[]> loaded) {
        shouldBeInitialized = handle(internals);
        this.loaded = loaded;
    }

    private static @Nullable MethodHandle handle(JdkInternals internals) {
        try {
            Class<?> unsafe = JdkInternals.named("jdk.internal.misc.Unsafe");
            Object instance = internals
                    .in(unsafe)
                    .findStaticVarHandle(unsafe, "theUnsafe", unsafe)
                    .get();
            return internals
                    .in(unsafe)
                    .findVirtual(unsafe, "shouldBeInitialized", MethodType.methodType(boolean.class, Class.class))
                    .bindTo(instance);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError ignored) {
            return null; // then what needs it is not exact
        }
    }

    /** The states of the classes with these names now. Initializes none of them. */
    Map<String, State> now(Set<String> names) {
        Map<String, List<Class<?>>> byName = new HashMap<>();
        names.forEach(name -> byName.put(name, new ArrayList<>()));
        for (Class<?> type : loaded.get()) {
            List<Class<?>> found = byName.get(type.getName());
            if (found != null) {
                found.add(type);
            }
        }
        Map<String, State> states = new HashMap<>();
        byName.forEach((name, types) -> states.put(name, state(types)));
        return states;
    }

    private State state(List<Class<?>> types) {
        State state = null;
        for (Class<?> type : types) {
            State its = state(type);
            state = state == null || state == its ? its : State.UNSEEN;
        }
        return state == null ? State.UNSEEN : state;
    }

    private State state(Class<?> type) {
        if (shouldBeInitialized == null) {
            return State.UNSEEN;
        }
        try {
            return (boolean) shouldBeInitialized.invokeExact(type) ? State.NOT_INITIALIZED : State.INITIALIZED;
        } catch (Throwable ignored) { // a method handle declares Throwable
            return State.UNSEEN;
        }
    }
}
