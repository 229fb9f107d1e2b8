package io.vtmonitor.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The first lock of an object that some places lock by its monitor as well; run like {@link LockStress}. */
public final class HandedInStress {
    private HandedInStress() {}

    /** What is handed in is locked both ways: by the lock and by the monitor. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class BothWays {
        private final Object lock = new Object();
        private int count;

        private void add(Object handedIn) {
            synchronized (handedIn) {
                count++;
            }
        }

        @Actor
        public void one() {
            add(lock);
        }

        @Actor
        public void other() {
            synchronized (lock) {
                count++;
            }
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = count;
        }
    }

    /**
     * The lock comes into use inside of what is locked both ways, by the thread that is there; the rest stays its own.
     */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class Around {
        private final Object lock = new Object();
        private int count;

        private void add(Object handedIn) {
            synchronized (handedIn) {
                synchronized (lock) {
                    Thread.onSpinWait();
                }
                count++;
            }
        }

        @Actor
        public void one() {
            add(lock);
        }

        @Actor
        public void other() {
            synchronized (lock) {
                count++;
            }
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = count;
        }
    }

    /**
     * Who waits in what is locked both ways is woken by who comes as the first by the lock; then it is alone, twice
     * over.
     */
    @JCStressTest
    @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "Woken, and all were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once, or it went on without.")
    @State
    public static class Waits {
        private final Object lock = new Object();
        private boolean ready;
        private int count;

        private void awaitReady(Object handedIn) {
            synchronized (handedIn) {
                try {
                    while (!ready) {
                        handedIn.wait();
                    }
                } catch (InterruptedException e) {
                    count = -10;
                }
            }
        }

        private void add(Object handedIn) {
            synchronized (handedIn) {
                awaitReady(handedIn);
                count++;
            }
        }

        @Actor
        public void waits() {
            add(lock);
        }

        @Actor
        public void notifies() {
            synchronized (lock) {
                ready = true;
                lock.notify();
                count++;
            }
            synchronized (lock) {
                count++;
            }
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = count;
        }
    }
}
