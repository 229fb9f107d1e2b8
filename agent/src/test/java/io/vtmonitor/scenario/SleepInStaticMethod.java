package io.vtmonitor.scenario;

import java.time.Duration;

/** Sleeps in a synchronized static method. */
public final class SleepInStaticMethod {
    private SleepInStaticMethod() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, SleepInStaticMethod::hold);
    }

    static synchronized void hold(Duration length) throws InterruptedException {
        Thread.sleep(length);
    }
}
