package io.vtmonitor.scenario;

import java.lang.reflect.Method;
import java.time.Duration;

/** As {@code CriticalSection}, but entered by reflection, with methods that a lambda expression was handed. */
public final class CriticalSectionByReflection {
    private CriticalSectionByReflection() {}

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
