package io.vtmonitor.scenario;

import java.lang.reflect.Method;
import java.time.Duration;

/** Cure: sleeps in a method called by reflection, which has no native frame since JDK 18. */
public final class ReflectiveCall {
    private ReflectiveCall() {}

    public static void main(String[] args) throws Exception {
        Method sleep = ReflectiveCall.class.getDeclaredMethod("sleep", Duration.class);
        Scenario.run(args, length -> sleep.invoke(null, length));
    }

    static void sleep(Duration length) throws InterruptedException {
        Thread.sleep(length);
    }
}
