package io.vtmonitor.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.Function;

/**
 * Defined once more by a class loader of its own, whose unnamed module is the only one that {@link JdkInternals} opens
 * packages to. Opened to the module that the agent's jar is in, they would be open to the application's class path,
 * too.
 */
public final class PrivateLookup implements Function<Class<?>, Lookup> {
    /** For {@link JdkInternals}, by reflection. */
    public PrivateLookup() {}

    @Override
    public Lookup apply(Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
