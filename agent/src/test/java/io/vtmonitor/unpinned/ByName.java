package io.vtmonitor.unpinned;

import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * {@code wait}, {@code notifyAll} and {@code holdsLock} as a program reaches them without a plain call: each way wakes
 * who waits by a plain call in the class that is rewritten, and is woken from there.
 */
public final class ByName {
    private static final MethodType NOTHING = MethodType.methodType(void.class);

    private ByName() {}

    private interface Way {
        void on(Object lock) throws Throwable;
    }

    /** The only class that is rewritten. */
    static final class Inside {
        private final Object own = new Object();
        private boolean set;

        Object lock() {
            return own;
        }

        void await(Way waits) throws Throwable {
            synchronized (own) {
                while (!set) {
                    waits.on(own);
                }
            }
        }

        void set(Way notifies) throws Throwable {
            synchronized (own) {
                set = true;
                notifies.on(own);
            }
        }

        boolean isHeld(BiPredicate<Thread, Object> asked) {
            synchronized (own) {
                return asked.test(Thread.currentThread(), own);
            }
        }

        synchronized void awaitSelf() throws InterruptedException {
            Route.Waits waits = this::wait;
            while (!set) {
                waits.run();
            }
        }

        synchronized void setSelf() {
            set = true;
            Runnable notifies = super::notifyAll;
            notifies.run();
        }

        synchronized void count(long[] counter) {
            Route.addOnce(counter);
        }
    }

    /** Defined hidden, so that its first class file is a template alone. */
    static final class Template implements BiConsumer<Object, long[]>, Consumer<Object> {
        @Override
        public void accept(Object lock, long[] counter) {
            synchronized (lock) {
                Route.addOnce(counter);
            }
        }

        @Override
        public void accept(Object lock) {
            synchronized (lock) {
                lock.notifyAll();
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        for (Map.Entry<String, Way> one : waits().entrySet()) {
            Inside inside = new Inside();
            wakes("waits by " + one.getKey(), () -> inside.await(one.getValue()), () -> inside.set(Object::notifyAll));
        }
        for (Map.Entry<String, Way> one : notifies().entrySet()) {
            Inside inside = new Inside();
            wakes("notifies by " + one.getKey(), () -> inside.await(Object::wait), () -> inside.set(one.getValue()));
        }
        Inside self = new Inside();
        wakes("references of this and super", self::awaitSelf, self::setSelf);
        holds();
        hidden();
        failures();
        System.out.println(SchedulerBooks.atRest());
        System.exit(0);
    }

    private static Map<String, Way> waits() throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle found = lookup.findVirtual(Object.class, "wait", NOTHING);
        MethodHandle unreflected = lookup.unreflect(Object.class.getMethod("wait", long.class));
        Method method = Object.class.getMethod("wait", long.class, int.class);
        Map<String, Way> all = new LinkedHashMap<>();
        all.put("a call", lock -> lock.wait());
        all.put("a reference", Object::wait);
        all.put("a bound reference", lock -> ((Route.Waits) lock::wait).run());
        all.put("reflection", lock -> method.invoke(lock, 1_000_000_000L, 1));
        all.put("a handle", lock -> {
            found.invokeExact(lock);
        });
        all.put("an unreflected handle", lock -> unreflected.invoke(lock, 1_000_000_000L));
        all.put("a bound handle", lock -> {
            MethodHandles.publicLookup().bind(lock, "wait", NOTHING).invokeExact();
        });
        all.put("its time unit", lock -> TimeUnit.DAYS.timedWait(lock, 1));
        all.put(
                "its time unit's method",
                lock -> TimeUnit.class
                        .getMethod("timedWait", Object.class, long.class)
                        .invoke(TimeUnit.DAYS, lock, 1));
        return all;
    }

    private static Map<String, Way> notifies() throws ReflectiveOperationException {
        MethodHandle found = MethodHandles.lookup().findVirtual(Object.class, "notifyAll", NOTHING);
        Method method = Object.class.getMethod("notify");
        Map<String, Way> all = new LinkedHashMap<>();
        all.put("a reference", Object::notifyAll);
        all.put("a bound reference", lock -> ((Runnable) lock::notify).run());
        all.put("reflection", lock -> method.invoke(lock));
        all.put("reflection elsewhere", lock -> Route.reflect(method, lock));
        all.put("a handle", lock -> {
            found.invokeExact(lock);
        });
        all.put("a handle elsewhere", lock -> Route.handle(found, lock));
        return all;
    }

    private interface Step {
        void run() throws Throwable;
    }

    private static void wakes(String name, Step waits, Step notifies) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread waiter = start(waits, failure);
        while (waiter.getState() == Thread.State.RUNNABLE && waiter.isAlive()) {
            Thread.sleep(1);
        }
        Thread notifier = start(notifies, failure);
        waiter.join();
        notifier.join();
        say(failure.get() == null, name, failure.get());
    }

    private static Thread start(Step step, AtomicReference<Throwable> failure) {
        return Thread.ofVirtual().start(() -> {
            try {
                step.run();
            } catch (Throwable e) {
                failure.set(e);
            }
        });
    }

    private static void say(boolean right, String name, Object found) {
        System.out.println((right ? "ok " : "WRONG " + found + " ") + name);
    }

    private static void holds() throws ReflectiveOperationException {
        Method method = Thread.class.getMethod("holdsLock", Object.class);
        MethodHandle handle = MethodHandles.lookup()
                .findStatic(Thread.class, "holdsLock", MethodType.methodType(boolean.class, Object.class));
        BiPredicate<Thread, Object> reflects = (thread, lock) -> {
            try {
                return (boolean) method.invoke(null, lock);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        };
        BiPredicate<Thread, Object> calls = (thread, lock) -> {
            try {
                return (boolean) handle.invokeExact(lock);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
        Inside inside = new Inside();
        say(inside.isHeld(reflects) && !reflects.test(null, inside.lock()), "asks by reflection who holds it", "");
        say(inside.isHeld(calls) && !calls.test(null, inside.lock()), "asks by a handle who holds it", "");
    }

    @SuppressWarnings("unchecked")
    private static void hidden() throws Exception {
        byte[] classFile;
        try (InputStream in = ByName.class.getResourceAsStream("ByName$Template.class")) {
            classFile = in.readAllBytes();
        }
        Object made = MethodHandles.lookup()
                .defineHiddenClass(classFile, true)
                .lookupClass()
                .getDeclaredConstructor()
                .newInstance();
        Inside inside = new Inside();
        wakes("a hidden class notifies", inside::awaitSelf, () -> {
            inside.set(lock -> {});
            ((Consumer<Object>) made).accept(inside);
        });
        long[] counter = new long[1];
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread hidden = start(() -> repeat(() -> ((BiConsumer<Object, long[]>) made).accept(inside, counter)), failure);
        Thread other = start(() -> repeat(() -> inside.count(counter)), failure);
        hidden.join();
        other.join();
        say(counter[0] == 400_000, "a hidden class excludes", counter[0]);
    }

    private static void repeat(Step step) throws Throwable {
        for (int i = 0; i < 200_000; i++) {
            step.run();
        }
    }

    /** What is wrong with a call is said as it was. */
    private static void failures() throws ReflectiveOperationException {
        Method notify = Object.class.getMethod("notify");
        Object lock = new Inside().lock();
        say(thrown(notify, lock) instanceof InvocationTargetException, "not owned", thrown(notify, lock));
        say(thrown(notify, null) instanceof NullPointerException, "no object", thrown(notify, null));
        say(thrown(notify, lock, 1) instanceof IllegalArgumentException, "too much", thrown(notify, lock, 1));
        say(thrown(Inside.class.getDeclaredMethod("lock"), "other") instanceof IllegalArgumentException, "another", "");
        say("x".equals(resultOf("x")), "any other method", resultOf("x"));
    }

    private static Throwable thrown(Method method, Object object, Object... arguments) {
        try {
            method.invoke(object, arguments);
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private static Object resultOf(String text) throws ReflectiveOperationException {
        return String.class.getMethod("concat", String.class).invoke("", text);
    }
}
