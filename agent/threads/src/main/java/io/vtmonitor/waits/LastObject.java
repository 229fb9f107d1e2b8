package io.vtmonitor.waits;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** Whether an object of the application is the same as last time, without keeping it alive. */
@SuppressWarnings("ReferenceEquality") // by identity
final class LastObject {
    private @Nullable WeakReference<Object> last;

    /** Takes the object of this time, null if there is none, which is never the same. */
    boolean again(@Nullable Object now) {
        boolean same = now != null && last != null && last.get() == now;
        last = now == null ? null : new WeakReference<>(now);
        return same;
    }

    /** Whether there was one the last time. */
    boolean any() {
        return last != null;
    }
}
