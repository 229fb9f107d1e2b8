package io.vtmonitor.unpin.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A lock comes into use while a thread is inside by the object's monitor alone, so those that take it are to wait until
 * that thread has left. Asked of the runtime itself, since a rewritten class decides by its own classes which places it
 * has.
 */
public final class GuardStress {
    static {
        MonitorRuntime.open(type -> LockPolicyOf.IF_LOCKED, type -> LockPolicyOf.IF_LOCKED, (type, count) -> {});
    }

    private GuardStress() {}

    /** Two threads count; what they have counted is lost where both are inside. */
    private abstract static class Counting {
        final Object lock = new Object();
        private int inside;
        private boolean met;

        /** 1 if it was alone. */
        final int look() {
            inside++;
            for (int i = 0; i < 20; i++) {
                met |= inside != 1;
            }
            inside--;
            return met ? 0 : 1;
        }

        final int byLock() {
            MonitorRuntime.enter(lock);
            int alone = look();
            MonitorRuntime.exit(lock);
            return alone;
        }

        /** The lock comes into use and is given back, and the thread is still inside. */
        final int byMonitor(boolean takesLock) {
            MonitorRuntime.enterBoth(lock);
            int alone;
            synchronized (lock) {
                MonitorRuntime.enteredBoth(lock);
                if (takesLock) {
                    MonitorRuntime.enter(lock);
                    MonitorRuntime.exit(lock);
                }
                alone = look();
            }
            MonitorRuntime.exitBoth(lock);
            return alone;
        }
    }

    /** The lock comes into use by either of the two. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each was inside alone.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class FromWithin extends Counting {
        @Actor
        public void one(II_Result result) {
            result.r1 = byMonitor(true);
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = byLock() & byLock();
        }
    }

    /** Both have it come into use from within. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each was inside alone.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class BothFromWithin extends Counting {
        @Actor
        public void one(II_Result result) {
            result.r1 = byMonitor(true);
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = byMonitor(true) & byMonitor(false);
        }
    }

    /** One comes by the monitor while the lock comes into use. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each was inside alone.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class ComesIntoUse extends Counting {
        @Actor
        public void one(II_Result result) {
            result.r1 = byMonitor(false) & byMonitor(false);
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = byLock();
        }
    }
}
