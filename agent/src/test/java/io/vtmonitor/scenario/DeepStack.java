package io.vtmonitor.scenario;

import java.time.Duration;

/** Sleeps 120 frames above the frame that owns the monitor: more than the 64 that JFR keeps by default. */
public final class DeepStack {
    private static final int FRAMES = 120;
    private static final Object LOCK = new Object();

    private DeepStack() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, DeepStack::hold);
    }

    static void hold(Duration length) throws InterruptedException {
        synchronized (LOCK) {
            descend(FRAMES, length);
        }
    }

    static void descend(int frames, Duration length) throws InterruptedException {
        if (frames > 0) {
            descend(frames - 1, length);
        } else {
            Thread.sleep(length);
        }
    }
}
