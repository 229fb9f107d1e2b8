package io.vtmonitor.source;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/**
 * Raises JFR's stack depth: the default of 64 frames cuts off the bottom of deep stacks, and on JDK 21 the frame that
 * holds the monitor is there. The public way to set it is JMX, which a host may not want started; this one opens JFR's
 * options to us alone.
 */
final class StackDepth {
    private static final int DEFAULT = 64;
    private static final int WANTED = 256;

    private StackDepth() {}

    /**
     * To be called before JFR is first used; a depth the user has set stays.
     *
     * @return the depth in force
     */
    static int raise(Instrumentation instrumentation) {
        try {
            Module jfr = ModuleLayer.boot().findModule("jdk.jfr").orElseThrow();
            Module ours = StackDepth.class.getModule();
            instrumentation.redefineModule(
                    jfr, Set.of(), Map.of(), Map.of("jdk.jfr.internal", Set.of(ours)), Set.of(), Map.of());
            Class<?> options = Class.forName(jfr, "jdk.jfr.internal.Options");
            Method get = options.getDeclaredMethod("getStackDepth");
            get.setAccessible(true);
            int depth = (int) get.invoke(null);
            if (depth != DEFAULT) {
                return depth;
            }
            Method set = options.getDeclaredMethod("setStackDepth", Integer.class);
            set.setAccessible(true);
            set.invoke(null, WANTED);
            return (int) get.invoke(null);
        } catch (NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException
                | RuntimeException
                | LinkageError internalsMoved) {
            return DEFAULT;
        }
    }
}
