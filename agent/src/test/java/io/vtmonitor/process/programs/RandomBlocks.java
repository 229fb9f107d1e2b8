package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.Attribute;
import javax.management.ObjectName;

/**
 * Blocks in random ways on four virtual threads, and where the JDK lets it changes the scheduler's parallelism
 * meanwhile. Argument: the seed. With {@code -Djdk.reflect.useNativeAccessorOnly=true} some of it pins on every JDK.
 */
public final class RandomBlocks {
    private static final int LANES = 4;
    private static final int STEPS = 25;

    private RandomBlocks() {}

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        Method park = RandomBlocks.class.getDeclaredMethod("park", long.class);
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        in.readLine();
        List<Thread> lanes = new ArrayList<>();
        for (int i = 0; i < LANES; i++) {
            Random random = new Random(seed * LANES + i);
            lanes.add(Thread.ofVirtual().start(() -> blocks(random, park)));
        }
        Random random = new Random(-seed);
        boolean settable = Runtime.version().feature() >= 24;
        for (int i = 0; i < 3; i++) {
            TimeUnit.MILLISECONDS.sleep(700);
            if (settable) {
                ManagementFactory.getPlatformMBeanServer()
                        .setAttribute(
                                new ObjectName("jdk.management:type=VirtualThreadScheduler"),
                                new Attribute("Parallelism", 1 + random.nextInt(6)));
            }
        }
        for (Thread lane : lanes) {
            lane.join();
        }
        System.out.println("blocked");
        in.readLine();
    }

    private static void blocks(Random random, Method park) {
        Object own = new Object();
        try {
            for (int step = 0; step < STEPS; step++) {
                long nanos = TimeUnit.MICROSECONDS.toNanos(1_000 + random.nextInt(60_000));
                switch (random.nextInt(5)) {
                    case 0 -> park.invoke(null, nanos);
                    case 1 -> inMonitor(own, nanos);
                    case 2 -> waits(own, nanos);
                    case 3 -> storm(random.nextInt(400), park);
                    default -> LockSupport.parkNanos(nanos);
                }
            }
        } catch (ReflectiveOperationException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void storm(int pins, Method park) throws ReflectiveOperationException {
        for (int i = 0; i < pins; i++) {
            park.invoke(null, 20_000L);
        }
    }

    private static void inMonitor(Object own, long nanos) {
        synchronized (own) {
            park(nanos);
        }
    }

    private static void waits(Object own, long nanos) throws InterruptedException {
        synchronized (own) {
            TimeUnit.NANOSECONDS.timedWait(own, nanos);
        }
    }

    /** Called by reflection, too. */
    static void park(long nanos) {
        LockSupport.parkNanos(nanos);
    }
}
