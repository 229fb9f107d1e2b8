package io.vtmonitor.scenario;

import java.util.concurrent.locks.LockSupport;

/** Calls that are just few enough to be compiled into one method, and one more. */
final class DeepCalls {
    private DeepCalls() {}

    static void near(long nanos) {
        n2(new Object(), nanos);
    }

    static void far(long nanos) {
        f1(new Object(), nanos);
    }

    private static void n2(Object made, long nanos) {
        n3(made, nanos);
    }

    private static void n3(Object made, long nanos) {
        n4(made, nanos);
    }

    private static void n4(Object made, long nanos) {
        n5(made, nanos);
    }

    private static void n5(Object made, long nanos) {
        n6(made, nanos);
    }

    private static void n6(Object made, long nanos) {
        n7(made, nanos);
    }

    private static void n7(Object made, long nanos) {
        n8(made, nanos);
    }

    private static void n8(Object made, long nanos) {
        n9(made, nanos);
    }

    private static void n9(Object made, long nanos) {
        n10(made, nanos);
    }

    private static void n10(Object made, long nanos) {
        n11(made, nanos);
    }

    private static void n11(Object made, long nanos) {
        n12(made, nanos);
    }

    private static void n12(Object made, long nanos) {
        n13(made, nanos);
    }

    private static void n13(Object made, long nanos) {
        n14(made, nanos);
    }

    private static void n14(Object made, long nanos) {
        n15(made, nanos);
    }

    private static void n15(Object made, long nanos) {
        n16(made, nanos);
    }

    private static void n16(Object made, long nanos) {
        inNear(made, nanos);
    }

    private static void f1(Object made, long nanos) {
        f2(made, nanos);
    }

    private static void f2(Object made, long nanos) {
        f3(made, nanos);
    }

    private static void f3(Object made, long nanos) {
        f4(made, nanos);
    }

    private static void f4(Object made, long nanos) {
        f5(made, nanos);
    }

    private static void f5(Object made, long nanos) {
        f6(made, nanos);
    }

    private static void f6(Object made, long nanos) {
        f7(made, nanos);
    }

    private static void f7(Object made, long nanos) {
        f8(made, nanos);
    }

    private static void f8(Object made, long nanos) {
        f9(made, nanos);
    }

    private static void f9(Object made, long nanos) {
        f10(made, nanos);
    }

    private static void f10(Object made, long nanos) {
        f11(made, nanos);
    }

    private static void f11(Object made, long nanos) {
        f12(made, nanos);
    }

    private static void f12(Object made, long nanos) {
        f13(made, nanos);
    }

    private static void f13(Object made, long nanos) {
        f14(made, nanos);
    }

    private static void f14(Object made, long nanos) {
        f15(made, nanos);
    }

    private static void f15(Object made, long nanos) {
        f16(made, nanos);
    }

    private static void f16(Object made, long nanos) {
        inFar(made, nanos);
    }

    private static void inFar(Object made, long nanos) {
        synchronized (made) {
            LockSupport.parkNanos(nanos);
        }
    }

    private static void inNear(Object made, long nanos) {
        synchronized (made) {
            LockSupport.parkNanos(nanos);
        }
    }
}
