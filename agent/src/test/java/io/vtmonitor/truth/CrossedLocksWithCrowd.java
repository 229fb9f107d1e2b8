package io.vtmonitor.truth;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two virtual threads, "debit" and "credit", take two locks in opposite orders, twenty more wait for one of them, and
 * 200 are parked, or as many as its argument says: a deadlock, on every JDK. By lines of its input it writes heap
 * dumps: {@code dump FILE}, and {@code fill}, for which its heap has to be small.
 */
public final class CrossedLocksWithCrowd {
    private static final int BEHIND = 20;
    private static final int PARKED = 200;
    private static final int PIECE = 1 << 20;

    private static final ReentrantLock FROM = new ReentrantLock();
    private static final ReentrantLock TO = new ReentrantLock();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private CrossedLocksWithCrowd() {}

    public static void main(String[] args) throws Exception {
        List<Thread> all = new ArrayList<>();
        all.add(Truth.virtual("debit", () -> transfer(FROM, TO)));
        all.add(Truth.virtual("credit", () -> transfer(TO, FROM)));
        Truth.await(() -> BOTH.getCount() == 0);
        for (int i = 0; i < BEHIND; i++) {
            all.add(Truth.virtual("reader-" + i, CrossedLocksWithCrowd::read));
        }
        int parked = args.length == 0 ? PARKED : Integer.parseInt(args[0]);
        for (int i = 0; i < parked; i++) {
            all.add(Truth.virtual("idle-" + i, CrossedLocksWithCrowd::idle));
        }
        Truth.await(() -> all.stream().allMatch(Truth::waits));
        System.out.println("ready");
        obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }

    private static void obey(BufferedReader input) throws IOException {
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.startsWith("dump ")) {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpHeap(line.substring("dump ".length()), false);
            } else if (line.equals("fill")) {
                fill();
            }
            System.out.println("done");
        }
    }

    private static void fill() {
        List<byte[]> pieces = new ArrayList<>();
        try {
            while (true) {
                pieces.add(new byte[PIECE]);
            }
        } catch (OutOfMemoryError e) {
            pieces.clear();
        }
    }

    private static void transfer(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            Truth.meet(BOTH);
            second.lock();
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    private static void idle() {
        while (!Thread.interrupted()) {
            LockSupport.park();
        }
    }

    private static void read() {
        FROM.lock();
        FROM.unlock();
    }
}
