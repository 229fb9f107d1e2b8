package io.vtmonitor.resources;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * A route or key of a pool, to be compared. The application's classes are compared by identity, so that none of its
 * code runs for us: two equal ones are not known to be the same then.
 */
record PoolKey(Object key) {
    private static final String ROUTES = "org.apache.";

    /** Null where there is none, or it is gone. */
    static @Nullable PoolKey of(@Nullable Object key) {
        return key == null ? null : new PoolKey(key);
    }

    static @Nullable PoolKey of(Lent lent) {
        WeakReference<Object> key = lent.key();
        return of(key == null ? null : key.get());
    }

    private boolean isValue() {
        return key.getClass().getClassLoader() == null
                || key.getClass().getName().startsWith(ROUTES);
    }

    @Override
    public int hashCode() {
        return isValue() ? key.hashCode() : System.identityHashCode(key);
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(Object other) {
        return other instanceof PoolKey same && (same.key == key || (isValue() && key.equals(same.key)));
    }
}
