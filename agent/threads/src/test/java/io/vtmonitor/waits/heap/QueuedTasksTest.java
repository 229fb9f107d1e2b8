package io.vtmonitor.waits.heap;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.vtmonitor.model.Confidence;
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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A heap dump of the JVM of the test, in which workers wait for tasks in their own queues. */
class QueuedTasksTest {
    private final List<ThreadPoolExecutor> executors = new ArrayList<>();

    @TempDir
    private Path folder;

    /** Its tasks are of a class that is not the JDK's. */
    private static final class OwnTasks extends ThreadPoolExecutor {
        private OwnTasks() {
            super(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>());
        }

        @Override
        protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
            return new FutureTask<T>(task) {};
        }
    }

    private void waitsForItself(String name, int most, BlockingQueue<Runnable> queue) {
        waitsForItself(name, new ThreadPoolExecutor(1, most, 1, TimeUnit.DAYS, queue));
    }

    /** Makes the only worker of an executor wait for a task in its queue. */
    private void waitsForItself(String name, ThreadPoolExecutor executor) {
        Thread[] worker = new Thread[1];
        executor.setThreadFactory(task -> {
            worker[0] = Thread.ofVirtual().name(name).unstarted(task);
            return worker[0];
        });
        executors.add(executor);
        executor.submit(() -> executor.submit(() -> "never").get());
        while (executor.getQueue().isEmpty() || worker[0].getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private List<WaitVerdict> deadlocks() throws Exception {
        Path file = folder.resolve("app.hprof");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
        ThreadDumpFile dump = HeapDumpReader.read(FileChannel.open(file), file.toString(), bytes -> {});
        return DumpWaits.of(List.of(dump), name -> null, RequestEvidence.Proofs.NONE).verdicts().stream()
                .filter(verdict -> verdict.facts() instanceof Deadlock)
                .toList();
    }

    /** The names of the threads in a deadlock. */
    private static List<String> names(WaitVerdict deadlock) {
        Deadlock facts = (Deadlock) deadlock.facts();
        return facts.links().stream().map(link -> link.thread().name()).toList();
    }

    @AfterEach
    void end() {
        executors.forEach(ThreadPoolExecutor::shutdownNow);
    }

    @Test
    void workers_of_an_executor_that_starts_more_when_its_queue_is_full_are_in_no_deadlock() throws Exception {
        waitsForItself("elastic", 2, new ArrayBlockingQueue<>(9));
        waitsForItself("elastic, linked", 2, new LinkedBlockingQueue<>(9));
        waitsForItself("all workers", 1, new ArrayBlockingQueue<>(9));
        waitsForItself("never full", 2, new LinkedBlockingQueue<>());
        assertThat(deadlocks().stream().flatMap(deadlock -> names(deadlock).stream()))
                .contains("all workers", "never full")
                .doesNotContain("elastic", "elastic, linked");
    }

    @Test
    void a_deadlock_is_likely_if_other_threads_may_complete_its_tasks() throws Exception {
        waitsForItself("tasks of the JDK", 1, new LinkedBlockingQueue<>());
        waitsForItself("own tasks", new OwnTasks());
        List<WaitVerdict> all = deadlocks();
        assertThat(all)
                .filteredOn(deadlock -> names(deadlock).contains("tasks of the JDK"))
                .extracting(WaitVerdict::confidence)
                .containsExactly(Confidence.EXACT);
        assertThat(all)
                .filteredOn(deadlock -> names(deadlock).contains("own tasks"))
                .extracting(WaitVerdict::confidence)
                .containsExactly(Confidence.LIKELY);
    }
}
