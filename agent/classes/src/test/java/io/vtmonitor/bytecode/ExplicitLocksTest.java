package io.vtmonitor.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

class ExplicitLocksTest {
    private final List<StackTraceElement> trace = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();

    private static List<ClassFile> read(String name) {
        try (InputStream in = ExplicitLocksTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            return in == null ? List.of() : List.of(new ClassFile(in.readAllBytes(), new Library("test", null)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pause() {
        trace.addAll(List.of(new Throwable().getStackTrace()));
    }

    private String holder() {
        ClassBytes classes = ExplicitLocksTest::read;
        List<String> names = new ArrayList<>();
        new ExplicitLocks(classes)
                .holders(trace)
                .forEach(depth -> names.add(trace.get(depth).getMethodName()));
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    private void locked() {
        lock.lock();
        try {
            pause();
        } finally {
            lock.unlock();
        }
    }

    private void lockedBelow() {
        lock.lock();
        try {
            passesOn();
        } finally {
            lock.unlock();
        }
    }

    private void passesOn() {
        pause();
    }

    private void awaitSignal() {
        trace.addAll(List.of(new Throwable().getStackTrace()));
    }

    private void awaiting() {
        lock.lock();
        try {
            awaitSignal();
        } finally {
            lock.unlock();
        }
    }

    @Test
    void a_frame_that_awaits_a_condition_has_given_its_lock_back() {
        awaiting();
        assertThat(holder()).isEqualTo("awaiting");
        trace.set(
                0,
                new StackTraceElement(
                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
                        "awaitSignal",
                        null,
                        -1));
        assertThat(holder()).isEqualTo("none");
    }

    private void afterwards() {
        lock.lock();
        lock.unlock();
        pause();
    }

    private void tried() throws InterruptedException {
        if (lock.tryLock(1, TimeUnit.SECONDS)) {
            try {
                pause();
            } finally {
                lock.unlock();
            }
        }
    }

    private void written() {
        both.writeLock().lock();
        try {
            pause();
        } finally {
            both.writeLock().unlock();
        }
    }

    private void afterWriting() {
        both.writeLock().lock();
        both.writeLock().unlock();
        pause();
    }

    private void sometimes(boolean takes) {
        if (takes) {
            lock.lock();
        }
        pause();
        if (takes) {
            lock.unlock();
        }
    }

    /** As a service that takes its own lock and calls a cache that takes another. */
    private void nested() {
        both.readLock().lock();
        try {
            locked();
        } finally {
            both.readLock().unlock();
        }
    }

    @Test
    void the_frame_between_lock_and_unlock_has_it() {
        locked();
        assertThat(holder()).isEqualTo("locked");
    }

    @Test
    void so_has_a_frame_further_down() {
        lockedBelow();
        assertThat(holder()).isEqualTo("lockedBelow");
    }

    @Test
    void each_frame_that_has_one_is_told() {
        nested();
        assertThat(holder()).isEqualTo("locked, nested");
    }

    @Test
    void who_tried_and_got_it_has_it() throws InterruptedException {
        tried();
        assertThat(holder()).isEqualTo("tried");
    }

    @Test
    void a_lock_that_is_asked_for_each_time_is_one() {
        written();
        assertThat(holder()).isEqualTo("written");
    }

    @Test
    void after_unlock_nobody_has_it() {
        afterwards();
        afterWriting();
        assertThat(holder()).isEqualTo("none");
    }

    @Test
    void what_is_taken_on_one_of_two_ways_is_not_said_to_be_held() {
        sometimes(false);
        assertThat(holder()).isEqualTo("none");
    }
}
