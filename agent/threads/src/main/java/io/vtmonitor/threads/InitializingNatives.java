package io.vtmonitor.threads;

import java.util.Map;
import java.util.Set;

/**
 * The native methods by which reflection and method handles make the JVM initialize a class. Their frames do not show
 * which class.
 */
public final class InitializingNatives {
    private static final Map<String, Set<String>> METHODS = Map.of(
            "java.lang.Class", Set.of("forName0"),
            "jdk.internal.misc.Unsafe", Set.of("ensureClassInitialized0", "allocateInstance"),
            "jdk.internal.reflect.DirectConstructorHandleAccessor$NativeAccessor", Set.of("newInstance0"),
            "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor", Set.of("invoke0"));

    private InitializingNatives() {}

    /** Whether a frame is one of these methods. */
    public static boolean isOne(StackTraceElement frame) {
        return METHODS.getOrDefault(frame.getClassName(), Set.of()).contains(frame.getMethodName());
    }
}
