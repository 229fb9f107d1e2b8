package io.vtmonitor.unpinned;

import java.util.concurrent.CountDownLatch;

/** The object that {@link Constructs} locks in every way. */
final class Locked implements Constructs.WithDefault, Constructs.Chained, Comparable<Locked> {
    static long total;

    private final Object lock = new Object();
    private final byte[] array = new byte[0];
    long count;
    private int one;
    private int other;

    @Override
    public void add() {
        count++;
    }

    synchronized void method() {
        count++;
    }

    /** Takes both locks of the object, since what they guard is one counter. */
    void block() {
        synchronized (lock) {
            synchronized (this) {
                count++;
            }
        }
    }

    synchronized void nested() {
        synchronized (this) {
            method();
        }
    }

    void lambda() {
        Runnable inner = () -> {
            synchronized (this) {
                count++;
            }
        };
        inner.run();
    }

    @Override
    public synchronized int compareTo(Locked same) {
        count++;
        return 0;
    }

    @Override
    public synchronized int hashCode() {
        count++;
        return 1;
    }

    @Override
    public boolean equals(Object same) {
        return this == same;
    }

    @Override
    public synchronized Locked next() {
        count++;
        return this;
    }

    void enterNull() {
        Object nothing = count < 0 ? this : null;
        synchronized (nothing) {
            count++;
        }
    }

    void notifyUnowned() {
        notifyAll();
    }

    void waitUnowned() {
        try {
            wait(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void throwing() {
        try {
            fails();
        } catch (IllegalStateException expected) {
            // the lock has been given back
        }
    }

    private synchronized void fails() {
        count++;
        throw new IllegalStateException();
    }

    static synchronized void ofClass() {
        synchronized (Locked.class) {
            total++;
        }
    }

    void array() {
        synchronized (array) {
            nested();
        }
    }

    synchronized void yielding() {
        long before = count;
        if (before % 64 == 0) {
            Thread.yield();
        }
        count = before + 1;
    }

    synchronized String pair(int value) {
        String wrong = one == other ? null : one + " " + other;
        one = value;
        other = value;
        return wrong;
    }

    synchronized String waitForEver(CountDownLatch waiting) {
        try {
            waiting.countDown();
            wait();
            return "woken";
        } catch (InterruptedException e) {
            return "interrupted " + Thread.holdsLock(this) + " "
                    + Thread.currentThread().isInterrupted();
        }
    }

    /** Shifts where the stack ends. */
    void pad(int frames) {
        if (frames > 0) {
            pad(frames - 1);
        } else {
            dive(0, 1, 2);
        }
    }

    private synchronized long dive(long a, long b, long c) {
        synchronized (lock) {
            return blockDive(a + 1, b) + c;
        }
    }

    private long blockDive(long a, long b) {
        synchronized (array) {
            return dive(a, b, a + b) + 1;
        }
    }

    final class Inner {
        void method() {
            synchronized (Locked.this) {
                count++;
            }
        }
    }
}
