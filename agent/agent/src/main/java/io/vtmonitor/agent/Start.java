package io.vtmonitor.agent;

import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** How {@code VtMonitor} calls {@link Agent#start}, which it finds by name: by an interface that both know. */
public final class Start implements BiFunction<@Nullable String, Instrumentation, Boolean> {
    /** Called by reflection. */
    public Start() {}

    @Override
    public Boolean apply(@Nullable String options, Instrumentation instrumentation) {
        return Agent.start(options, instrumentation);
    }
}
