package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Structured scopes in dumps of JDK 26: the container names the thread that has opened it. */
class ScopesInDumpsTest {
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync@1b2c3d";

    private static final String JOINS = """
            {"tid": %d, "name": "%s", "virtual": true, "state": "WAITING", "stack": [
              "java.base/java.lang.VirtualThread.park(VirtualThread.java:700)",
              "java.base/java.util.concurrent.locks.LockSupport.park(LockSupport.java:369)",
              "java.base/jdk.internal.misc.ThreadFlock.awaitAll(ThreadFlock.java:310)",
              "java.base/java.util.concurrent.StructuredTaskScopeImpl.join(StructuredTaskScopeImpl.java:240)",
              "app//com.acme.Order.fetch(Order.java:31)",
              "java.base/java.lang.VirtualThread.run(VirtualThread.java:400)"]}
            """;

    private static final String LOCKS = """
            {"tid": %d, "name": "%s", "virtual": true, "state": "WAITING", "parkBlocker": {"object": "%s", "owner": %d},
             "stack": [
              "java.base/java.lang.VirtualThread.park(VirtualThread.java:700)",
              "java.base/java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
              "app//com.acme.Stock.count(Stock.java:8)",
              "java.base/java.lang.VirtualThread.run(VirtualThread.java:400)"]}
            """;

    private static String scope(String name, String parent, int owner, String threads) {
        return """
                {"container": "%s", "parent": "%s", "owner": %s, "threads": [%s], "threadCount": 1}
                """.formatted(name, parent, owner == 0 ? "null" : owner, threads);
    }

    private static Waits waits(String... containers) throws IOException {
        return DumpWaitsTest.waits("""
                {"threadDump": {"processId": 7, "time": "2026-11-29T08:00:00Z", "runtimeVersion": "26.0.2+9",
                 "threadContainers": [%s]}}
                """.formatted(String.join(",", containers)));
    }

    private static WaitGroup joining(Waits waits) {
        return waits.groups().stream()
                .filter(group -> group.place().operation() == WaitOperation.SUBTASKS)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_thread_that_waits_for_its_subtasks_is_shown_with_what_the_oldest_of_them_waits_for() throws IOException {
        Waits waits = waits(
                scope("<root>", "", 0, JOINS.formatted(30, "request")),
                scope("Scope@1", "<root>", 30, LOCKS.formatted(41, "", LOCK, 0) + "," + JOINS.formatted(44, "")));
        WaitGroup group = joining(waits);
        WaitHolder subtask = Objects.requireNonNull(group.holder());
        assertThat(group.place().site()).isEqualTo("com.acme.Order.fetch");
        assertThat(subtask.doing()).isEqualTo(WaitOperation.LOCK);
        assertThat(String.valueOf(subtask.site())).isEqualTo("com.acme.Stock.count:8");
        assertThat(waits.verdicts()).isEmpty();
    }

    @Test
    void a_parent_that_has_the_lock_of_its_only_subtask_is_likely_a_deadlock() throws IOException {
        Waits waits = waits(
                scope("<root>", "", 0, JOINS.formatted(30, "request")),
                scope("Scope@1", "<root>", 30, LOCKS.formatted(41, "stock", LOCK, 30)));
        WaitVerdict verdict = waits.verdicts().get(0);
        assertThat(verdict.confidence()).isEqualTo(Confidence.LIKELY);
        Deadlock deadlock = (Deadlock) Objects.requireNonNull(verdict.facts());
        assertThat(deadlock.links())
                .extracting(link -> link.kind())
                .containsExactly(Thing.Kind.SUBTASKS, Thing.Kind.LOCK);
    }

    @Test
    void a_subtask_that_can_continue_may_cancel_the_others_so_there_is_no_deadlock() throws IOException {
        String sleeps = """
                {"tid": 42, "name": "", "virtual": true, "state": "TIMED_WAITING", "stack": [
                  "java.base/java.lang.Thread.sleep(Thread.java:500)", "app//com.acme.Price.get(Price.java:5)",
                  "java.base/java.lang.VirtualThread.run(VirtualThread.java:400)"]}
                """;
        Waits waits = waits(
                scope("<root>", "", 0, JOINS.formatted(30, "request")),
                scope("Scope@1", "<root>", 30, LOCKS.formatted(41, "stock", LOCK, 30) + "," + sleeps));
        assertThat(waits.verdicts()).isEmpty();
    }

    @Test
    void of_scopes_within_each_other_a_thread_waits_for_the_innermost() throws IOException {
        Waits waits = waits(
                scope("<root>", "", 0, JOINS.formatted(30, "request")),
                scope("Scope@1", "<root>", 30, JOINS.formatted(40, "")),
                scope("Scope@2", "Scope@1", 30, LOCKS.formatted(41, "", LOCK, 0)));
        assertThat(List.of(Objects.requireNonNull(joining(waits).holder()).doing()))
                .containsExactly(WaitOperation.LOCK);
    }

    /** Two subtasks, each of which has the lock that the other wants. */
    private static String crossed(String locks) {
        String wants = LOCKS.replace("ReentrantLock.lock(", "ReentrantLock." + locks + "(");
        return "{\"threadDump\": {\"processId\": 7, \"time\": \"2026-11-29T08:00:00Z\","
                + " \"runtimeVersion\": \"26.0.2+9\", \"threadContainers\": ["
                + scope("<root>", "", 0, JOINS.formatted(30, "request")) + ","
                + scope(
                        "Scope@1",
                        "<root>",
                        30,
                        wants.formatted(41, "stock", LOCK, 42) + "," + wants.formatted(42, "price", LOCK + "4", 41))
                + "]}}";
    }

    /** The confidence in the deadlock of the same threads in two dumps that show whether the scope has a timer. */
    private static List<Confidence> deadlocks(String locks, @Nullable Boolean timer) throws IOException {
        ThreadDumpFile read = DumpWaitsTest.read(crossed(locks));
        DumpedEdges edges = DumpedEdges.ofScopes(Map.of(30L, new DumpedEdges.Scope(List.of(41L, 42L), timer)));
        ThreadDumpFile dump = new ThreadDumpFile(
                read.file(),
                read.processId(),
                read.time(),
                read.runtimeVersion(),
                read.threads(),
                read.unlisted(),
                read.damage(),
                read.form(),
                edges);
        List<ThreadDumpFile> both = List.of(dump, dump.at(dump.time().plusSeconds(5)));
        return DumpWaits.of(both, name -> null, RequestEvidence.Proofs.NONE).verdicts().stream()
                .map(WaitVerdict::confidence)
                .toList();
    }

    @Test
    void subtasks_that_the_timeout_of_their_scope_interrupts_are_in_no_deadlock() throws IOException {
        assertThat(deadlocks("lockInterruptibly", true)).isEmpty();
        assertThat(deadlocks("lockInterruptibly", false)).containsExactly(Confidence.EXACT);
        assertThat(deadlocks("lock", true)).as("an interrupt does not end it").containsExactly(Confidence.EXACT);
    }

    @Test
    void subtasks_that_a_timeout_might_interrupt_are_likely_in_a_deadlock_if_the_dump_shows_none() throws IOException {
        assertThat(deadlocks("lockInterruptibly", null)).containsExactly(Confidence.LIKELY);
        assertThat(deadlocks("lock", null)).containsExactly(Confidence.EXACT);
    }
}
