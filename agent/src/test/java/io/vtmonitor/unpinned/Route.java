package io.vtmonitor.unpinned;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;

/** One way in which a generated class comes by the lock of its program, and locks it. */
public interface Route {
    /** Adds to the counter so many times, each in the lock. */
    void add(long[] counter, int times) throws Exception;

    /** Waits in the lock for the flag. */
    void awaitSet(boolean[] flag) throws Exception;

    /** Sets the flag in the lock, and notifies. */
    void set(boolean[] flag) throws Exception;

    /**
     * Waits in the lock to be notified once, without a flag, so that each notification counts: adds one to the second
     * number before, and to the first afterwards.
     */
    void awaitOnce(int[] woken) throws Exception;

    /** Notifies one thread in the lock. */
    void notifyOnce() throws Exception;

    /** Does something in the lock. */
    void within(Work work) throws Exception;

    /** What is done in a lock. */
    interface Work {
        void run() throws Exception;
    }

    /** What a method reference of {@code wait} may be. */
    interface Waits {
        void run() throws InterruptedException;
    }

    /** Calls a method of the object, from a class that has not looked it up. */
    static void reflect(Method method, Object object) throws ReflectiveOperationException {
        method.invoke(object);
    }

    /** Calls a method of the object by its handle. */
    static void handle(MethodHandle method, Object object) throws Exception {
        try {
            method.invoke(object);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** What each region does: an addition that another thread would spoil. */
    static void addOnce(long[] counter) {
        long before = counter[0];
        Thread.onSpinWait();
        counter[0] = before + 1;
    }
}
