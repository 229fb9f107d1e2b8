package io.vtmonitor.bench.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** As {@link LockStress}, of places that lock: static methods, methods of interfaces, lambdas. */
public final class PlaceStress {
    private PlaceStress() {}

    /** A static synchronized method and a block on the class: the object that stands for it is one lock. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class Mirror {
        private static final class Guarded {
            private static int inside;
            private static boolean met;

            static synchronized void byMethod() {
                look();
            }

            static void byBlock() {
                synchronized (Guarded.class) {
                    look();
                }
            }

            private static void look() {
                inside++;
                met |= inside != 1;
                inside--;
            }

            static synchronized int alone() {
                return met ? 1 : 2;
            }
        }

        @Actor
        public void one() {
            Guarded.byMethod();
        }

        @Actor
        public void other() {
            Guarded.byBlock();
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = Guarded.alone();
        }
    }

    /** What locks in a method of its own, a default one and a private one. */
    interface Adding {
        void count();

        default void byDefaultMethod() {
            synchronized (this) {
                count();
            }
        }

        default void byPrivateMethod() {
            inPrivateMethod();
        }

        private void inPrivateMethod() {
            synchronized (this) {
                count();
            }
        }
    }

    /** A default and a private method of an interface. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class InterfaceMethods implements Adding {
        private int count;

        @Override
        public void count() {
            count++;
        }

        @Actor
        public void one() {
            byDefaultMethod();
        }

        @Actor
        public void other() {
            byPrivateMethod();
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = count;
        }
    }

    /** In a lambda, and in the method around it. */
    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both were counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
    @State
    public static class InLambda {
        private int count;

        @Actor
        public void one() {
            Runnable adds = () -> {
                synchronized (this) {
                    count++;
                }
            };
            adds.run();
        }

        @Actor
        public void other() {
            synchronized (this) {
                count++;
            }
        }

        @Arbiter
        public void after(I_Result result) {
            result.r1 = count;
        }
    }
}
