package io.vtmonitor.unpin.lock;

/** In {@code java.base} it becomes {@code jdk.internal.misc.Unsafe}. Elsewhere no class is initialized. */
final class Unsafe {
    private static final Unsafe ONE = new Unsafe();

    private Unsafe() {}

    static Unsafe getUnsafe() {
        return ONE;
    }

    /** Whether a first use of that class would run its initializer. */
    boolean shouldBeInitialized(Class<?> type) {
        return true;
    }
}
