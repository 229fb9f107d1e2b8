package io.vtmonitor.waits;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** Tells whether an object of the application is the same as at the last call, without keeping it alive. */
@SuppressWarnings("ReferenceEquality") // by identity
final class LastObject {
    private @Nullable WeakReference<Object> last;

    /**
     * Takes the object of this call and returns whether it is the last one. Null stands for none, and is never the
     * same.
     */
    boolean again(@Nullable Object now) {
        boolean same = now != null && last != null && last.get() == now;
        last = now == null ? null : new WeakReference<>(now);
        return same;
    }

    /** Whether the last call passed an object. */
    boolean any() {
        return last != null;
    }
}
