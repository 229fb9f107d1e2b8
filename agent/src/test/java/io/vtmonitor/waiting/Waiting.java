package io.vtmonitor.waiting;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.SoftReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Programs whose virtual threads wait. Argument: which. Prints {@code ready} and continues until it is ended. */
public final class Waiting {
    private static final int THREADS = 300;
    private static final BlockingQueue<Object> NEVER = new LinkedBlockingQueue<>();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CONDITION = LOCK.newCondition();
    private static final Mutex MUTEX = new Mutex();
    private static final Object MONITOR = new Object();

    /** What threads share, however many carry it. */
    private static final byte[] SHARED = new byte[24 << 20];

    private static final ThreadLocal<Object> NOT_THEIR_OWN = ThreadLocal.withInitial(() -> SHARED);
    private static final ThreadLocal<SoftReference<Buffer>> OWN =
            ThreadLocal.withInitial(() -> new SoftReference<>(new Buffer()));
    private static final ThreadLocal<Object> INHERITABLE = new InheritableThreadLocal<>();
    private static final ThreadLocal<Request> CONTEXT = ThreadLocal.withInitial(Request::new);
    private static final Socket COMMON = new Socket();

    private Waiting() {}

    /** Runs the program of that name. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "lock" -> start(THREADS, Waiting::holdLock);
            case "mutex" -> start(THREADS, Waiting::holdMutex);
            case "awaited" -> {
                start(THREADS, Waiting::awaitAndHoldLock);
                Impatient.start();
            }
            case "monitor" -> {
                start(THREADS, Waiting::holdMonitor);
                Chained.start();
                Notified.start();
            }
            case "deadlock" -> deadlock();
            case "mixed_deadlock" -> mixedDeadlock();
            case "abandoned" -> abandoned();
            case "carrying" -> start(2_000, Waiting::carry);
            case "leaked" -> Leaked.start();
            case "woken" -> Woken.start();
            case "unreturned" -> Unreturned.start();
            case "healthy" -> {
                healthy();
                Signaled.start();
            }
            case "idle" -> Idle.start();
            case "slow_to_take_up" -> SlowToTakeUp.start();
            case "lost_wake_up" -> {
                LostPermit.start();
                LostWakeUp.start();
            }
            case "contained" -> Contained.start();
            case "growing" -> Growing.start();
            case "in_bursts" -> InBursts.start();
            case "initializing" -> Initializing.start();
            case "entangled" -> Entangled.start();
            case "upgraders" -> {
                Upgraders.start();
                Awaiting.start();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("ready");
        Thread.sleep(Long.MAX_VALUE);
    }

    private interface Work {
        void once() throws Exception;
    }

    private static void start(int threads, Work work) {
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().name("worker-" + i).start(() -> {
                try {
                    while (true) {
                        work.once();
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    private static void holdLock() throws InterruptedException {
        LOCK.lock();
        try {
            Thread.sleep(500);
        } finally {
            LOCK.unlock();
        }
    }

    private static void holdMutex() throws InterruptedException {
        MUTEX.lock();
        try {
            Thread.sleep(500);
        } finally {
            MUTEX.unlock();
        }
    }

    /** Most have awaited the condition long enough, and wait for the lock. */
    private static void awaitAndHoldLock() throws InterruptedException {
        LOCK.lock();
        try {
            boolean signaled = CONDITION.await(1, TimeUnit.MILLISECONDS);
            Thread.sleep(signaled ? 0 : 500);
        } finally {
            LOCK.unlock();
        }
    }

    private static void holdMonitor() throws InterruptedException {
        synchronized (MONITOR) {
            Thread.sleep(500);
        }
    }

    private static final class Buffer {
        private final byte[] bytes = new byte[32 << 10];
        private final byte[] shared = SHARED;
        private final Socket common = COMMON;
    }

    /** What the thread works on: it is there for as long, with or without the thread local. */
    private static final class Request {
        private final byte[] body = new byte[32 << 10];
        private final Socket connection = new Socket();
    }

    private static void carry() throws InterruptedException {
        INHERITABLE.set(new byte[20 << 10]);
        Buffer buffer = OWN.get().get();
        Request request = CONTEXT.get();
        while (buffer == null || buffer.bytes.length < buffer.shared.length || request.body.length > 0) {
            NEVER.take();
        }
    }

    private static void deadlock() throws InterruptedException {
        ReentrantLock first = new ReentrantLock();
        ReentrantLock second = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread.ofVirtual().name("one").start(() -> takeBoth(first, second, both));
        Thread.ofVirtual().name("other").start(() -> takeBoth(second, first, both));
        Impatient.start();
        both.await();
    }

    private static void takeBoth(ReentrantLock mine, ReentrantLock others, CountDownLatch both) {
        mine.lock();
        both.countDown();
        try {
            both.await();
            others.lock();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A lock, a monitor, and a platform thread: one thread is BLOCKED, and no two wait in the same way. */
    private static void mixedDeadlock() throws InterruptedException {
        CountDownLatch both = new CountDownLatch(2);
        Thread platform = new Thread(() -> enterWithLock(both), "platform");
        platform.setDaemon(true);
        platform.start();
        Thread.ofVirtual().name("virtual").start(() -> {
            synchronized (MONITOR) {
                takeBoth(new ReentrantLock(), LOCK, both);
            }
        });
        both.await();
    }

    private static void enterWithLock(CountDownLatch both) {
        LOCK.lock();
        both.countDown();
        awaitUninterruptibly(both);
        synchronized (MONITOR) {
            LOCK.unlock();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch both) {
        try {
            both.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The thread that took the lock ends without releasing it. Before JDK 24 those that nobody notifies are pinned. */
    private static void abandoned() throws InterruptedException {
        Thread.ofVirtual().name("careless").start(LOCK::lock).join();
        start(1, Waiting::holdLock);
        start(3, Waiting::awaitNotification);
    }

    private static void awaitNotification() throws InterruptedException {
        Object nobody = new Object();
        synchronized (nobody) {
            nobody.wait();
        }
    }

    /**
     * A server and its clients, a lock and a semaphore that give everybody a turn, and workers that wait for work or a
     * signal.
     */
    private static void healthy() throws IOException {
        start(300, () -> {
            NOT_THEIR_OWN.get();
            NEVER.take();
        });
        Semaphore signal = new Semaphore(0);
        start(20, signal::acquire);
        start(1, () -> Thread.currentThread().join());
        Semaphore permits = new Semaphore(20);
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        start(50, queue::take);
        ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start(1, () -> {
            Socket accepted = server.accept();
            Thread.ofVirtual().start(() -> echo(accepted));
        });
        start(100, () -> {
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                while (true) {
                    socket.getOutputStream().write(1);
                    socket.getInputStream().read();
                    LOCK.lock();
                    try {
                        queue.add(1);
                    } finally {
                        LOCK.unlock();
                    }
                    permits.acquire();
                    try {
                        Thread.sleep(10);
                    } finally {
                        permits.release();
                    }
                    Thread.sleep(200);
                }
            }
        });
    }

    private static void echo(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int read = in.read(); read >= 0; read = in.read()) {
                out.write(read);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
