package io.vtmonitor.unpin;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;

/** The runtime as it was defined in {@code java.base}: our own class of that name is another one. */
final class MonitorRuntimeHandle {
    private static final String FAILED = "the runtime in java.base failed";

    private final Class<?> runtime;
    private final MethodHandle size;
    private final MethodHandle count;
    private final MethodHandle watch;
    private final MethodHandle classes;

    MonitorRuntimeHandle(Class<?> runtime) throws ReflectiveOperationException {
        this.runtime = runtime;
        size = find("size", long.class);
        count = find("count", long.class, Class.class);
        watch = find("watch", void.class, Class.class);
        classes = MethodHandles.publicLookup()
                .findStatic(
                        Class.forName(BootClasses.CLASSES.replace('/', '.'), true, null),
                        "after",
                        MethodType.methodType(List.class, ClassLoader.class, int.class));
    }

    private MethodHandle find(String name, Class<?> result, Class<?>... parameters)
            throws ReflectiveOperationException {
        return MethodHandles.publicLookup().findStatic(runtime, name, MethodType.methodType(result, parameters));
    }

    void open(ToIntFunction<Class<?>> objects, ToIntFunction<Class<?>> mirrors, BiConsumer<Class<?>, Long> audit)
            throws ReflectiveOperationException {
        runtime.getMethod("open", ToIntFunction.class, ToIntFunction.class, BiConsumer.class)
                .invoke(null, objects, mirrors, audit);
    }

    /** Asks for the class file of each class that is defined hidden, by the class of the lookup. */
    void openHidden(BiFunction<Class<?>, byte[], byte[]> hiddenClasses) throws ReflectiveOperationException {
        Class.forName(BootClasses.REFLECTION.replace('/', '.'), true, null)
                .getMethod("open", BiFunction.class)
                .invoke(null, hiddenClasses);
    }

    long size() {
        try {
            return (long) size.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(FAILED, e);
        }
    }

    long count(Class<?> type) {
        try {
            return (long) count.invokeExact(type);
        } catch (Throwable e) {
            throw new IllegalStateException(FAILED, e);
        }
    }

    void watch(Class<?> type) {
        try {
            watch.invokeExact(type);
        } catch (Throwable e) {
            throw new IllegalStateException(FAILED, e);
        }
    }

    /** The classes that a loader has defined, but for so many first ones. */
    @SuppressWarnings("unchecked")
    List<Class<?>> classes(ClassLoader loader, int first) {
        try {
            return (List<Class<?>>) classes.invokeExact(loader, first);
        } catch (Throwable e) {
            throw new IllegalStateException(FAILED, e);
        }
    }
}
