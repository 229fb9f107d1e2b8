package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * An application that runs on while something happens to the agent. Needs
 * {@code -Djdk.reflect.useNativeAccessorOnly=true}. Its lines: {@code pin} (pins for 60 ms by a native frame, prints
 * {@code pinned}), {@code fill} (fills the heap, pins meanwhile, frees it, prints {@code free}), {@code block} (keeps
 * Flight Recorder's own thread in a periodic event, prints {@code blocked}), {@code unblock}, {@code other-pin} (parks
 * as it pins, prints {@code pinned otherwise}), {@code exit} (exits with 7).
 */
public final class Deployed {
    private static final long FULL_MILLIS = 3_000;
    private static final CountDownLatch UNBLOCKED = new CountDownLatch(1);
    private static volatile Object kept;

    private Deployed() {}

    public static void main(String[] args) throws Exception {
        FirstUnmount.done();
        Method sleep = Deployed.class.getDeclaredMethod("sleep");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            switch (line) {
                case "pin" -> {
                    Thread.ofVirtual().start(() -> call(sleep)).join();
                    System.out.println("pinned");
                }
                case "other-pin" -> {
                    Method otherwise = Deployed.class.getDeclaredMethod("otherwise");
                    Thread.ofVirtual().start(() -> call(otherwise)).join();
                    System.out.println("pinned otherwise");
                }
                case "block" -> block();
                case "unblock" -> UNBLOCKED.countDown();
                case "fill" -> {
                    fill(Deployed.class.getDeclaredMethod("park"));
                    System.out.println("free");
                }
                default -> System.exit(7);
            }
        }
    }

    static void sleep() throws InterruptedException {
        Thread.sleep(60);
    }

    static void otherwise() {
        LockSupport.parkNanos(70_000_000);
    }

    private static final class Beat extends Event {}

    private static void block() {
        FlightRecorder.addPeriodicEvent(Beat.class, () -> {
            if (!Thread.currentThread().getName().equals("JFR Periodic Tasks")) {
                return; // as it starts
            }
            System.out.println("blocked");
            try {
                UNBLOCKED.await();
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        });
        Recording recording = new Recording();
        recording.enable(Beat.class).withPeriod(Duration.ofMillis(100));
        recording.start();
    }

    static void park() {
        LockSupport.park();
    }

    private static void call(Method pin) {
        try {
            pin.invoke(null);
        } catch (ReflectiveOperationException | OutOfMemoryError ignored) {
            // The heap is full: this call did not pin, the next ones will.
        }
    }

    /**
     * To the last bytes, repeatedly, while virtual threads pin, by parks without a time: the JDK's timer is hurt, too.
     */
    private static void fill(Method park) throws InterruptedException {
        long end = System.nanoTime() + FULL_MILLIS * 1_000_000;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                while (System.nanoTime() < end) {
                    call(park);
                }
            }));
        }
        Thread one = threads.get(0);
        Thread other = threads.get(1);
        while (System.nanoTime() < end) {
            for (int size = 1 << 20; size >= 16; ) {
                try {
                    Object[] next = new Object[size];
                    next[0] = kept;
                    kept = next;
                } catch (OutOfMemoryError ignored) {
                    size /= 2;
                }
            }
            try {
                LockSupport.parkNanos(15_000_000);
                LockSupport.unpark(one);
                LockSupport.unpark(other);
            } catch (OutOfMemoryError ignored) {
                // The heap is full: the loop tries again.
            }
        }
        kept = null;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                LockSupport.unpark(thread);
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
