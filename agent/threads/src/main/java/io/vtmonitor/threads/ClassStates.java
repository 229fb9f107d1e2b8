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

/** Whether classes are initialized, which only {@code jdk.internal.misc.Unsafe} tells without doing so. */
public final class ClassStates {
    private final @Nullable MethodHandle shouldBeInitialized;
    private final Supplier<Class<?>[]> loaded;

    /** Of a class name; several loaders may have a class of that name. */
    enum State {
        INITIALIZED,
        /** Not to the end, by each loader that has it. */
        NOT_INITIALIZED,
        /** Both; or not loaded; or the JVM does not say. */
        UNSEEN
    }

    /** @param loaded the classes of this JVM */
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
            return null; // then nothing is exact that needs it
        }
    }

    /** Those of the names that are loaded, of all loaded classes as they are now. Initializes none. */
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
        } catch (Throwable ignored) { // what a method handle may throw by its signature
            return State.UNSEEN;
        }
    }
}
