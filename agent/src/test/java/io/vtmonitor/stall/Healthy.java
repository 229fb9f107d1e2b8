package io.vtmonitor.stall;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Programs that have much to do, or little, and never stall. Arguments: which, and for how many seconds. Prints
 * {@code finished} at the end.
 */
public final class Healthy {
    private static final int IN_FLIGHT = 200;

    private static volatile long sum;

    private Healthy() {}

    /** By name on the command line: lower case, with {@code -}. */
    private enum Program {
        /** Twice as many computations as carriers, always, each a fifth of a second. */
        CPU(until -> keepBusy(until, 8, () -> compute(200))),
        /** A collector that stops the JVM repeatedly. All together have 200 MB at a time, half of the heap. */
        GC_PAUSES(until -> keepBusy(until, 16, Healthy::collect)),
        /** Each query takes three seconds. */
        SLOW_DATABASE(Healthy::query),
        /** Twenty thousand at once, then nothing. */
        BURSTS(Healthy::bursts),
        /**
         * Every carrier is pinned for a tenth of a second at a time, by more threads than there are carriers (JDK 21).
         */
        SHORT_PINS(until -> keepBusy(until, 8, () -> pin(new Object()))),
        /** Nothing to do at all. */
        LONG_SLEEPS(Healthy::longSleeps),
        /** Stopped and continued from outside while it works. */
        STOPPED(until -> keepBusy(until, IN_FLIGHT, () -> compute(5))),
        /** Reads, writes and forces files. */
        FILE_IO(until -> keepBusy(until, 16, Healthy::file)),
        /** Ten thousand threads that sleep a little, repeatedly. */
        TIMERS(until ->
                keepBusy(until, 10_000, () -> nap(ThreadLocalRandom.current().nextInt(1_000)))),
        /** Platform threads alone. */
        NO_VIRTUAL_THREADS(Healthy::platformThreads);

        private final LongConsumer work;

        Program(LongConsumer work) {
            this.work = work;
        }
    }

    public static void main(String[] args) {
        long until =
                System.nanoTime() + Duration.ofSeconds(Long.parseLong(args[1])).toNanos();
        System.out.println("ready");
        Program.valueOf(args[0].replace('-', '_').toUpperCase(Locale.ROOT)).work.accept(until);
        System.out.println("finished");
        System.exit(0);
    }

    /** So many virtual threads are under way at any time. */
    private static void keepBusy(long until, int inFlight, Runnable work) {
        Semaphore places = new Semaphore(inFlight);
        while (System.nanoTime() < until) {
            places.acquireUninterruptibly();
            Thread.ofVirtual().start(() -> {
                try {
                    work.run();
                } finally {
                    places.release();
                }
            });
        }
    }

    private static void compute(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        long total = 0;
        while (System.nanoTime() < end) {
            total = total * 31 + 7;
        }
        sum = total;
    }

    private static void collect() {
        List<byte[]> garbage = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            garbage.add(new byte[64 << 10]);
        }
        nap(20);
        if (ThreadLocalRandom.current().nextInt(50) == 0) {
            System.gc();
        }
        sum += garbage.size();
    }

    private static void query(long until) {
        try (ServerSocket database = new ServerSocket(0, 500, InetAddress.getLoopbackAddress())) {
            Thread accepts = new Thread(() -> answerAll(database));
            accepts.setDaemon(true);
            accepts.start();
            keepBusy(until, 100, () -> {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), database.getLocalPort())) {
                    sum += socket.getInputStream().read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answerAll(ServerSocket database) {
        while (true) {
            try {
                Socket client = database.accept();
                Thread answers = new Thread(() -> {
                    nap(3_000);
                    try (client) {
                        client.getOutputStream().write(1);
                    } catch (IOException ignored) {
                        // The program has ended and closed its socket.
                    }
                });
                answers.setDaemon(true);
                answers.start();
            } catch (IOException ignored) {
                return;
            }
        }
    }

    private static void bursts(long until) {
        while (System.nanoTime() < until) {
            CountDownLatch all = new CountDownLatch(20_000);
            for (int i = 0; i < 20_000; i++) {
                Thread.ofVirtual().start(() -> {
                    sum += System.nanoTime() % 7;
                    all.countDown();
                });
            }
            try {
                all.await();
                TimeUnit.SECONDS.sleep(2);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void pin(Object monitor) {
        synchronized (monitor) {
            nap(100);
        }
    }

    private static void longSleeps(long until) {
        for (int i = 0; i < 5; i++) {
            Thread.ofVirtual().start(() -> nap(TimeUnit.HOURS.toMillis(1)));
        }
        nap(TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime()));
    }

    private static void file() {
        try {
            Path file = Files.createTempFile("healthy", ".bin");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1 << 20));
                channel.force(true);
            }
            sum += Files.readAllBytes(file).length;
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void platformThreads(long until) {
        while (System.nanoTime() < until) {
            compute(20);
            nap(20);
        }
    }

    private static void nap(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
