package io.vtmonitor.scenario;

import java.lang.reflect.Method;
import java.time.Duration;

/** Calls Object.wait in a method called through a native one; see {@link NativeCall}. */
public final class NativeCallWaits {
    private static final Object LOCK = new Object();

    private NativeCallWaits() {}

    public static void main(String[] args) throws Exception {
        Method await = NativeCallWaits.class.getDeclaredMethod("await", Duration.class);
        Scenario.run(args, length -> await.invoke(null, length));
    }

    static void await(Duration length) throws InterruptedException {
        synchronized (LOCK) {
            LOCK.wait(length.toMillis());
        }
    }
}
