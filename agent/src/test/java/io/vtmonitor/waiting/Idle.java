package io.vtmonitor.waiting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that have nothing to do, each kind behind a lock or a semaphore that they share: one waits for work, and the
 * others for their turn to do so.
 */
final class Idle {
    private static final int THREADS = 12;
    private static final ReentrantLock TAKES = new ReentrantLock();
    private static final BlockingQueue<Object> NEVER = new LinkedBlockingQueue<>();
    private static final Semaphore ITEMS = new Semaphore(0);
    private static final Semaphore SPACES = new Semaphore(THREADS);

    private Idle() {}

    static void start() throws IOException {
        ServerSocket server = new ServerSocket(0, THREADS, InetAddress.getLoopbackAddress());
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("acceptor-" + i).start(() -> accept(server));
            Thread.ofVirtual().name("follower-" + i).start(Idle::take);
            Thread.ofVirtual().name("consumer-" + i).start(Idle::consume);
        }
    }

    /** Sockets have a lock of the JDK's around this. */
    private static void accept(ServerSocket server) {
        try {
            server.accept().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void take() {
        TAKES.lock();
        try {
            NEVER.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            TAKES.unlock();
        }
    }

    /** A bounded buffer: what it takes is not what it gives back. */
    private static void consume() {
        ITEMS.acquireUninterruptibly();
        SPACES.release();
    }
}
