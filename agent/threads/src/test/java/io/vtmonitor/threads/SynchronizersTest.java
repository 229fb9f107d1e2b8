package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SynchronizersTest {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final List<Thread> threads = new ArrayList<>();

    private Thread queued(String name, Callable<?> wants) {
        Thread thread = Thread.ofVirtual().name(name).start(() -> {
            try {
                wants.call();
            } catch (Exception ignored) {
                // The test is over.
            }
        });
        threads.add(thread);
        while (!lock.hasQueuedThread(thread)
                || (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING)) {
            Thread.onSpinWait();
        }
        return thread;
    }

    private Thread patient(String name, Lock part) {
        return queued(name, () -> {
            part.lockInterruptibly();
            return null;
        });
    }

    private List<String> waitForReaders() {
        Object sync = LockSupport.getBlocker(threads.get(0));
        return Synchronizers.waitForReaders(sync, thread -> thread.getState() == Thread.State.WAITING).stream()
                .map(Thread::getName)
                .sorted()
                .toList();
    }

    @AfterEach
    void end() {
        threads.forEach(Thread::interrupt);
    }

    @Test
    void who_wants_to_read_waits_for_readers_only_behind_a_writer_that_does_not_give_up() {
        lock.readLock().lock();
        queued("1 gives up", () -> lock.writeLock().tryLock(1, TimeUnit.HOURS));
        patient("2 reads", lock.readLock());
        assertThat(waitForReaders()).isEmpty();
        patient("3 writes", lock.writeLock());
        patient("4 reads", lock.readLock());
        assertThat(waitForReaders()).containsExactly("3 writes", "4 reads");
    }
}
