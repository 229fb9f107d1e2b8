package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A platform thread at the other end of a virtual thread's block: who owns the lock, writes to the socket, unparks. It
 * sets the stage, waits until the virtual thread arrives, lets it block for a while, then lets it continue.
 */
public final class Peer {
    private final CountDownLatch set = new CountDownLatch(1);
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    private Peer(Part part) {
        thread = Thread.ofPlatform().name("peer").unstarted(() -> {
            try {
                part.play(this);
            } catch (Exception e) {
                e.printStackTrace();
            } finally {
                ended.countDown();
            }
        });
    }

    /** What the platform thread does; calls {@link #outlast} once, where the virtual thread is to block. */
    public interface Part {
        /** Runs on the platform thread. */
        void play(Peer self) throws Exception;
    }

    /** Starts one; returns when it has reached its {@link #outlast}. */
    public static Peer start(Part part) throws InterruptedException {
        Peer peer = new Peer(part);
        peer.thread.start();
        peer.set.await();
        return peer;
    }

    /** For the platform thread: the stage is set; waits for the virtual thread to arrive, then for so long. */
    public void outlast(Duration length) throws InterruptedException {
        set.countDown();
        arrived.await();
        Thread.sleep(length);
    }

    /** For the virtual thread: it blocks next. Never blocks itself. */
    public void arrive() {
        arrived.countDown();
    }

    /**
     * Waits until the platform thread has ended; not by Thread.join, which on JDK 21 is an Object.wait and so a pin.
     */
    public void join() throws InterruptedException {
        ended.await();
    }
}
