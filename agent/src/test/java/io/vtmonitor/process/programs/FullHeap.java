package io.vtmonitor.process.programs;

import io.vtmonitor.common.Pause;

/**
 * A thread that begins to wait, 100 ms, while the heap is full. Prints {@code on time} or {@code still there after 20
 * s}.
 */
public final class FullHeap {
    private static final Pause PAUSE = new Pause();
    private static volatile Object kept;
    private static volatile boolean full;
    private static volatile boolean begun;
    private static volatile boolean ended;

    private FullHeap() {}

    public static void main(String[] args) throws Exception {
        PAUSE.await(1); // nothing is to be loaded when the heap is full
        Thread waiting = new Thread(FullHeap::pause, "waiting");
        waiting.setDaemon(true);
        waiting.start();
        while (!begun) {
            Thread.onSpinWait();
        }
        fill();
        full = true;
        long begin = System.nanoTime();
        while (!ended && System.nanoTime() - begin < 20_000_000_000L) {
            Thread.onSpinWait();
        }
        kept = null;
        System.out.println(ended ? "on time" : "still there after 20 s");
    }

    private static void pause() {
        begun = true;
        while (!full) {
            Thread.onSpinWait();
        }
        try {
            PAUSE.await(100_000_000);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
        ended = true;
    }

    private static void fill() {
        for (int size = 1 << 20; size >= 1; ) {
            try {
                Object[] next = new Object[size];
                next[0] = kept;
                kept = next;
            } catch (OutOfMemoryError ignored) {
                size /= 2;
            }
        }
    }
}
