package io.vtmonitor.pins;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Function;

/**
 * JDK 24 and 25 started with {@code -XX:LockingMode=1}: monitors pin there as they did before JEP 491. The option is
 * gone from 26 on.
 */
public final class LegacyLocking {
    public static final String OPTION = "-XX:LockingMode=";

    private LegacyLocking() {}

    /**
     * Whether this JVM does. The public way to read a JVM's arguments is JMX, which a host may not want started.
     *
     * @param internals full access to the classes of {@code jdk.internal.misc}
     */
    public static boolean inForce(Function<Class<?>, Lookup> internals) {
        if (!exists(Runtime.version().feature())) {
            return false;
        }
        try {
            Class<?> vm = Class.forName("jdk.internal.misc.VM");
            Object arguments = internals
                    .apply(vm)
                    .findStatic(vm, "getRuntimeArguments", MethodType.methodType(String[].class))
                    .invoke();
            return arguments instanceof String[] texts && isRequested(List.of(texts));
        } catch (Throwable ignored) {
            return false; // its pins will say so, one by one
        }
    }

    public static boolean exists(int feature) {
        return feature == 24 || feature == 25;
    }

    /** Whether a JVM with these arguments was asked to; the last one counts. */
    public static boolean isRequested(List<String> arguments) {
        String last = "";
        for (String argument : arguments) {
            if (argument.startsWith(OPTION)) {
                last = argument.substring(OPTION.length());
            }
        }
        return last.equals("1");
    }
}
