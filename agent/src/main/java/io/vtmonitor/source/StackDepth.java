package io.vtmonitor.source;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import jdk.jfr.FlightRecorder;

/**
 * Raises JFR's stack depth: the default of 64 frames cuts off the bottom of deep stacks, and on JDK 21 the frame that
 * holds the monitor is there. The public way to set it is JMX, which a host may not want started; this one opens JFR's
 * options to us alone.
 *
 * <p>Dangerous here: JFR gives each thread a buffer for as many frames as the depth says when the thread is first
 * recorded. Raised after that, JDK 21 writes past its end and the JVM aborts. So the depth is left alone once JFR is in
 * use, as {@code jcmd PID JFR.configure} leaves it, too.
 */
final class StackDepth {
    private static final int DEFAULT = 64;
    private static final int WANTED = 256;

    private StackDepth() {}

    /**
     * Raises it where JFR has not been used yet; a depth the user has set stays.
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
            Method set = options.getDeclaredMethod("setStackDepth", Integer.class);
            set.setAccessible(true);
            // What FlightRecorder.getFlightRecorder holds while it initialises JFR: not between our look and our
            // change.
            synchronized (Class.forName(jfr, "jdk.jfr.internal.PlatformRecorder")) {
                if ((int) get.invoke(null) == DEFAULT && !FlightRecorder.isInitialized()) {
                    set.invoke(null, WANTED);
                }
                return (int) get.invoke(null);
            }
        } catch (NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException
                | RuntimeException
                | LinkageError internalsMoved) {
            return DEFAULT;
        }
    }
}
