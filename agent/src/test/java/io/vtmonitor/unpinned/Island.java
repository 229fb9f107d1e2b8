package io.vtmonitor.unpinned;

import java.util.function.Supplier;

/** Loaded by loaders that see nothing but the JDK: locks in each way and says what it found. */
public class Island implements Supplier<String> {
    private final Object lock = new Object();
    private boolean told;

    /** Called through the JDK's own interface, since the caller's class of this name is another one. */
    @Override
    public String get() {
        try {
            synchronized (lock) {
                tell();
                return "locked " + await() + " " + Thread.holdsLock(lock) + " " + isSynchronized();
            }
        } catch (InterruptedException | NoSuchMethodException e) {
            return e.toString();
        }
    }

    private synchronized void tell() {
        told = true;
        notifyAll();
    }

    private synchronized boolean await() throws InterruptedException {
        while (!told) {
            wait();
        }
        return told;
    }

    private static boolean isSynchronized() throws NoSuchMethodException {
        return java.lang.reflect.Modifier.isSynchronized(
                Island.class.getDeclaredMethod("tell").getModifiers());
    }
}
