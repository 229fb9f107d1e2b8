package io.vtmonitor.agent;

import io.vtmonitor.common.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.function.Function;

/** Access to Flight Recorder's internal members. */
final class Internals {
    private Internals() {}

    /** To a class of ours alone; where the JVM does not let us, asking it fails. */
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
