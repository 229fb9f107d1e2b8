package io.vtmonitor.agent;

import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lets {@code VtMonitor} call {@link Agent#start} through an interface of the JDK, as it finds this class only by name.
 */
public final class Start implements BiFunction<@Nullable String, Instrumentation, Boolean> {
    /** Called by reflection. */
    public Start() {}

    @Override
    public Boolean apply(@Nullable String options, Instrumentation instrumentation) {
        return Agent.start(options, instrumentation);
    }
}
