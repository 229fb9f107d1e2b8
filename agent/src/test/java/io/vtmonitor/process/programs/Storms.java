package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Parks under a native frame as fast as it can, each time for some microseconds, which pins on every JDK with
 * {@code -Djdk.reflect.useNativeAccessorOnly=true}. Argument: on how many threads. Begins with the first line it reads.
 * Each further line has it sleep under a native frame {@value #MARKS} times, for {@value #MARK_MILLIS} ms each, and
 * tell that it has. At the end of its input it tells how many pins a second there were.
 */
public final class Storms {
    public static final int MARKS = 24;
    public static final int MARK_MILLIS = 150;

    private static final int MARKING_THREADS = 8;

    private static final LongAdder MADE = new LongAdder();

    private static volatile boolean over;

    private Storms() {}

    public static void main(String[] args) throws Exception {
        Method park = Storms.class.getDeclaredMethod("park");
        Method mark = Storms.class.getDeclaredMethod("mark");
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        in.readLine();
        long begin = System.nanoTime();
        List<Thread> storm = new ArrayList<>();
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            storm.add(Thread.ofVirtual().start(() -> pinAndPin(park)));
        }
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            markAll(mark);
            System.out.println("marked");
        }
        over = true;
        for (Thread thread : storm) {
            thread.join();
        }
        System.out.println("made " + MADE.sum() * 1_000_000_000 / (System.nanoTime() - begin) + " pins a second");
    }

    private static void pinAndPin(Method park) {
        while (!over) {
            pinned(park);
            MADE.increment();
        }
    }

    private static void markAll(Method mark) throws InterruptedException {
        List<Thread> marking = new ArrayList<>();
        for (int i = 0; i < MARKING_THREADS; i++) {
            marking.add(Thread.ofVirtual().start(() -> {
                for (int j = 0; j < MARKS / MARKING_THREADS; j++) {
                    pinned(mark);
                }
            }));
        }
        for (Thread thread : marking) {
            thread.join();
        }
    }

    private static void pinned(Method method) {
        try {
            method.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void park() {
        LockSupport.parkNanos(20_000);
    }

    static void mark() throws InterruptedException {
        Thread.sleep(MARK_MILLIS);
    }
}
