package io.vtmonitor.waiting;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that have nothing to do, each kind behind a lock or a semaphore that they share: one waits for work, and the
 * others for their turn to do so.
 */
final class Idle {
    private static final int THREADS = 12;
    private static final long MILLIS = 200;
    private static final ReentrantLock TAKES = new ReentrantLock();
    private static final BlockingQueue<Object> NEVER = new LinkedBlockingQueue<>();
    private static final Semaphore ITEMS = new Semaphore(0);
    private static final Semaphore SPACES = new Semaphore(THREADS);

    private static final ReentrantLock FETCHES = new ReentrantLock();
    private static final ReentrantLock RECEIVES = new ReentrantLock();
    private static final ReentrantLock SELECTS = new ReentrantLock();
    private static final ReentrantLock OPENS = new ReentrantLock();
    private static final Object MAIL = new Object();
    private static final ReentrantLock SIGNALS = new ReentrantLock();
    private static final Semaphore SIGNAL = new Semaphore(0);
    private static final ReentrantLock LINES = new ReentrantLock();
    private static final ReentrantLock NEXT = new ReentrantLock();
    private static final Semaphore GATE = new Semaphore(0);
    private static final AtomicInteger PASSED = new AtomicInteger();

    private Idle() {}

    static void start() throws IOException {
        ServerSocket silent = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
        BufferedReader reader = reader(new Socket(silent.getInetAddress(), silent.getLocalPort()));
        BufferedReader lines = reader(new Socket(silent.getInetAddress(), silent.getLocalPort()));
        ServerSocket server = new ServerSocket(0, THREADS, InetAddress.getLoopbackAddress());
        DatagramSocket datagrams = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Selector selector = Selector.open();
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("acceptor-" + i).start(() -> accept(server));
            Thread.ofVirtual().name("follower-" + i).start(Idle::take);
            Thread.ofVirtual().name("fetcher-" + i).start(Idle::fetch);
            Thread.ofVirtual().name("reader-" + i).start(() -> read(reader));
            Thread.ofVirtual().name("consumer-" + i).start(Idle::consume);
            Thread.ofVirtual().name("receiver-" + i).start(() -> receive(datagrams));
            Thread.ofVirtual().name("selector-" + i).start(() -> select(selector));
            Thread.ofVirtual().name("reader-of-mail-" + i).start(Idle::open);
            Thread.ofVirtual().name("signaled-" + i).start(Idle::awaitSignal);
            Thread.ofVirtual().name("line-reader-" + i).start(() -> readLine(lines));
            Thread.ofVirtual().name("next-" + i).start(Idle::next);
            Thread.ofVirtual().name("passer-" + i).start(Idle::passGate);
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

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Readers and streams have a lock of the JDK's around what they read from. */
    private static void read(BufferedReader reader) {
        try {
            reader.readLine();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The queue is behind a method of its own. */
    private static void fetch() {
        FETCHES.lock();
        try {
            fromSource();
        } finally {
            FETCHES.unlock();
        }
    }

    private static void fromSource() {
        try {
            NEVER.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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

    private static void receive(DatagramSocket datagrams) {
        RECEIVES.lock();
        try {
            datagrams.receive(new DatagramPacket(new byte[1], 1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            RECEIVES.unlock();
        }
    }

    private static void select(Selector selector) {
        while (true) {
            SELECTS.lock();
            try {
                selector.select(MILLIS);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } finally {
                SELECTS.unlock();
            }
        }
    }

    private static void open() {
        OPENS.lock();
        try {
            takeMail();
        } finally {
            OPENS.unlock();
        }
    }

    /** A queue of its own. */
    private static void takeMail() {
        synchronized (MAIL) {
            try {
                while (true) {
                    MAIL.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A bounded buffer: what it takes is not what it gives back. */
    private static void consume() {
        ITEMS.acquireUninterruptibly();
        SPACES.release();
    }

    private static void awaitSignal() {
        SIGNALS.lock();
        try {
            SIGNAL.acquireUninterruptibly();
        } finally {
            SIGNALS.unlock();
        }
    }

    private static void readLine(BufferedReader lines) {
        LINES.lock();
        try {
            lines.readLine();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            LINES.unlock();
        }
    }

    /** Its name says nothing of a queue. */
    private static void next() {
        NEXT.lock();
        try {
            fromMail();
        } finally {
            NEXT.unlock();
        }
    }

    private static void fromMail() {
        synchronized (GATE) {
            try {
                while (PASSED.get() < THREADS) {
                    GATE.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void passGate() {
        GATE.acquireUninterruptibly();
        PASSED.incrementAndGet();
        GATE.release();
    }
}
