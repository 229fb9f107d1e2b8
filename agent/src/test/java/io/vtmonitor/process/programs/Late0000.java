package io.vtmonitor.process.programs;

/** What {@link LateClasses} defines under many names. */
public final class Late0000 implements Runnable {
    private static final Object LOCK = new Object();

    @Override
    public void run() {
        synchronized (LOCK) {
            LateClasses.block();
        }
    }
}
