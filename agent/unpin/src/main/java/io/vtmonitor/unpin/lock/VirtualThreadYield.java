package io.vtmonitor.unpin.lock;

/**
 * What {@code VirtualThread.tryYield} of JDK 21 does, with the answer that it drops. The methods are private there: in
 * {@code java.base} this is a hidden nestmate of that class.
 */
final class VirtualThreadYield implements YieldAttempt {
    VirtualThreadYield() {}

    @Override
    public boolean yielded() {
        VirtualThread current = (VirtualThread) (Object) Thread.currentThread();
        boolean yielded = false;
        current.setState(VirtualThread.YIELDING);
        try {
            yielded = current.yieldContinuation();
        } finally {
            if (!yielded) {
                current.setState(VirtualThread.RUNNING);
            }
        }
        return yielded;
    }
}
