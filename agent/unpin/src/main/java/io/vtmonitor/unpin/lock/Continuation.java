package io.vtmonitor.unpin.lock;

/** In {@code java.base} it becomes {@code jdk.internal.vm.Continuation}. Elsewhere it does nothing. */
final class Continuation {
    private Continuation() {}

    /** From now on the current virtual thread stays on its carrier, until as many calls of {@link #unpin}. */
    static void pin() {
        // the JDK's does
    }

    static void unpin() {
        // the JDK's does
    }
}
