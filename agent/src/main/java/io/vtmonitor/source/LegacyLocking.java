package io.vtmonitor.source;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * JDK 24 and 25 started with {@code -XX:LockingMode=1}: monitors pin there as they did before JEP 491. The option is gone
 * from 26 on.
 */
final class LegacyLocking {
    static final String SENTENCE =
            "this JVM runs with legacy locking (-XX:LockingMode=1): monitors pin as before JDK 24";

    static final String OPTION = "-XX:LockingMode=";

    private LegacyLocking() {}

    /** Whether this JVM does. The public way to read a JVM's arguments is JMX, which a host may not want started. */
    static boolean inForce(Instrumentation instrumentation) {
        if (!exists(Runtime.version().feature())) {
            return false;
        }
        try {
            Module base = Object.class.getModule();
            Module ours = LegacyLocking.class.getModule();
            instrumentation.redefineModule(
                    base, Set.of(), Map.of("jdk.internal.misc", Set.of(ours)), Map.of(), Set.of(), Map.of());
            Object arguments = Class.forName("jdk.internal.misc.VM")
                    .getMethod("getRuntimeArguments")
                    .invoke(null);
            return arguments instanceof String[] texts && asked(List.of(texts));
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException
                | RuntimeException
                | LinkageError internalsMoved) {
            return false; // its pins will say so, one by one
        }
    }

    static boolean exists(int feature) {
        return feature == 24 || feature == 25;
    }

    /** Whether a JVM with these arguments was asked to; the last one counts. */
    static boolean asked(List<String> arguments) {
        String last = "";
        for (String argument : arguments) {
            if (argument.startsWith(OPTION)) {
                last = argument.substring(OPTION.length());
            }
        }
        return last.equals("1");
    }
}
