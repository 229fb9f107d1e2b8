package io.vtmonitor.common;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.Function;

/**
 * Defined a second time by a separate class loader, whose unnamed module is the only one that {@link JdkInternals}
 * opens packages to. If they were opened to the module of the agent's jar, they would be open to the application's
 * class path, too.
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
