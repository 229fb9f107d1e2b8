package io.vtmonitor.agent;

import io.vtmonitor.common.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.function.Function;

/** Access to Flight Recorder's internal classes. */
final class Internals {
    private Internals() {}

    /**
     * Opens the packages only to a class of ours. If the JVM does not permit that, the function throws when it is
     * called.
     */
    static Function<Class<?>, Lookup> of(Instrumentation instrumentation) {
        try {
            JdkInternals jfr = JdkInternals.open(
                    instrumentation,
                    ModuleLayer.boot().findModule("jdk.jfr").orElseThrow(),
                    List.of("jdk.jfr.internal"));
            JdkInternals base =
                    JdkInternals.open(instrumentation, Object.class.getModule(), List.of("jdk.internal.misc"));
            return type -> (type.getModule() == Object.class.getModule() ? base : jfr).in(type);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return type -> {
                throw new IllegalStateException(e);
            };
        }
    }
}
