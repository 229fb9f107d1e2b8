package io.vtmonitor.common;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The way to what the JDK keeps to itself: who is mounted on which carrier has no public answer, and some of what has
 * one has it in JMX only, which a host may not want started.
 */
public final class JdkInternals {
    private static final List<String> PACKAGES = List.of(
            "java.lang", "java.util.concurrent", "java.util.concurrent.locks", "jdk.internal.misc", "jdk.internal.vm");

    private final Function<Class<?>, Lookup> lookups;

    private JdkInternals(Function<Class<?>, Lookup> lookups) {
        this.lookups = lookups;
    }

    /**
     * Opens the packages of {@code java.base} that are needed, to one of our classes that no other code can reach.
     *
     * @throws ReflectiveOperationException if this JVM does not let us
     */
    public static JdkInternals open(Instrumentation instrumentation) throws ReflectiveOperationException {
        return open(instrumentation, Object.class.getModule(), PACKAGES);
    }

    /**
     * Opens packages of any module to one of our classes that no other code can reach.
     *
     * @throws ReflectiveOperationException if this JVM does not let us
     */
    public static JdkInternals open(Instrumentation instrumentation, Module module, List<String> packages)
            throws ReflectiveOperationException {
        Class<?> inside = new OwnLoader(JdkInternals.class.getClassLoader()).define();
        Set<Module> toUs = Set.of(inside.getModule());
        Map<String, Set<Module>> opened = new HashMap<>();
        for (String name : packages) { // a collector takes longer to link than all the rest
            opened.put(name, toUs);
        }
        instrumentation.redefineModule(module, Set.of(), Map.of(), opened, Set.of(), Map.of());
        @SuppressWarnings("unchecked") // it is PrivateLookup
        Function<Class<?>, Lookup> lookups =
                (Function<Class<?>, Lookup>) inside.getDeclaredConstructor().newInstance();
        return new JdkInternals(lookups);
    }

    /** Full access to a class of those packages. Does not initialize it. */
    public Lookup in(Class<?> type) {
        return lookups.apply(type);
    }

    /**
     * Whether the JVM has initialized a class by now. Cheap, and initializes nothing.
     *
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    public BooleanSupplier initialized(Class<?> type) throws ReflectiveOperationException {
        return initialized(type, lookups);
    }

    /**
     * The same, by full access to the classes of {@code jdk.internal.misc}.
     *
     * @throws ReflectiveOperationException if this JDK looks different inside
     */
    public static BooleanSupplier initialized(Class<?> type, Function<Class<?>, Lookup> lookups)
            throws ReflectiveOperationException {
        Class<?> unsafe = named("jdk.internal.misc.Unsafe");
        Lookup lookup = lookups.apply(unsafe);
        VarHandle theUnsafe = lookup.findStaticVarHandle(unsafe, "theUnsafe", unsafe);
        MethodHandle shouldBe = lookup.findVirtual(
                        unsafe, "shouldBeInitialized", MethodType.methodType(boolean.class, Class.class))
                .bindTo(theUnsafe.get());
        return () -> !shouldBeInitialized(shouldBe, type);
    }

    private static boolean shouldBeInitialized(MethodHandle shouldBe, Class<?> type) {
        try {
            return (boolean) shouldBe.invokeExact(type);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class of {@code java.base} of that name, not initialized. */
    public static Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName(name, false, null);
    }

    private static final class OwnLoader extends ClassLoader {
        OwnLoader(ClassLoader parent) {
            super("vt-monitor", parent);
        }

        Class<?> define() throws ReflectiveOperationException {
            String file = PrivateLookup.class.getSimpleName() + ".class";
            try (InputStream in = PrivateLookup.class.getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(file);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(PrivateLookup.class.getName(), bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(file, e);
            }
        }
    }
}
