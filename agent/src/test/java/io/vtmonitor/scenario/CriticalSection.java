package io.vtmonitor.scenario;

import java.lang.reflect.Method;
import java.time.Duration;

/** Sleeps in a critical section of the JDK: needs {@code --add-exports java.base/jdk.internal.vm=ALL-UNNAMED}. */
public final class CriticalSection {
    private CriticalSection() {}

    public static void main(String[] args) throws Exception {
        Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
        Method pin = continuation.getMethod("pin");
        Method unpin = continuation.getMethod("unpin");
        Scenario.run(args, length -> {
            pin.invoke(null);
            try {
                sleep(length);
            } finally {
                unpin.invoke(null);
            }
        });
    }

    static void sleep(Duration length) throws InterruptedException {
        Thread.sleep(length);
    }
}
