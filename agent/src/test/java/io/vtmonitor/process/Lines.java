package io.vtmonitor.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** The lines a process prints to one of its outputs, read by a thread of their own as they come. */
public final class Lines {
    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final List<String> lines = new ArrayList<>();

    private boolean ended;

    private Lines(String name) {
        this.name = name;
    }

    /** Of an output that nobody reads. */
    static Lines unread(String name) {
        Lines lines = new Lines(name + ", unread");
        lines.ended = true;
        return lines;
    }

    public static Lines of(InputStream in, String name) {
        Lines lines = new Lines(name);
        Thread.ofPlatform().daemon().name("reads " + name).start(() -> lines.readAll(in));
        return lines;
    }

    /** The first line of that kind, be it printed already or yet to come. */
    String await(Predicate<String> kind, Duration bound) throws InterruptedException {
        lock.lock();
        try {
            long left = bound.toNanos();
            for (int next = 0; ; next++) {
                while (next == lines.size() && !ended && left > 0) {
                    left = news.awaitNanos(left);
                }
                if (next == lines.size()) {
                    String why = ended ? "it ended without" : "no such line within " + bound;
                    throw new AssertionError(name + ": " + why + "; it printed " + lines);
                }
                if (kind.test(lines.get(next))) {
                    return lines.get(next);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** The lines by now. */
    public List<String> soFar() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /** All lines; waits for the end of the output. */
    public List<String> all() throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(10);
            while (!ended && left > 0) {
                left = news.awaitNanos(left);
            }
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    private void readAll(InputStream in) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            add("(reading stopped: " + e + ")");
        } finally {
            end();
        }
    }

    private void add(String line) {
        lock.lock();
        try {
            lines.add(line);
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
