package io.vtmonitor.scenario;

import java.lang.reflect.Method;
import java.time.Duration;

/** Enters a monitor that a platform thread owns, in a method called through a native one; see {@link NativeCall}. */
public final class NativeCallEnters {
    private static final Object LOCK = new Object();
    private static int entered;

    private NativeCallEnters() {}

    public static void main(String[] args) throws Exception {
        Method enter = NativeCallEnters.class.getDeclaredMethod("enter", Peer.class);
        Scenario.run(args, length -> block(length, enter));
    }

    static void block(Duration length, Method enter) throws Exception {
        Peer owner = Peer.start(self -> {
            synchronized (LOCK) {
                self.outlast(length);
            }
        });
        enter.invoke(null, owner);
        owner.join();
    }

    static void enter(Peer owner) {
        owner.arrive();
        synchronized (LOCK) {
            entered++;
        }
    }
}
