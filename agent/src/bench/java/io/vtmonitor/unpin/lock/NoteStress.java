package io.vtmonitor.unpin.lock;

import io.vtmonitor.unpin.lock.ObjectLock.MonitorOnlyOwner;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Who is inside by an object's monitor alone is noted by the object's lock, which is retired when the last one leaves.
 * Asked of the runtime itself, as no rewritten program can see it.
 */
public final class NoteStress {
    static {
        MonitorRuntime.open(type -> LockPolicyOf.IF_LOCKED, type -> LockPolicyOf.IF_LOCKED, (type, count) -> {});
    }

    private NoteStress() {}

    /** Whether it was noted all the time, by the lock that others find. */
    private static int inside(Object object) {
        int noted = 1;
        MonitorRuntime.enterBoth(object);
        synchronized (object) {
            MonitorRuntime.enteredBoth(object);
            for (int i = 0; i < 20; i++) {
                ObjectLock lock = MonitorRuntime.TABLE.find(object);
                MonitorOnlyOwner alone = lock == null ? null : lock.alone;
                boolean owned = lock != null && lock.isOwned();
                noted &= owned || alone != null && alone.thread == Thread.currentThread() ? 1 : 0;
            }
        }
        MonitorRuntime.exitBoth(object);
        return noted;
    }

    /** One leaves while the other one is noted. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both were noted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "One was inside and not noted.")
    @State
    public static class Leaves {
        private final Object lock = new Object();

        @Actor
        public void one(II_Result result) {
            result.r1 = inside(lock);
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = inside(lock);
        }
    }

    /** One leaves twice while the lock comes into use. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It was noted, or had the lock.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was inside and neither noted nor had the lock.")
    @State
    public static class ComesIntoUse {
        private final Object lock = new Object();

        @Actor
        public void one(I_Result result) {
            result.r1 = inside(lock) & inside(lock);
        }

        @Actor
        public void other() {
            MonitorRuntime.enter(lock);
            MonitorRuntime.exit(lock);
        }
    }
}
