package io.vtmonitor.common;

import org.jspecify.annotations.Nullable;

/** Distinguishes failures because the heap was full, after which a later try may succeed, from other failures. */
public final class FullHeap {
    private static final int MOST_CAUSES = 10;

    private FullHeap() {}

    /** Whether a failure has an {@code OutOfMemoryError} as its cause: {@code java.lang.invoke} wraps it in others. */
    public static boolean isCauseOf(Throwable failed) {
        @Nullable Throwable cause = failed;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
