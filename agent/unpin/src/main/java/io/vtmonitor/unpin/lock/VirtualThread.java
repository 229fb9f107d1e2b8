package io.vtmonitor.unpin.lock;

/** In {@code java.base} it becomes {@code java.lang.VirtualThread}. Elsewhere no thread is one. */
class VirtualThread {
    /** Not final: the JDK's own number is meant, which differs between its updates. */
    @SuppressWarnings("NonFinalStaticField")
    static int YIELDING;

    @SuppressWarnings("NonFinalStaticField")
    static int RUNNING;

    VirtualThread() {}

    void setState(int state) {
        // the JDK's does
    }

    boolean yieldContinuation() {
        return true;
    }
}
