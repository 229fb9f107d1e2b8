package repeats;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What code can see of a monitor, a line each, but for what the documentation of unpin lists as different. */
final class Promises {
    private Promises() {}

    static class Inside {
        private final Object lock = new Object();

        synchronized int depth(int levels) {
            return levels == 0 ? 0 : 1 + depth(levels - 1);
        }

        synchronized void fails() {
            throw new IllegalStateException("failed");
        }

        static synchronized boolean holdsClass() {
            return Thread.holdsLock(Inside.class);
        }

        Object unowned(boolean wait) throws InterruptedException {
            if (wait) {
                lock.wait();
            } else {
                lock.notify();
            }
            return "nothing thrown";
        }

        Object waits(long millis, int nanos) throws InterruptedException {
            synchronized (lock) {
                lock.wait(millis, nanos);
            }
            return "waited";
        }

        Object waitsByUnit() throws InterruptedException {
            synchronized (lock) {
                TimeUnit.MILLISECONDS.timedWait(lock, 2);
            }
            return "waited";
        }

        Object notifiesByReflection() throws ReflectiveOperationException {
            synchronized (lock) {
                Object.class.getMethod("notify").invoke(lock);
            }
            return "notified";
        }

        Object notifiesByHandle() throws Throwable {
            MethodHandle handle =
                    MethodHandles.lookup().findVirtual(Object.class, "notifyAll", MethodType.methodType(void.class));
            synchronized (lock) {
                handle.invoke(lock);
            }
            return "notified";
        }

        Object interruptedBefore() throws InterruptedException {
            Thread.currentThread().interrupt();
            synchronized (lock) {
                lock.wait();
            }
            return "not interrupted";
        }

        Object interruptedWhileBlocked() throws InterruptedException {
            boolean[] seen = new boolean[1];
            CountDownLatch begun = new CountDownLatch(1);
            Thread blocked;
            synchronized (lock) {
                blocked = Thread.ofPlatform().start(() -> {
                    begun.countDown();
                    synchronized (lock) {
                        seen[0] = Thread.currentThread().isInterrupted();
                    }
                });
                begun.await();
                blocked.interrupt();
            }
            blocked.join();
            return seen[0];
        }

        private synchronized void overflow() {
            overflow();
        }

        Object freeAfterOverflow() throws InterruptedException {
            try {
                overflow();
                return "no overflow";
            } catch (StackOverflowError expected) {
                Thread other = Thread.ofPlatform().start(() -> depth(1));
                other.join();
                return "free " + !Thread.holdsLock(this);
            }
        }

        Object ofStrings() {
            synchronized ("text") {
                "text".notifyAll();
                return Thread.holdsLock("text");
            }
        }

        Object ofArrayClass() {
            synchronized (int[].class) {
                return Thread.holdsLock(int[].class);
            }
        }

        final class InConstructor {
            private final boolean held;

            InConstructor() {
                synchronized (this) {
                    held = Thread.holdsLock(this);
                }
            }
        }

        static final class Initialized {
            private static final int VALUE;

            static {
                synchronized (Initialized.class) {
                    VALUE = 42;
                }
            }

            static synchronized int value() {
                return VALUE;
            }
        }

        static class Stored implements Serializable {
            private int value;

            public synchronized int value() {
                return value;
            }

            public synchronized void set(int to) {
                value = to;
            }
        }

        record Named(String name) {
            synchronized String upper() {
                return name.toUpperCase(java.util.Locale.ROOT) + Thread.holdsLock(this);
            }
        }

        enum Letter {
            A;

            synchronized String held() {
                return name() + Thread.holdsLock(this);
            }
        }

        interface Defaulted {
            default String held() {
                synchronized (this) {
                    return "held " + Thread.holdsLock(this);
                }
            }
        }

        static final class OwnThread extends Thread {
            @Override
            public void run() {
                locked();
            }

            synchronized void locked() {
                notifyAll();
            }
        }
    }

    private interface Check {
        Object run() throws Throwable;
    }

    private static void check(String name, Check check) {
        Object result;
        try {
            result = check.run();
        } catch (InvocationTargetException e) {
            result = "thrown below " + e.getCause();
        } catch (Throwable e) {
            result = e;
        }
        System.out.println(name + ": " + result);
    }

    public static void main(String[] arguments) throws Exception {
        Inside inside = new Inside();
        check("notify unowned", () -> inside.unowned(false));
        check("wait unowned", () -> inside.unowned(true));
        check("wait a millisecond", () -> inside.waits(1, 0));
        check("wait for nanoseconds", () -> inside.waits(0, 1));
        check("wait a negative time", () -> inside.waits(-1, 0));
        check("timed wait", inside::waitsByUnit);
        check("notify by reflection", inside::notifiesByReflection);
        check("notify by a handle", inside::notifiesByHandle);
        check("interrupted before it waits", inside::interruptedBefore);
        check("interrupted afterwards", Thread::interrupted);
        check("interrupted while blocked", inside::interruptedWhileBlocked);
        check("again and again", () -> inside.depth(2_000));
        check("thrown inside", () -> {
            inside.fails();
            return "nothing thrown";
        });
        check("free after it", () -> !Thread.holdsLock(inside));
        check("trace", () -> trace(inside::fails));
        check("free after an overflow", inside::freeAfterOverflow);
        check("class", Inside::holdsClass);
        check("constructor", () -> inside.new InConstructor().held);
        check("initializer", Inside.Initialized::value);
        check("string", inside::ofStrings);
        check("class of an array", inside::ofArrayClass);
        check("record", () -> new Inside.Named("x").upper());
        check("enum", Inside.Letter.A::held);
        check("default method", () -> new Inside.Defaulted() {}.held());
        check(
                "serial version",
                () -> ObjectStreamClass.lookup(Inside.Stored.class).getSerialVersionUID());
        check("written and read", (Check) () -> copy(7));
        check("thread", () -> {
            Thread thread = new Inside.OwnThread();
            thread.start();
            thread.join();
            return thread.getState();
        });
    }

    private static Object copy(int value) throws Exception {
        Inside.Stored stored = new Inside.Stored();
        stored.set(value);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(stored);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return ((Inside.Stored) in.readObject()).value();
        }
    }

    private static Object trace(Runnable fails) {
        Callable<Object> traced = () -> {
            try {
                fails.run();
                return "nothing thrown";
            } catch (IllegalStateException e) {
                return e.getStackTrace()[0] + " of " + e.getStackTrace().length;
            }
        };
        try {
            return traced.call();
        } catch (Exception e) {
            return e;
        }
    }
}
