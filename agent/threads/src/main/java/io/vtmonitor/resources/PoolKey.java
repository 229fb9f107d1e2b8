package io.vtmonitor.resources;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A route or key of a pool, to be compared with others. Values of known classes are kept: applications make a route for
 * each request, and drop it long before they give the connection back. A key of any other class is compared by
 * identity, so that no code of the application runs, and is referred to weakly. Two equal keys of such a class count as
 * different.
 */
final class PoolKey {
    private static final String ROUTES = "org.apache.";

    /** Classes whose {@code equals} runs no code of the application, and that refer to no object of it. */
    private static final Set<Class<?>> VALUES =
            Set.of(String.class, Integer.class, Long.class, Short.class, Character.class, UUID.class, URI.class);

    private final @Nullable Object value;
    private final @Nullable WeakReference<Object> identity;
    private final int hash;

    private PoolKey(Object key) {
        boolean isValue =
                VALUES.contains(key.getClass()) || key.getClass().getName().startsWith(ROUTES);
        value = isValue ? key : null;
        identity = isValue ? null : new WeakReference<>(key);
        hash = isValue ? key.hashCode() : System.identityHashCode(key);
    }

    /** The key; null for null. */
    static @Nullable PoolKey of(@Nullable Object key) {
        return key == null ? null : new PoolKey(key);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof PoolKey same) || hash != same.hash) {
            return false;
        }
        if (value != null) {
            return value.equals(same.value);
        }
        Object key = identity == null ? null : identity.get();
        return key != null && same.identity != null && same.identity.get() == key;
    }
}
