package io.vtmonitor.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * What runs under the agents of {@link LiveBench}: {@code start}, {@code park}, {@code spawn}, {@code pin} or
 * {@code rate PINS SECONDS}. The loads do hardly more than schedule virtual threads, which is the worst case for
 * whoever listens to events; a service does work between.
 */
public final class LiveLoad {
    private static final int LOCKS = 64;
    private static final Object[] SHARED = new Object[LOCKS];
    private static final int DEPTH = 30;

    /**
     * What starts alongside main has started and loaded by then, vt-monitor's classes too; the start is measured by
     * itself.
     */
    private static final long SETTLED_MILLIS = 6_000;

    /** What a load leaves to be read is flushed once a second: that is its work, too. */
    private static final int FLUSHED_MILLIS = 1_300;

    static {
        for (int i = 0; i < LOCKS; i++) {
            SHARED[i] = new Object();
        }
    }

    private LiveLoad() {}

    /**
     * Prints the time of day at which main began, in microseconds, and the processor time of the JVM up to there, in
     * seconds; for a load its wall and processor time in seconds.
     */
    public static void main(String[] arguments) throws Exception {
        Instant begin = Instant.now();
        System.out.println("main " + ChronoUnit.MICROS.between(Instant.EPOCH, begin) + " " + processorSeconds("self"));
        switch (arguments[0]) {
            case "start" -> System.in.read();
            case "blind" -> recorded();
            case "park" -> measured(LiveLoad::park, 20_000);
            case "spawn" -> measured(LiveLoad::spawn, 2_400_000);
            case "pin" -> measured(LiveLoad::pin, 160_000);
            case "rate" -> rate(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** When the first recording began; it is asked once the start is over, so that it is not disturbed. */
    private static void recorded() throws InterruptedException {
        Thread.sleep(SETTLED_MILLIS / 2);
        FlightRecorder.getFlightRecorder().getRecordings().stream()
                .map(Recording::getStartTime)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .ifPresent(begin -> System.out.println("load " + ChronoUnit.MICROS.between(Instant.EPOCH, begin)));
    }

    /** A load of some size. */
    private interface Load {
        void run(int amount) throws InterruptedException;
    }

    private static void measured(Load load, int amount) throws IOException, InterruptedException {
        Thread.sleep(SETTLED_MILLIS);
        load.run(amount / 4);
        Thread.sleep(FLUSHED_MILLIS / 4);
        double cpu = processorSeconds("self");
        long begin = System.nanoTime();
        load.run(amount);
        double wall = (System.nanoTime() - begin) / 1e9;
        Thread.sleep(FLUSHED_MILLIS);
        System.out.println("load " + wall + " " + (processorSeconds("self") - cpu));
    }

    /** User and system time of a process, as Linux tells it in hundredths of a second. */
    static double processorSeconds(String process) throws IOException {
        String stat = Files.readString(Path.of("/proc", process, "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
    }

    private static void park(int threads) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().start(() -> {
                for (int n = 0; n < 40; n++) {
                    spin(2_000);
                    LockSupport.parkNanos(1_000_000);
                }
                ended.countDown();
            });
        }
        ended.await();
    }

    private static void spawn(int threads) throws InterruptedException {
        Semaphore running = new Semaphore(1_000);
        for (int i = 0; i < threads; i++) {
            running.acquire();
            Thread.ofVirtual().start(running::release);
        }
        running.acquire(1_000);
    }

    private static void pin(int pins) throws InterruptedException {
        AtomicLong left = new AtomicLong(pins);
        together(number -> {
            for (int n = number; left.getAndDecrement() > 0; n++) {
                descend(DEPTH, n % 5, number, 20_000);
            }
        });
    }

    /** So many pins, each 100 µs or a little more, at an even pace. */
    private static void rate(int pins, int seconds) throws Exception {
        System.in.read();
        AtomicLong made = new AtomicLong();
        long begin = System.nanoTime();
        double perNano = pins / (seconds * 1e9);
        together(number -> {
            for (int n = number; made.get() < pins; n++) {
                if (made.get() < (System.nanoTime() - begin) * perNano) {
                    made.incrementAndGet();
                    descend(DEPTH, n % 5, number, 100_000);
                } else {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        });
        System.out.println("made " + made + " " + (System.nanoTime() - begin) / 1e9);
        System.in.read();
        Thread.sleep(Duration.ofMinutes(1));
    }

    /** What each of the threads does. */
    private interface Body {
        void run(int number);
    }

    private static void together(Body body) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(LOCKS);
        for (int i = 0; i < LOCKS; i++) {
            int number = i;
            Thread.ofVirtual().start(() -> {
                body.run(number);
                ended.countDown();
            });
        }
        ended.await();
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static int descend(int depth, int way, int lock, long nanos) {
        if (depth == 0) {
            return hold(lock, nanos);
        }
        return switch (way) {
            case 0 -> left(depth - 1, way, lock, nanos) + 1;
            case 1 -> right(depth - 1, way, lock, nanos) + 1;
            default -> descend(depth - 1, way, lock, nanos) + 1;
        };
    }

    private static int left(int depth, int way, int lock, long nanos) {
        return descend(depth, way, lock, nanos) + 1;
    }

    private static int right(int depth, int way, int lock, long nanos) {
        return descend(depth, way, lock, nanos) + 2;
    }

    /** The lock is shared: a monitor that never leaves a method is removed by the compiler, and nothing pins. */
    private static int hold(int lock, long nanos) {
        synchronized (SHARED[lock]) {
            LockSupport.parkNanos(nanos);
            return lock;
        }
    }
}
