package io.vtmonitor.scenario;

import java.time.Duration;

/** Sleeps in a synchronized instance method. */
public final class SleepInInstanceMethod {
    private SleepInInstanceMethod() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, new SleepInInstanceMethod()::hold);
    }

    synchronized void hold(Duration length) throws InterruptedException {
        Thread.sleep(length);
    }
}
