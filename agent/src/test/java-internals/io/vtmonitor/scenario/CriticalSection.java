package io.vtmonitor.scenario;

import java.time.Duration;
import jdk.internal.vm.Continuation;

/** Sleeps in a critical section of the JDK: needs {@code --add-exports java.base/jdk.internal.vm=ALL-UNNAMED}. */
public final class CriticalSection {
    private CriticalSection() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, CriticalSection::hold);
    }

    static void hold(Duration length) throws InterruptedException {
        Continuation.pin();
        try {
            sleep(length);
        } finally {
            Continuation.unpin();
        }
    }

    private static void sleep(Duration length) throws InterruptedException {
        Thread.sleep(length);
    }
}
