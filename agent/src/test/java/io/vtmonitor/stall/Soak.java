package io.vtmonitor.stall;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pins at a steady rate, out of millions of distinct stacks: the depth and the turns of a recursion differ, some go
 * through hidden classes and new lambdas, and the class of the recursion is redefined every ten seconds, where this is
 * started from a jar that names it as {@code Launcher-Agent-Class}. JDK 21. Arguments: for how many seconds, and how
 * many pins a second at most. Prints {@code redefined N} and {@code made N}: pins that lasted a good deal longer than
 * the threshold, all ended.
 */
public final class Soak {
    private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "timer");
        thread.setDaemon(true);
        return thread;
    });
    private static final AtomicLong MADE = new AtomicLong();
    private static final int AT_ONCE = 16;

    /** Seen by many threads: the compiler leaves out a monitor that only one can see, and then nothing pins. */
    private static final Queue<Object> MONITORS = new ConcurrentLinkedQueue<>();

    private static final int DEPTH = 24;

    /** {@code sipush 12345}, which {@link Turns} has in its class file. */
    private static final byte[] SIPUSH = {0x11, 0x30, 0x39};

    private static volatile Instrumentation instrumentation;

    private Soak() {}

    /** Called by the JVM before {@code main}. */
    public static void agentmain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] args) throws Exception {
        long seconds = Long.parseLong(args[0]);
        long nanosEach = 1_000_000_000 / Long.parseLong(args[1]);
        byte[] hidden = classFile("Soak$Step.class");
        byte[] turning = classFile("Soak$Turns.class");
        long perTenSeconds = 10 * Long.parseLong(args[1]);
        int redefined = 0;
        System.out.println("ready");
        System.in.read();
        Semaphore places = new Semaphore(AT_ONCE);
        for (int i = 0; i < AT_ONCE; i++) {
            MONITORS.add(new Object());
        }
        long begin = System.nanoTime();
        for (long i = 0; i * nanosEach < seconds * 1_000_000_000; i++) {
            TimeUnit.NANOSECONDS.sleep(begin + i * nanosEach - System.nanoTime());
            places.acquire();
            if (i % perTenSeconds == perTenSeconds / 2 && instrumentation != null) {
                redefine(turning, ++redefined);
            }
            Runnable step = i % 100 == 0 ? freshClass(hidden) : i % 100 == 50 ? freshLambda() : Soak::pin;
            long turns = ThreadLocalRandom.current().nextLong(1L << DEPTH);
            Thread.ofVirtual().start(() -> {
                try {
                    Turns.left(DEPTH, turns, step);
                } finally {
                    places.release();
                }
            });
        }
        places.acquire(AT_ONCE);
        System.out.println("redefined " + redefined);
        System.out.println("made " + MADE.get());
        while (System.in.read() >= 0) {
            // The figures are read once more, then our input is closed.
        }
    }

    /** A hidden class made for this one pin. */
    private static Runnable freshClass(byte[] classFile) throws ReflectiveOperationException {
        Class<?> type =
                MethodHandles.lookup().defineHiddenClass(classFile, true).lookupClass();
        return (Runnable) type.getDeclaredConstructor().newInstance();
    }

    /** A lambda's class, likewise. */
    private static Runnable freshLambda() throws LambdaConversionException, ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType nothing = MethodType.methodType(void.class);
        CallSite site = LambdaMetafactory.metafactory(
                lookup,
                "run",
                MethodType.methodType(Runnable.class),
                nothing,
                lookup.findStatic(Soak.class, "pin", nothing),
                nothing);
        try {
            return (Runnable) site.getTarget().invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] classFile(String name) throws IOException {
        try (InputStream in = Soak.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    /** With another constant in each method that it changes, so that the JVM takes it for a new version. */
    private static void redefine(byte[] classFile, int version) throws Exception {
        byte[] changed = classFile.clone();
        int changes = 0;
        for (int i = 0; i + 2 < changed.length; i++) {
            if (Arrays.equals(classFile, i, i + 3, SIPUSH, 0, 3)) {
                changed[i + 1] = (byte) (version >> 8);
                changed[i + 2] = (byte) version;
                changes++;
            }
        }
        if (changes == 0) {
            throw new IllegalStateException("nothing to change in the class file");
        }
        instrumentation.redefineClasses(new ClassDefinition(Turns.class, changed));
    }

    /** Redefined every ten seconds. */
    static final class Turns {
        private static volatile int version;

        private Turns() {}

        static void left(int depth, long turns, Runnable step) {
            version = 12345;
            go(depth, turns, step);
        }

        static void right(int depth, long turns, Runnable step) {
            go(depth, turns, step);
        }

        private static void go(int depth, long turns, Runnable step) {
            if (depth == 0) {
                step.run();
            } else if ((turns & 1) == 0) {
                left(depth - 1, turns >> 1, step);
            } else {
                right(depth - 1, turns >> 1, step);
            }
        }
    }

    static void pin() {
        CountDownLatch over = new CountDownLatch(1);
        Object monitor = MONITORS.remove();
        synchronized (monitor) {
            // In here, where a wait for the timer's lock keeps its carrier: outside, one could get the lock and no
            // carrier.
            Thread self = Thread.currentThread();
            TIMER.schedule(() -> releaseWhenPinned(self, over), 1, TimeUnit.MILLISECONDS);
            try {
                over.await();
                MADE.incrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        MONITORS.add(monitor);
    }

    /** Three milliseconds after it is seen to wait: longer than the threshold for certain. */
    private static void releaseWhenPinned(Thread pinned, CountDownLatch over) {
        boolean waits = pinned.getState() == Thread.State.WAITING;
        Runnable next = waits ? over::countDown : () -> releaseWhenPinned(pinned, over);
        TIMER.schedule(next, waits ? 3 : 1, TimeUnit.MILLISECONDS);
    }

    /** Defined again as a hidden class. */
    static final class Step implements Runnable {
        Step() {}

        @Override
        public void run() {
            pin();
        }
    }
}
