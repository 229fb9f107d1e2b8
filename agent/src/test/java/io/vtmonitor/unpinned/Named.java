package io.vtmonitor.unpinned;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What one name stands for in a class file, and another class or method as it runs. */
public final class Named {
    private static final int TIMES = 200_000;

    private Named() {}

    /** Defined hidden, and rewritten as such: the class that is locked is not the one of that name. */
    static final class Stamp implements Consumer<long[]> {
        @Override
        public void accept(long[] counter) {
            count(counter);
        }

        private static synchronized void count(long[] counter) {
            Route.addOnce(counter);
        }
    }

    /** Compilers call the method of {@code Thread} by the name of the class that is available. */
    static final class Worker extends Thread {
        private final Object own = new Object();
        private String told = "nothing";

        @Override
        public void run() {
            Predicate<Object> reference = Worker::holdsLock;
            synchronized (own) {
                told = holdsLock(own) + " " + reference.test(own) + " " + Other.holdsLock(own);
            }
            told += " " + holdsLock(own) + " " + Other.holdsLock(null);
        }
    }

    /** With a method of its own. */
    static final class Other extends Thread {
        public static boolean holdsLock(Object lock) {
            return lock == null;
        }
    }

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        Worker worker = new Worker();
        worker.start();
        worker.join();
        System.out.println("holdsLock " + worker.told);
        System.out.println("hidden class " + hidden());
        System.exit(0);
    }

    /** Whether threads that lock it by name and as an object exclude each other. */
    @SuppressWarnings("unchecked")
    private static boolean hidden() throws Exception {
        byte[] classFile;
        try (InputStream in = Named.class.getResourceAsStream("Named$Stamp.class")) {
            classFile = in.readAllBytes();
        }
        Class<?> hidden =
                MethodHandles.lookup().defineHiddenClass(classFile, true).lookupClass();
        Consumer<long[]> made =
                (Consumer<long[]>) hidden.getDeclaredConstructor().newInstance();
        long[] counter = new long[1];
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread inside = start(() -> made.accept(counter), failure);
        Thread outside = start(
                () -> {
                    synchronized (hidden) {
                        Route.addOnce(counter);
                    }
                },
                failure);
        inside.join();
        outside.join();
        return failure.get() == null && counter[0] == 2 * TIMES;
    }

    private static Thread start(Runnable step, AtomicReference<Throwable> failure) {
        return Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < TIMES; i++) {
                    step.run();
                }
            } catch (Throwable e) {
                failure.set(e);
            }
        });
    }
}
