package io.vtmonitor.unpin.lock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What code passes through that reaches {@code wait}, {@code notify}, {@code holdsLock} or {@code timedWait} by name:
 * it gets the methods of {@link MonitorRuntime}, which do the same with the object's lock. Whatever else it reaches
 * stays what it is.
 */
public final class ReflectiveAccess {
    private static final String TIMED_WAIT = "timedWait";

    private static volatile @Nullable BiFunction<Class<?>, byte[], byte[]> hiddenClasses;

    private ReflectiveAccess() {}

    /**
     * Shows a function the class files of hidden classes from now on.
     *
     * @param rewriting gives the class file to define, for the class of the lookup and the one that was to be defined
     */
    public static void open(BiFunction<Class<?>, byte[], byte[]> rewriting) {
        hiddenClasses = rewriting;
    }

    /** The method that {@link Method#invoke} is to call. */
    @Hidden
    public static @Nullable Method invokedMethod(
            @Nullable Method method, @Nullable Object target, Object @Nullable [] arguments) {
        Method ours = standIn(method, target, arguments);
        return ours == null ? method : ours;
    }

    /** What it is to call it with: ours are static. */
    @Hidden
    public static Object @Nullable [] invokedArguments(
            @Nullable Method method, @Nullable Object target, Object @Nullable [] arguments) {
        Method ours = standIn(method, target, arguments);
        int given = arguments == null ? 0 : arguments.length;
        if (ours == null || ours.getParameterCount() == given) {
            return arguments;
        }
        Object[] all = new Object[given + 1];
        all[0] = Objects.requireNonNull(target); // no method of an object without one has a stand-in
        if (arguments != null) {
            System.arraycopy(arguments, 0, all, 1, given);
        }
        return all;
    }

    /** Null if the call is of no concern, or fails anyway. */
    private static @Nullable Method standIn(
            @Nullable Method method, @Nullable Object target, Object @Nullable [] arguments) {
        if (method == null || !isOfConcern(method.getDeclaringClass())) {
            return null;
        }
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        boolean fails = (arguments == null ? 0 : arguments.length) != method.getParameterCount()
                || (!isStatic && !method.getDeclaringClass().isInstance(target));
        return fails ? null : standIn(method);
    }

    private static boolean isOfConcern(Class<?> declaring) {
        return declaring == Object.class || declaring == Thread.class || declaring == TimeUnit.class;
    }

    private static @Nullable Method standIn(Method method) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        String name = name(method.getDeclaringClass(), method.getName());
        if (name == null) {
            return null;
        }
        Class<?> receiver = method.getDeclaringClass();
        try {
            return MonitorRuntime.class.getMethod(
                    name, isStatic ? method.getParameterTypes() : with(receiver, method.getParameterTypes()));
        } catch (ReflectiveOperationException ignored) {
            return null;
        }
    }

    private static @Nullable String name(Class<?> declaring, String name) {
        if (declaring == Thread.class) {
            return name.equals("holdsLock") ? "holds" : null;
        }
        if (declaring == TimeUnit.class) {
            return name.equals(TIMED_WAIT) ? name : null;
        }
        return switch (name) {
            case "wait" -> "await";
            case "notify" -> "signal";
            case "notifyAll" -> "signalAll";
            default -> null;
        };
    }

    private static Class<?>[] with(Class<?> receiver, Class<?>[] parameters) {
        Class<?>[] all = new Class<?>[parameters.length + 1];
        all[0] = receiver;
        System.arraycopy(parameters, 0, all, 1, parameters.length);
        return all;
    }

    /** After {@link MethodHandles.Lookup#findVirtual}; the methods are final, so whatever class is named has these. */
    public static MethodHandle findVirtual(
            MethodHandle found, MethodHandles.Lookup lookup, Class<?> in, String name, MethodType type) {
        Class<?> declaring = in == TimeUnit.class && name.equals(TIMED_WAIT) ? in : Object.class;
        return standIn(found, declaring, name, type.parameterArray());
    }

    public static MethodHandle findSpecial(
            MethodHandle found,
            MethodHandles.Lookup lookup,
            Class<?> in,
            String name,
            MethodType type,
            Class<?> caller) {
        return standIn(found, Object.class, name, type.parameterArray());
    }

    public static MethodHandle findStatic(
            MethodHandle found, MethodHandles.Lookup lookup, Class<?> in, String name, MethodType type) {
        Method method = name.equals("holdsLock") ? declared(in, name, type.parameterArray()) : null;
        return method == null ? found : unreflect(found, lookup, method);
    }

    public static MethodHandle bind(
            MethodHandle found, MethodHandles.Lookup lookup, Object receiver, String name, MethodType type) {
        boolean timed = receiver instanceof TimeUnit && name.equals(TIMED_WAIT);
        Class<?> declaring = timed ? TimeUnit.class : Object.class;
        Method ours = standIn(declaring, name, type.parameterArray());
        return ours == null
                ? found
                : adapted(ours, MethodHandles.dropArguments(found, 0, declaring))
                        .bindTo(receiver);
    }

    public static MethodHandle unreflect(MethodHandle found, MethodHandles.Lookup lookup, Method method) {
        Method ours = isOfConcern(method.getDeclaringClass()) ? standIn(method) : null;
        return ours == null ? found : adapted(ours, found);
    }

    public static MethodHandle unreflectSpecial(
            MethodHandle found, MethodHandles.Lookup lookup, Method method, Class<?> caller) {
        return unreflect(found, lookup, method);
    }

    private static MethodHandle standIn(MethodHandle found, Class<?> declaring, String name, Class<?>[] parameters) {
        Method ours = standIn(declaring, name, parameters);
        return ours == null ? found : adapted(ours, found);
    }

    private static @Nullable Method standIn(Class<?> declaring, String name, Class<?>[] parameters) {
        Method method = name(declaring, name) == null ? null : declared(declaring, name, parameters);
        return method == null ? null : standIn(method);
    }

    private static @Nullable Method declared(Class<?> declaring, String name, Class<?>[] parameters) {
        try {
            return declaring.getMethod(name, parameters);
        } catch (ReflectiveOperationException ignored) {
            return null;
        }
    }

    private static MethodHandle adapted(Method ours, MethodHandle found) {
        try {
            return MethodHandles.publicLookup().unreflect(ours).asType(found.type());
        } catch (ReflectiveOperationException ignored) {
            return found;
        }
    }

    /** Before {@link MethodHandles.Lookup#defineHiddenClass}. */
    public static byte @Nullable [] hiddenClass(
            MethodHandles.@Nullable Lookup lookup,
            byte @Nullable [] classFile,
            boolean initialize,
            MethodHandles.Lookup.ClassOption @Nullable [] options) {
        BiFunction<Class<?>, byte[], byte[]> rewriting = hiddenClasses;
        return rewriting == null || lookup == null || classFile == null
                ? classFile
                : rewriting.apply(lookup.lookupClass(), classFile);
    }

    public static byte @Nullable [] hiddenClass(
            MethodHandles.@Nullable Lookup lookup,
            byte @Nullable [] classFile,
            @Nullable Object classData,
            boolean initialize,
            MethodHandles.Lookup.ClassOption @Nullable [] options) {
        return hiddenClass(lookup, classFile, initialize, options);
    }
}
