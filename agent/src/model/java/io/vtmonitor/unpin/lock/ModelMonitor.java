package io.vtmonitor.unpin.lock;

/**
 * What the model checker's monitors don't do as the JVM's: a wait with a time limit returns at once there, with the
 * monitor kept, and {@code Thread.holdsLock} doesn't know them.
 */
final class ModelMonitor {
    private static final ThreadLocal<Object> HELD = new ThreadLocal<>();

    private ModelMonitor() {}

    /**
     * The current thread is inside of that object's monitor from now on, or of none.
     *
     * @return inside of which it was before
     */
    static Object holds(Object object) {
        Object before = HELD.get();
        HELD.set(object);
        return before;
    }

    static boolean isHeld(Object object) {
        return HELD.get() == object;
    }

    /** {@code Object.wait}. The time is over at any time: when another thread comes to it. */
    @SuppressWarnings({"NakedNotify", "WaitNotInLoop"})
    static void await(Object object, long millis, int nanos) throws InterruptedException {
        if (millis > 0 || nanos > 0) {
            new Thread(() -> {
                        synchronized (object) {
                            object.notifyAll();
                        }
                    })
                    .start();
        }
        object.wait();
    }
}
