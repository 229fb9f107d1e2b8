package io.vtmonitor.standstill;

import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;

/** Deadlocks of monitors, of monitors and locks. On JDK 21 virtual threads keep their carriers in them. */
final class Monitors {
    static final Map<String, Stand.Work> PROGRAMS = Map.of(
            "monitors-two", Monitors::two,
            "monitors-three", Monitors::three,
            "monitors-crowd", Monitors::crowd,
            "monitors-platform", Monitors::platform,
            "monitor-and-lock", Monitors::mixed,
            "monitor-lock-join", Monitors::mixedWithJoin);

    private static final class Account {}

    private static final class Order {}

    private static final class Stock {}

    private static final Account ACCOUNT = new Account();
    private static final Order ORDER = new Order();
    private static final Stock STOCK = new Stock();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final CyclicBarrier TWO = new CyclicBarrier(2);
    private static final CyclicBarrier THREE = new CyclicBarrier(3);

    private Monitors() {}

    private static void two() throws InterruptedException {
        Stand.settle(Stand.virtual("debit", Monitors::debit), Stand.virtual("credit", Monitors::credit));
    }

    private static void debit() {
        synchronized (ACCOUNT) {
            Stand.meet(TWO);
            synchronized (ORDER) {
                System.out.println("debited");
            }
        }
    }

    private static void credit() {
        synchronized (ORDER) {
            Stand.meet(TWO);
            synchronized (ACCOUNT) {
                System.out.println("credited");
            }
        }
    }

    private static void three() throws InterruptedException {
        Stand.settle(
                Stand.virtual("buyer", Monitors::buy),
                Stand.virtual("seller", Monitors::sell),
                Stand.virtual("packer", Monitors::pack));
    }

    private static void buy() {
        synchronized (ACCOUNT) {
            Stand.meet(THREE);
            synchronized (ORDER) {
                System.out.println("bought");
            }
        }
    }

    private static void sell() {
        synchronized (ORDER) {
            Stand.meet(THREE);
            synchronized (STOCK) {
                System.out.println("sold");
            }
        }
    }

    private static void pack() {
        synchronized (STOCK) {
            Stand.meet(THREE);
            synchronized (ACCOUNT) {
                System.out.println("packed");
            }
        }
    }

    /** Those on platform threads, since virtual ones would take all carriers on JDK 21. */
    private static void crowd() throws InterruptedException {
        two();
        for (int i = 0; i < Stand.CROWD; i++) {
            Stand.untilWaits(Stand.platform("reader-" + i, Monitors::read));
        }
    }

    private static void read() {
        synchronized (ACCOUNT) {
            System.out.println("read");
        }
    }

    private static void platform() throws InterruptedException {
        Stand.settle(Stand.virtual("debit", Monitors::debit), Stand.platform("closer", Monitors::credit));
    }

    private static void mixed() throws InterruptedException {
        Stand.settle(Stand.virtual("debit", Monitors::debitWithLock), Stand.virtual("credit", Monitors::lockAndCredit));
    }

    private static void debitWithLock() {
        synchronized (ACCOUNT) {
            Stand.meet(TWO);
            LOCK.lock();
            LOCK.unlock();
        }
    }

    private static void lockAndCredit() {
        LOCK.lock();
        Stand.meet(TWO);
        synchronized (ACCOUNT) {
            LOCK.unlock();
        }
    }

    /** One has the monitor and wants the lock, whose owner joins a thread that wants the monitor. */
    private static void mixedWithJoin() throws InterruptedException {
        Thread debit = Stand.virtual("debit", Monitors::debitWithLock);
        Thread parent = Stand.virtual("parent", Monitors::lockAndJoin);
        Stand.settle(debit, parent);
    }

    private static void lockAndJoin() throws InterruptedException {
        LOCK.lock();
        Stand.meet(TWO);
        Stand.virtual("child", Monitors::read).join();
    }
}
