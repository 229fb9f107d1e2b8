package io.vtmonitor.standstill;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Crowds behind one lock, whose owner is slow. */
final class Convoys {
    static final Map<String, Stand.Work> PROGRAMS = Map.of(
            "convoy-sleeps", () -> convoy(new ReentrantLock(), Convoys::sleeps),
            "convoy-fair", () -> convoy(new ReentrantLock(true), Convoys::sleeps),
            "convoy-socket", () -> convoy(new ReentrantLock(), Convoys::reads),
            "convoy-computes", () -> convoy(new ReentrantLock(), Convoys::computes),
            "convoy-condition", () -> convoy(new ReentrantLock(), Convoys::awaitsCondition),
            "convoy-latch", () -> convoy(new ReentrantLock(), Convoys::awaitsLatch),
            "convoy-chain", Convoys::chain,
            "convoy-readers", Convoys::readers,
            "convoy-platform-owner", Convoys::platformOwner,
            "convoy-monitor", Convoys::monitor);

    private static final CountDownLatch TAKEN = new CountDownLatch(1);
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final ReentrantLock OTHER = new ReentrantLock();
    private static final Condition NOBODY_SIGNALS = OTHER.newCondition();
    private static final Object MONITOR = new Object();

    /** What is computed, so that it is. */
    private static volatile double sum;

    private Convoys() {}

    private static void convoy(Lock lock, Stand.Work slow) throws InterruptedException {
        Stand.virtual("owner", () -> own(lock, slow));
        queue(lock);
    }

    private static void own(Lock lock, Stand.Work slow) throws Exception {
        lock.lock();
        TAKEN.countDown();
        slow.run();
        lock.unlock();
    }

    private static void queue(Lock lock) throws InterruptedException {
        TAKEN.await();
        Stand.crowd("client", () -> use(lock));
    }

    private static void use(Lock lock) {
        lock.lock();
        lock.unlock();
    }

    private static void sleeps() {
        Stand.sleep();
    }

    private static void reads() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            System.out.println(socket.getInputStream().read());
        }
    }

    private static void computes() {
        double total = 0;
        while (sum >= 0) {
            for (int i = 0; i < 1_000_000; i++) {
                total += Math.sqrt(i);
            }
            sum = total;
        }
    }

    private static void awaitsCondition() {
        OTHER.lock();
        NOBODY_SIGNALS.awaitUninterruptibly();
        OTHER.unlock();
    }

    private static void awaitsLatch() throws InterruptedException {
        NEVER.await();
    }

    /** The owner waits for another lock, whose owner sleeps. */
    private static void chain() throws InterruptedException {
        Thread last = Stand.virtual("last", () -> own(OTHER, Convoys::sleeps));
        TAKEN.await();
        Stand.untilWaits(last);
        ReentrantLock first = new ReentrantLock();
        Thread owner = Stand.virtual("owner", () -> own(first, () -> use(OTHER)));
        Stand.until(first::isLocked);
        Stand.untilWaits(owner);
        queue(first);
    }

    private static void readers() throws InterruptedException {
        ReentrantReadWriteLock catalog = new ReentrantReadWriteLock();
        Stand.virtual("owner", () -> own(catalog.writeLock(), Convoys::sleeps));
        queue(catalog.readLock());
    }

    private static void platformOwner() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Stand.platform("owner", () -> own(lock, Convoys::sleeps));
        queue(lock);
    }

    /** On JDK 21 the first threads of the queue keep all carriers, and the others wait for one. */
    private static void monitor() throws InterruptedException {
        Stand.virtual("owner", Convoys::ownMonitor);
        TAKEN.await();
        for (int i = 0; i < Stand.CROWD; i++) {
            Stand.virtual("client-" + i, Convoys::enter);
        }
        Thread.sleep(500);
    }

    private static void ownMonitor() {
        synchronized (MONITOR) {
            TAKEN.countDown();
            Stand.sleep();
        }
    }

    private static void enter() {
        synchronized (MONITOR) {
            sum++;
        }
    }
}
