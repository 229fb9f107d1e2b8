package io.vtmonitor.lab;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the demo has started and has to stop. It is closed at the end of {@code main} and by a shutdown hook, whichever
 * comes first, so that Ctrl-C leaves no process behind; what is closed twice is stopped once.
 */
final class Started implements AutoCloseable {
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private boolean closed;

    Started() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "stop-what-the-demo-started"));
    }

    /** Takes it over; where everything is being stopped already, it is stopped at once. */
    synchronized <T extends AutoCloseable> T add(T started) {
        running.push(started);
        if (closed) {
            close();
        }
        return started;
    }

    @Override
    public synchronized void close() {
        closed = true;
        while (!running.isEmpty()) {
            stop(running.pop());
        }
    }

    private static void stop(AutoCloseable started) {
        try {
            started.close();
        } catch (Exception failed) {
            System.err.println("demo: could not stop " + started + ": " + failed.getMessage());
        }
    }
}
