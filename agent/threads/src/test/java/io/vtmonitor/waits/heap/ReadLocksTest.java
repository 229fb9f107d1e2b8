package io.vtmonitor.waits.heap;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.Waits;
import io.vtmonitor.waits.dump.DumpWaits;
import io.vtmonitor.waits.dump.RequestEvidence;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
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
        return dumped().verdicts().stream()
                .filter(verdict -> verdict.facts() instanceof Deadlock)
                .flatMap(verdict -> ((Deadlock) verdict.facts()).links().stream())
                .map(link -> link.thread().name())
                .filter(name ->
                        threads.stream().anyMatch(thread -> thread.getName().equals(name)))
                .sorted()
                .toList();
    }

    private Waits dumped() throws IOException {
        Path file = folder.resolve("app.hprof");
        Files.deleteIfExists(file);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
        ThreadDumpFile dump = HeapDumpReader.read(FileChannel.open(file), file.toString(), bytes -> {});
        return DumpWaits.of(List.of(dump), name -> null, RequestEvidence.Proofs.NONE);
    }

    /** The holder of the registry, for which two writers wait. */
    private WaitHolder holder() throws IOException {
        for (int i = 0; i < 2; i++) {
            Thread writer = start("writer", () -> registry.writeLock().lockInterruptibly());
            while (!registry.hasQueuedThread(writer)) {
                Thread.onSpinWait();
            }
        }
        threads.stream().filter(Thread::isAlive).forEach(ReadLocksTest::untilWaits);
        return dumped().groups().stream()
                .filter(group -> String.valueOf(group.place().blocker()).contains("ReentrantReadWriteLock"))
                .map(WaitGroup::holder)
                .findFirst()
                .orElseThrow();
    }

    /** Starts a thread that has taken the read lock once this returns. */
    private Thread startReader(String name, Body then) throws InterruptedException {
        CountDownLatch reads = new CountDownLatch(1);
        Thread reader = start(name, () -> {
            registry.readLock().lock();
            reads.countDown();
            then.run();
        });
        reads.await();
        return reader;
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

    @Test
    void the_only_reader_is_the_holder_that_writers_wait_for() throws Exception {
        startReader("first", () -> {
            registry.readLock().lock();
            go.await();
        });
        WaitHolder holder = holder();
        assertThat(holder.thread()).endsWith("\"first\"");
        assertThat(holder.confidence()).isEqualTo(Confidence.EXACT);
        assertThat(holder.doing()).isEqualTo(WaitOperation.LATCH);
    }

    @Test
    void the_reader_that_is_left_after_the_first_one_is_the_holder_that_writers_wait_for() throws Exception {
        Thread first = startReader("first", () -> {
            go.await();
            registry.readLock().unlock();
        });
        startReader("last", new CountDownLatch(1)::await);
        go.countDown();
        first.join();
        WaitHolder holder = holder();
        assertThat(holder.thread()).endsWith("\"last\"");
        assertThat(holder.confidence()).isEqualTo(Confidence.EXACT);
    }

    @Test
    void several_readers_are_named_and_none_of_them_is_the_holder() throws Exception {
        startReader("one", go::await);
        startReader("two", go::await);
        WaitHolder holder = holder();
        assertThat(holder.thread()).isNull();
        assertThat(holder.note()).isNotNull();
        assertThat(holder.note().why()).isEqualTo(HolderNote.Why.READERS_IN_DUMP);
        assertThat(holder.note().text()).contains("\"one\"", "\"two\"");
    }

    @Test
    void writers_that_wait_for_a_reader_that_has_ended_are_stuck() throws Exception {
        startReader("careless", () -> {}).join();
        assertThat(holder().hasEnded()).isTrue();
    }

    @Test
    void the_only_reader_that_wants_to_write_is_in_a_deadlock_with_itself() throws Exception {
        startReader("upgrading", () -> registry.writeLock().lockInterruptibly());
        assertThat(holder().thread()).endsWith("\"upgrading\"");
        assertThat(dumped().verdicts())
                .anyMatch(verdict -> verdict.facts() instanceof Deadlock deadlock
                        && deadlock.links().size() == 1
                        && deadlock.links().get(0).thread().name().equals("upgrading"));
    }
}
