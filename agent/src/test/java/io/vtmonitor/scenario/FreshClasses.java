package io.vtmonitor.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Defines the given classes again, so that each of them can be loaded and initialized once per loader instead of once
 * per JVM. It has no monitors of its own: neither the JDK's {@code ClassLoader.loadClass} nor the lock a JVM takes for
 * loaders that are not parallel capable.
 */
public class FreshClasses extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Map<String, Class<?>> originals;

    /** For these classes; all others come from the class path. */
    public FreshClasses(Class<?>... classes) {
        super(FreshClasses.class.getClassLoader());
        originals = Stream.of(classes).collect(Collectors.toMap(Class::getName, Function.identity()));
    }

    /** An instance of that class as this loader defines it. */
    public final Runnable runnable(Class<? extends Runnable> type) throws ReflectiveOperationException {
        return (Runnable) loadClass(type.getName()).getConstructor().newInstance();
    }

    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
            return loaded;
        }
        Class<?> original = originals.get(name);
        return original == null ? getParent().loadClass(name) : define(name, original);
    }

    private Class<?> define(String name, Class<?> original) throws ClassNotFoundException {
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = original.getResourceAsStream(file)) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length, original.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
