package io.vtmonitor.standstill;

import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Deadlocks of locks of {@code java.util.concurrent}, and locks whose owner has ended. */
final class Locks {
    static final Map<String, Stand.Work> PROGRAMS = Map.ofEntries(
            Map.entry("locks-two", () -> two(new ReentrantLock(), new ReentrantLock())),
            Map.entry("locks-fair", () -> two(new ReentrantLock(true), new ReentrantLock(true))),
            Map.entry("locks-three", Locks::three),
            Map.entry("locks-crowd", Locks::crowd),
            Map.entry("locks-platform", Locks::platform),
            Map.entry("locks-in-monitors", Locks::inMonitors),
            Map.entry("write-locks", () -> two(write(), write())),
            Map.entry("read-behind-write", Locks::readBehindWrite),
            Map.entry("upgrade", Locks::upgrade),
            Map.entry("owner-ended", () -> ended(new ReentrantLock())),
            Map.entry("writer-ended", () -> ended(write())),
            Map.entry("owner-ended-platform", Locks::endedPlatform));

    private Locks() {}

    private static Lock write() {
        return new ReentrantReadWriteLock().writeLock();
    }

    private static void two(Lock from, Lock to) throws InterruptedException {
        CyclicBarrier both = new CyclicBarrier(2);
        Thread debit = Stand.virtual("debit", () -> debit(from, to, both));
        Thread credit = Stand.virtual("credit", () -> credit(to, from, both));
        Stand.settle(debit, credit);
    }

    private static void debit(Lock first, Lock second, CyclicBarrier both) {
        first.lock();
        Stand.meet(both);
        second.lock();
        second.unlock();
        first.unlock();
    }

    private static void credit(Lock first, Lock second, CyclicBarrier both) {
        first.lock();
        Stand.meet(both);
        second.lock();
        second.unlock();
        first.unlock();
    }

    private static void three() throws InterruptedException {
        ReentrantLock accounts = new ReentrantLock();
        ReentrantLock orders = new ReentrantLock();
        ReentrantLock stock = new ReentrantLock();
        CyclicBarrier all = new CyclicBarrier(3);
        Stand.settle(
                Stand.virtual("buyer", () -> debit(accounts, orders, all)),
                Stand.virtual("seller", () -> debit(orders, stock, all)),
                Stand.virtual("packer", () -> debit(stock, accounts, all)));
    }

    private static void crowd() throws InterruptedException {
        ReentrantLock from = new ReentrantLock();
        two(from, new ReentrantLock());
        Stand.crowd("reader", () -> read(from));
    }

    private static void read(Lock lock) {
        lock.lock();
        lock.unlock();
    }

    private static void platform() throws InterruptedException {
        ReentrantLock from = new ReentrantLock();
        ReentrantLock to = new ReentrantLock();
        CyclicBarrier both = new CyclicBarrier(2);
        Stand.settle(
                Stand.virtual("debit", () -> debit(from, to, both)),
                Stand.platform("closer", () -> credit(to, from, both)));
    }

    /** On JDK 21 both keep their carriers. */
    private static void inMonitors() throws InterruptedException {
        ReentrantLock from = new ReentrantLock();
        ReentrantLock to = new ReentrantLock();
        CyclicBarrier both = new CyclicBarrier(2);
        Stand.settle(
                Stand.virtual("debit", () -> inMonitor(from, to, both)),
                Stand.virtual("credit", () -> inMonitor(to, from, both)));
    }

    private static void inMonitor(Lock first, Lock second, CyclicBarrier both) {
        Object monitor = new Object();
        synchronized (monitor) {
            debit(first, second, both);
        }
    }

    /** One writes and wants a lock, whose owner wants to read. */
    private static void readBehindWrite() throws InterruptedException {
        ReentrantReadWriteLock catalog = new ReentrantReadWriteLock();
        ReentrantLock journal = new ReentrantLock();
        CyclicBarrier both = new CyclicBarrier(2);
        Stand.settle(
                Stand.virtual("writer", () -> debit(catalog.writeLock(), journal, both)),
                Stand.virtual("journalist", () -> credit(journal, catalog.readLock(), both)));
    }

    /** It reads and wants to write, which its own read lock forbids. */
    private static void upgrade() throws InterruptedException {
        ReentrantReadWriteLock catalog = new ReentrantReadWriteLock();
        CyclicBarrier one = new CyclicBarrier(1);
        Stand.settle(Stand.virtual("upgrader", () -> debit(catalog.readLock(), catalog.writeLock(), one)));
    }

    private static void ended(Lock lock) throws InterruptedException {
        Stand.virtual("careless", lock::lock).join();
        Stand.crowd("patient", () -> read(lock));
    }

    private static void endedPlatform() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Stand.platform("careless", lock::lock).join();
        Stand.crowd("patient", () -> read(lock));
    }
}
