package io.vtmonitor.resources;

import org.jspecify.annotations.Nullable;

/** Writes waits and holds into recordings. Called on the application's threads; must not block. */
public interface ResourceRecorder {
    /** Writes nothing. */
    ResourceRecorder NONE = new ResourceRecorder() {
        @Override
        public @Nullable Object begin(boolean hold) {
            return null;
        }

        @Override
        public void waited(Object begun, String pool, @Nullable String name, boolean got) {
            // nobody records
        }

        @Override
        public void held(Object begun, String pool, @Nullable String name, @Nullable Thread borrower) {
            // nobody records
        }
    };

    /**
     * A wait or a hold begins.
     *
     * @return what it is ended with, null if it need not be
     */
    @Nullable
    Object begin(boolean hold);

    /**
     * A wait ends.
     *
     * @param pool the kind of pool
     * @param name the pool's own name, null if it has none
     * @param got whether it got a resource
     */
    void waited(Object begun, String pool, @Nullable String name, boolean got);

    /**
     * A resource is given back, by the current thread.
     *
     * @param borrower to whom it was lent, null if that thread is gone
     */
    void held(Object begun, String pool, @Nullable String name, @Nullable Thread borrower);
}
