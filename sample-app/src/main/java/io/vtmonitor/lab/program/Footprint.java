package io.vtmonitor.lab.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * What a thread costs. Arguments: {@code platform} or {@code virtual}, how many. Prints bytes of heap and of resident
 * memory for each parked thread ({@code heap}, {@code resident}), microseconds to make and start one ({@code create}),
 * and microseconds from one to another that it wakes ({@code switch}).
 */
public final class Footprint {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int SWITCHES = 20_000;

    private final ThreadFactory factory;
    private final int count;

    private Footprint(String kind, int count) {
        factory = Figures.factory(kind);
        this.count = count;
    }

    public static void main(String[] arguments) throws Exception {
        Figures.awaitGo();
        var footprint = new Footprint(arguments[0], Integer.parseInt(arguments[1]));
        footprint.park(Math.min(footprint.count, 100), false);
        footprint.park(footprint.count, true);
        footprint.pass(SWITCHES / 4);
        Figures.print("switch", footprint.pass(SWITCHES));
        System.exit(0);
    }

    private void park(int threads, boolean told) throws Exception {
        var parked = new CountDownLatch(threads);
        var goOn = new CountDownLatch(1);
        var all = new Thread[threads];
        long heap = Figures.heap();
        long resident = resident();
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            all[i] = factory.newThread(() -> {
                parked.countDown();
                await(goOn);
            });
            all[i].start();
        }
        parked.await();
        double seconds = Figures.secondsSince(start);
        if (told) {
            Figures.print("create", 1e6 * seconds / threads);
            // Before the collection: that makes pages of the young generation resident which are no thread's.
            Figures.print("resident", (double) (resident() - resident) / threads);
            Figures.print("heap", (double) (Figures.heap() - heap) / threads);
        }
        goOn.countDown();
        for (Thread thread : all) {
            thread.join();
        }
    }

    /** Microseconds of one hand-over, of two threads that wake each other in turn. */
    private double pass(int rounds) throws InterruptedException {
        var threads = new Thread[2];
        var turn = new AtomicInteger();
        var begin = new CountDownLatch(1);
        for (int self = 0; self < 2; self++) {
            int me = self;
            threads[me] = factory.newThread(() -> {
                await(begin);
                for (int i = 0; i < rounds; i++) {
                    while (turn.get() != me) {
                        LockSupport.park();
                    }
                    turn.set(1 - me);
                    LockSupport.unpark(threads[1 - me]);
                }
            });
        }
        threads[0].start();
        threads[1].start();
        long start = System.nanoTime();
        begin.countDown();
        threads[0].join();
        threads[1].join();
        return 1e6 * Figures.secondsSince(start) / (2.0 * rounds);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /** Bytes; 0 where the system does not tell. */
    private static long resident() throws IOException {
        if (!Files.exists(STATUS)) {
            return 0;
        }
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return 0;
    }
}
