package io.vtmonitor.lab;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * What the demo or the lab has started and has to stop. It is closed at the end of {@code main} and by a shutdown hook,
 * whichever comes first, so that Ctrl-C leaves no process behind; what is closed twice is stopped once.
 */
public final class Started implements AutoCloseable {
    private final String who;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private boolean closed;
    private volatile boolean interrupted;

    public Started() {
        this("demo");
    }

    /** With the name that its lines begin with. */
    public Started(String who) {
        this.who = who;
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "stop-what-was-started"));
    }

    /** Whether the JVM is ending before the demo did; whatever fails from then on fails for that reason. */
    public boolean interrupted() {
        return interrupted;
    }

    /** Starts something and takes it over. While it starts nothing is stopped, so that nothing is missed. */
    public synchronized <T extends AutoCloseable> T start(Supplier<T> starter) {
        if (closed) {
            throw new DemoFailure("The " + who + " is being stopped.");
        }
        T started = starter.get();
        running.push(started);
        return started;
    }

    @Override
    public synchronized void close() {
        closed = true;
        while (!running.isEmpty()) {
            stop(running.pop());
        }
    }

    private void interrupt() {
        if (!isClosed()) {
            interrupted = true;
            System.err.println("\n" + who + ": interrupted; stopping everything that it started");
            close();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private void stop(AutoCloseable started) {
        try {
            started.close();
        } catch (Exception e) {
            System.err.println(who + ": could not stop " + started + ": " + e);
        }
    }
}
