package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Workers in dumps that list threads by executor: JDK 21 and later. */
class StarvedExecutorsTest {
    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor@";

    private static final String AWAITS = """
            {"tid": %d, "name": "w%1$d", "state": "WAITING", "parkBlocker": {"object": "java.util.concurrent.%s@1"},
             "stack": [
              "java.base/jdk.internal.misc.Unsafe.park(Native Method)",
              "java.base/java.util.concurrent.FutureTask.awaitDone(FutureTask.java:500)",
              "java.base/java.util.concurrent.FutureTask.get(FutureTask.java:190)",
              "app//com.acme.Order.total(Order.java:31)",
              "java.base/java.util.concurrent.FutureTask.run(FutureTask.java:328)",
              "java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1090)"]}
            """;

    private static final String IDLE = """
            {"tid": %d, "name": "w%1$d", "state": "WAITING", "stack": [
              "java.base/jdk.internal.misc.Unsafe.park(Native Method)",
              "java.base/java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)",
              "java.base/java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1016)",
              "java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1076)"]}
            """;

    private static final String WORKS = """
            {"tid": %d, "name": "w%1$d", "state": "RUNNABLE", "stack": [
              "app//com.acme.Stock.count(Stock.java:8)",
              "java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1090)"]}
            """;

    private static String executor(int number, String... workers) {
        return """
                {"container": "%s%d", "parent": "<root>", "owner": null, "threads": [%s], "threadCount": %d}
                """.formatted(POOL, number, String.join(",", workers), workers.length);
    }

    private static String dump(int second, String... executors) {
        return """
                {"threadDump": {"processId": 7, "time": "2026-11-29T08:00:0%dZ", "runtimeVersion": "26.0.2+9",
                 "threadContainers": [%s]}}
                """.formatted(second, String.join(",", executors));
    }

    private static Stream<WaitVerdict> deadlocks(String... dumps) throws IOException {
        Waits waits = DumpWaitsTest.waits(dumps);
        return waits.verdicts().stream().filter(verdict -> verdict.kind() == WaitVerdictKind.DEADLOCK);
    }

    private static final String BOTH_AWAIT =
            executor(1, AWAITS.formatted(31, "FutureTask"), AWAITS.formatted(32, "FutureTask"));

    @Test
    void workers_that_all_wait_for_tasks_are_a_deadlock_where_no_other_executor_may_run_them() throws IOException {
        assertThat(deadlocks(dump(0, BOTH_AWAIT)))
                .extracting(WaitVerdict::confidence)
                .containsExactly(Confidence.LIKELY);
        assertThat(deadlocks(dump(0, executor(1, AWAITS.formatted(31, "FutureTask"), IDLE.formatted(32)))))
                .isEmpty();
    }

    @Test
    void an_idle_executor_may_have_run_the_task_in_between_so_two_dumps_have_to_show_it() throws IOException {
        String other = executor(2, IDLE.formatted(41));
        assertThat(deadlocks(dump(0, BOTH_AWAIT, other))).isEmpty();
        assertThat(deadlocks(dump(0, BOTH_AWAIT, other), dump(1, BOTH_AWAIT, other)))
                .hasSize(1);
        String next = BOTH_AWAIT.replace("FutureTask@1", "FutureTask@2");
        assertThat(deadlocks(dump(0, BOTH_AWAIT, other), dump(1, next, other)))
                .as("they wait for other tasks by now")
                .isEmpty();
    }

    @Test
    void a_busy_executor_may_have_the_task_in_its_queue() throws IOException {
        String other = executor(2, WORKS.formatted(41));
        assertThat(deadlocks(dump(0, BOTH_AWAIT, other), dump(1, BOTH_AWAIT, other)))
                .isEmpty();
    }

    @Test
    void a_thread_without_a_stack_may_run_the_task() throws IOException {
        String unseen = """
                {"tid": 41, "name": "%s", "virtual": %s, "state": "%s", "stack": []}
                """;
        String notYet = executor(2, unseen.formatted("worker", "true", "RUNNABLE"));
        assertThat(deadlocks(dump(0, BOTH_AWAIT, notYet), dump(1, BOTH_AWAIT, notYet)))
                .as("a worker without a carrier")
                .isEmpty();
        String own = """
                {"container": "<root>", "parent": null, "owner": null, "threads": [%s], "threadCount": 1}
                """.formatted(unseen.formatted("Signal Dispatcher", "false", "RUNNABLE"));
        assertThat(deadlocks(dump(0, BOTH_AWAIT, own)))
                .as("a thread of the JVM itself")
                .hasSize(1);
        assertThat(deadlocks(dump(0, BOTH_AWAIT, own.replace("Signal Dispatcher", ""))))
                .as("unnamed, as most virtual threads")
                .isEmpty();
    }

    @Test
    void a_scheduled_task_starts_at_its_time() throws IOException {
        String waits = executor(1, AWAITS.formatted(31, "ScheduledThreadPoolExecutor$ScheduledFutureTask"));
        String scheduler = executor(2, IDLE.formatted(41));
        assertThat(deadlocks(dump(0, waits, scheduler), dump(1, waits, scheduler)))
                .isEmpty();
        assertThat(deadlocks(dump(0, waits))).isEmpty();
    }
}
