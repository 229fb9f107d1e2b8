package io.vtmonitor.resources;

import org.jspecify.annotations.Nullable;

/**
 * Writes waits for resources, and loans of them, into recordings. The application's threads call it, so it must not
 * block.
 */
public interface ResourceRecorder {
    /** Writes nothing. */
    ResourceRecorder NONE = new ResourceRecorder() {
        @Override
        public @Nullable Object begin(boolean hold) {
            return null;
        }

        @Override
        public void waited(Object begun, String pool, @Nullable String name, boolean got) {
            // nothing is recorded
        }

        @Override
        public void held(Object begun, String pool, @Nullable String name, @Nullable Thread borrower) {
            // nothing is recorded
        }
    };

    /**
     * A wait or a loan begins.
     *
     * @return what to pass when it ends; null if its end need not be reported
     */
    @Nullable
    Object begin(boolean hold);

    /**
     * A wait ends.
     *
     * @param pool the kind of pool
     * @param name the pool's own name; null if it has none
     * @param got whether it got a resource
     */
    void waited(Object begun, String pool, @Nullable String name, boolean got);

    /**
     * The current thread gives a resource back.
     *
     * @param borrower the thread that borrowed it; null if that thread was garbage collected
     */
    void held(Object begun, String pool, @Nullable String name, @Nullable Thread borrower);
}
