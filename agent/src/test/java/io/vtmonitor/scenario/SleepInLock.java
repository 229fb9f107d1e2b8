package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Cure: sleeps with a ReentrantLock held instead of a monitor. */
public final class SleepInLock {
    private static final ReentrantLock LOCK = new ReentrantLock();

    private SleepInLock() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, SleepInLock::hold);
    }

    static void hold(Duration length) throws InterruptedException {
        LOCK.lock();
        try {
            Thread.sleep(length);
        } finally {
            LOCK.unlock();
        }
    }
}
