package io.vtmonitor.unpin.lock;

/** In {@code java.base} it becomes {@code java.lang.VirtualThread}. */
final class VirtualThread {
    private VirtualThread() {}

    static ContinuationScope continuationScope() {
        return new ContinuationScope();
    }
}
