package io.vtmonitor.scenario;

import java.lang.reflect.Method;
import java.time.Duration;

/** Sleeps in a method called through a native one: reflection by {@code -Djdk.reflect.useNativeAccessorOnly=true}. */
public final class NativeCall {
    private NativeCall() {}

    public static void main(String[] args) throws Exception {
        Method sleep = NativeCall.class.getDeclaredMethod("sleep", Duration.class);
        Scenario.run(args, length -> sleep.invoke(null, length));
    }

    static void sleep(Duration length) throws InterruptedException {
        Thread.sleep(length);
    }
}
