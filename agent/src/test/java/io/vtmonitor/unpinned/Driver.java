package io.vtmonitor.unpinned;

import java.util.Hashtable;

/** Stands for a library: what of it is matched by the pattern is locked here and by {@link Outside}. */
class Driver implements AutoCloseable {
    final Object handedIn;
    private final Object own = new Object();
    private final Hashtable<String, String> table = new Hashtable<>();
    long count;

    Driver(Object handedIn) {
        this.handedIn = handedIn;
    }

    synchronized void use() {
        count++;
    }

    void useHandedIn() {
        synchronized (handedIn) {
            count++;
        }
    }

    void useTable() {
        synchronized (table) {
            count++;
        }
    }

    void useOwn() {
        synchronized (own) {
            count++;
        }
    }

    Object mutex() {
        return this;
    }

    void useMutex() {
        synchronized (mutex()) {
            count++;
        }
    }

    static void useClass(Runnable body) {
        synchronized (Driver.class) {
            body.run();
        }
    }

    /** Anybody may implement it, a proxy as well. */
    interface Part {
        void use();
    }

    void usePart(Part part) {
        synchronized (part) {
            count++;
        }
    }

    @Override
    public synchronized void close() {
        count = 0;
    }

    /** Its superclass of the JDK locks it. */
    static class Worker extends Thread {
        synchronized void use() {
            notifyAll();
        }
    }
}
