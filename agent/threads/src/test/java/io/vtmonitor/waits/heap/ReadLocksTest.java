package io.vtmonitor.waits.heap;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.waits.dump.DumpWaits;
import io.vtmonitor.waits.dump.RequestEvidence;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Heap dumps of the JVM of the test, in which a thread that reads waits for one that wants to read. */
class ReadLocksTest {
    private final ReentrantReadWriteLock registry = new ReentrantReadWriteLock();
    private final ReentrantLock journal = new ReentrantLock();
    private final CountDownLatch both = new CountDownLatch(2);
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    @TempDir
    private Path folder;

    private interface Body {
        void run() throws InterruptedException;
    }

    private Thread start(String name, Body body) {
        Thread thread = Thread.ofVirtual().name(name).start(() -> {
            try {
                body.run();
            } catch (InterruptedException ignored) {
                // The test is over.
            }
        });
        threads.add(thread);
        return thread;
    }

    private static void untilWaits(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    /** The names of the threads in deadlocks, of those that the test has started. */
    private List<String> deadlocked(Body writes) throws Exception {
        Thread reader = start("reader", () -> {
            registry.readLock().lock();
            both.countDown();
            go.await();
            journal.lockInterruptibly();
        });
        Thread editor = start("editor", () -> {
            journal.lock();
            both.countDown();
            go.await();
            registry.readLock().lockInterruptibly();
        });
        both.await();
        Thread writer = start("writer", writes);
        while (!registry.hasQueuedThread(writer)) {
            Thread.onSpinWait();
        }
        go.countDown();
        while (!registry.hasQueuedThread(editor) || !journal.hasQueuedThread(reader)) {
            Thread.onSpinWait();
        }
        threads.forEach(ReadLocksTest::untilWaits);
        Path file = folder.resolve("app.hprof");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
        ThreadDumpFile dump = HeapDumpReader.read(FileChannel.open(file), file.toString(), bytes -> {});
        List<WaitVerdict> verdicts = DumpWaits.of(List.of(dump), name -> null, RequestEvidence.Proofs.NONE)
                .verdicts();
        return verdicts.stream()
                .filter(verdict -> verdict.facts() instanceof Deadlock)
                .flatMap(verdict -> ((Deadlock) verdict.facts()).links().stream())
                .map(link -> link.thread().name())
                .filter(name ->
                        threads.stream().anyMatch(thread -> thread.getName().equals(name)))
                .sorted()
                .toList();
    }

    @AfterEach
    void end() {
        threads.forEach(Thread::interrupt);
    }

    @Test
    void who_wants_to_read_behind_a_writer_that_gives_up_is_in_no_deadlock() throws Exception {
        assertThat(deadlocked(() -> registry.writeLock().tryLock(1, TimeUnit.HOURS)))
                .isEmpty();
    }

    @Test
    void who_wants_to_read_behind_a_writer_that_waits_for_readers_without_a_limit_is_in_a_deadlock() throws Exception {
        assertThat(deadlocked(() -> registry.writeLock().lockInterruptibly())).containsExactly("editor", "reader");
    }
}
