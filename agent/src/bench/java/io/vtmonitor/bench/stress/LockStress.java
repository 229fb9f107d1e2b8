package io.vtmonitor.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * What monitors promise, asked of rewritten locks by jcstress: run with the agent and
 * {@code unpin=io.vtmonitor.bench.stress.**}; {@code .ci/unpin/bench} does so.
 */
public final class LockStress {
    private LockStress() {}

    /** Two that add one in a synchronized method: none is lost. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class SynchronizedMethod {
        private int count;

        private synchronized void add() {
            count++;
        }

        @Actor
        public void one() {
            add();
        }

        @Actor
        public void other() {
            add();
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = count;
        }
    }

    /** The same by a block, by an object that gets its lock right then, and re-entered. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class NestedBlock {
        private final Object lock = new Object();
        private int count;

        private void add() {
            synchronized (lock) {
                synchronized (lock) {
                    count++;
                }
            }
        }

        @Actor
        public void one() {
            add();
        }

        @Actor
        public void other() {
            add();
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = count;
        }
    }

    /** An exception inside gives the lock back. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class Throwing {
        private final Object lock = new Object();
        private int count;

        private void add() {
            try {
                synchronized (lock) {
                    count++;
                    throw new IllegalStateException();
                }
            } catch (IllegalStateException expected) {
                // the lock is free again
            }
        }

        @Actor
        public void one() {
            add();
        }

        @Actor
        public void other() {
            add();
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = count;
        }
    }

    /** What was written inside is seen inside, all of it or nothing. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "All or nothing.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A part of it was seen.")
    @State
    public static class Visibility {
        private int first;
        private int second;

        @Actor
        public void writer() {
            synchronized (this) {
                first = 1;
                second = 1;
            }
        }

        @Actor
        public void reader(II_Result result) {
            synchronized (this) {
                result.r2 = second;
                result.r1 = first;
            }
        }
    }

    /** What was written before the lock was given back is seen by who takes it next and finds the flag. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "The flag and what came before it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The flag without what came before it.")
    @State
    public static class Publication {
        private final Object lock = new Object();
        private boolean flag;
        private int plain;

        @Actor
        public void writer() {
            plain = 1;
            synchronized (lock) {
                flag = true;
            }
        }

        @Actor
        public void reader(II_Result result) {
            boolean seen;
            synchronized (lock) {
                seen = flag;
            }
            result.r1 = seen ? 1 : 0;
            result.r2 = seen ? plain : 0;
        }
    }

    /** Who waits is woken: a lost wake-up would not end. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Woken.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Went on without.")
    @State
    public static class WaitAndNotify {
        private boolean ready;

        @Actor
        public synchronized void waits(I_Result result) {
            try {
                while (!ready) {
                    wait();
                }
                result.r1 = 1;
            } catch (InterruptedException e) {
                result.r1 = -1;
            }
        }

        @Actor
        public synchronized void notifies() {
            ready = true;
            notify();
        }
    }

    /** Two wait, and one call wakes both. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both woken.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Went on without.")
    @State
    public static class NotifyAll {
        private boolean ready;

        @Actor
        public void one(II_Result result) {
            result.r1 = awaitReady();
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = awaitReady();
        }

        @Actor
        public synchronized void notifies() {
            ready = true;
            notifyAll();
        }

        private synchronized int awaitReady() {
            try {
                while (!ready) {
                    wait();
                }
                return 1;
            } catch (InterruptedException e) {
                return -1;
            }
        }
    }
}
