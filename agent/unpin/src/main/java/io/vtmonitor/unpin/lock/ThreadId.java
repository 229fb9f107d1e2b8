package io.vtmonitor.unpin.lock;

/**
 * In {@code java.base} it becomes {@code java.lang.Thread}, whose final method {@code threadId} came after Java 17.
 * Elsewhere it is what that returns for the current thread.
 */
final class ThreadId {
    private final Thread thread;

    private ThreadId(Thread thread) {
        this.thread = thread;
    }

    static ThreadId currentThread() {
        return new ThreadId(Thread.currentThread());
    }

    /** The platform thread that runs the current thread; itself, if that is one. */
    static ThreadId currentCarrierThread() {
        return currentThread();
    }

    @SuppressWarnings("deprecation")
    long threadId() {
        return thread.getId();
    }
}
