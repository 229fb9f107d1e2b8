package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.ChainEnd;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitFacts.Row;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTextTest {
    private static final StackFrame RENDER = StackFrame.parse("com.acme.Page.render:5");

    private static Link worker(long id, String name) {
        Named worker = new Named(id, name, false);
        return new Link(
                worker,
                RENDER,
                Kind.WORKER,
                "java.util.concurrent.ThreadPoolExecutor",
                null,
                worker,
                null,
                false,
                true,
                List.of());
    }

    private static String text(Link... links) {
        return VerdictText.evidence(new Deadlock(List.of(links), links.length, 36, 0, Basis.TWO_LOOKS));
    }

    @Test
    void workers_that_wait_in_the_same_place_for_tasks_of_their_own_executor_are_told_together() {
        assertThat(text(worker(31, "renderer-1"), worker(32, "renderer-2"), worker(33, "")))
                .isEqualTo("3 platform threads (\"renderer-1\", \"renderer-2\", #33) wait at com.acme.Page.render:5 for"
                        + " the results of tasks in the queue of an executor"
                        + " (java.util.concurrent.ThreadPoolExecutor) whose workers they are. Two looks in a"
                        + " row found the same. 36 more threads wait for these.");
    }

    @Test
    void a_deadlock_of_map_bins_is_not_to_be_cured_by_the_order_of_monitors() {
        String bin = "java.util.concurrent.ConcurrentHashMap$ReservationNode";
        Named a = new Named(1, "a", true);
        Named b = new Named(2, "b", true);
        List<Link> links = List.of(
                new Link(a, RENDER, Kind.MONITOR, bin, null, b, null, false, true, List.of()),
                new Link(b, RENDER, Kind.MONITOR, bin, null, a, null, false, true, List.of()));
        assertThat(DeadlockText.cure(new Deadlock(links, 2, 0, 0, Basis.TWO_LOOKS)))
                .startsWith("ConcurrentHashMap holds the monitor of a bin while it calls the function")
                .doesNotContain("same order");
    }

    private static Link reads(long waits, long reads) {
        String lock = "java.util.concurrent.locks.ReentrantReadWriteLock";
        Named waiter = new Named(waits, "", true);
        Named reader = new Named(reads, "", true);
        return new Link(waiter, RENDER, Kind.LOCK, lock, null, reader, null, true, true, List.of());
    }

    private static String cure(Link... links) {
        return DeadlockText.cure(new Deadlock(List.of(links), links.length, 0, 0, Basis.TWO_LOOKS));
    }

    @Test
    void only_threads_that_want_to_write_what_they_read_themselves_upgrade_a_lock() {
        assertThat(cure(reads(1, 1))).startsWith("A read lock can't be upgraded");
        assertThat(cure(reads(1, 1), reads(2, 2))).startsWith("A read lock can't be upgraded");
        assertThat(cure(reads(1, 2), reads(2, 1))).startsWith("Take the locks in the same order everywhere");
        assertThat(cure(reads(1, 1), link(2, "", 1, "", true)))
                .as("no order of locks helps the first")
                .startsWith("A read lock can't be upgraded");
    }

    private static Link waits(Kind kind, long waiter, long owner) {
        return new Link(
                new Named(waiter, "", true),
                RENDER,
                kind,
                "",
                null,
                new Named(owner, "", true),
                null,
                false,
                true,
                List.of());
    }

    @Test
    void a_task_that_closes_its_own_executor_is_not_told_to_take_no_lock_twice() {
        Link itself = waits(Kind.THREAD_END, 1, 1);
        assertThat(cure(itself))
                .isEqualTo("Don't close an executor within one of its tasks: close() returns after the task has ended."
                        + " This thread can't continue by itself.");
        assertThat(text(itself))
                .startsWith("virtual thread #1 waits at com.acme.Page.render:5 for the end of itself. Two looks");
    }

    @Test
    void tasks_of_two_executors_that_wait_for_each_other_are_not_said_to_be_of_the_same() {
        assertThat(cure(waits(Kind.WORKER, 31, 32), waits(Kind.WORKER, 32, 31)))
                .startsWith("Let no thread wait for a task of an executor whose tasks wait for that thread");
    }

    @Test
    void an_initializer_that_waits_for_a_task_behind_one_that_needs_its_class_is_the_cause() {
        assertThat(cure(waits(Kind.WORKER, 1, 31), waits(Kind.CLASS_INITIALIZATION, 31, 1)))
                .startsWith("Don't wait for other threads, or for other classes' initializers");
    }

    @Test
    void who_waits_for_a_task_behind_a_worker_that_wants_its_lock_is_told_to_release_the_lock() {
        Link task = new Link(
                new Named(31, "", true),
                RENDER,
                Kind.WORKER,
                "",
                null,
                new Named(32, "", false),
                null,
                false,
                true,
                List.of());
        assertThat(cure(task, link(32, "worker", 31, "", true))).startsWith("Don't wait for a thread or a task while");
        assertThat(cure(worker(32, "worker"))).startsWith("Let no task of an executor wait for another task of the");
    }

    @Test
    void workers_of_one_name_are_counted_and_named_once() {
        assertThat(text(worker(31, "worker"), worker(32, "worker")))
                .startsWith("2 platform threads (\"worker\") wait at com.acme.Page.render:5");
    }

    @Test
    void workers_that_are_not_named_are_counted() {
        List<Link> links = Collections.nCopies(20, worker(31, "worker"));
        assertThat(VerdictText.evidence(new Deadlock(links, 50, 0, 0, Basis.TWO_LOOKS)))
                .contains(" whose workers they are; and so on: 50 threads in all. Two looks");
    }

    @Test
    void of_a_chain_of_owners_each_is_called_likely_where_it_is() {
        assertThat(convoy(true)).contains("The lock is held by a. That lock is held by virtual thread #2 \"b\", which");
        assertThat(convoy(false))
                .contains("That lock is likely held by virtual thread #2 \"b\", which waits for a lock");
    }

    private static String convoy(boolean sure) {
        Waiting waiting = new Waiting(12, false, Place.only("com.acme.Page.render", null, 12), new Row(3, 0, 5, 12));
        WaitHolder last = new WaitHolder(
                "c", Confidence.EXACT, null, Confidence.UNKNOWN, WaitOperation.SLEEP, 0, null, List.of());
        WaitHolder first = new WaitHolder(
                "a", Confidence.EXACT, null, Confidence.UNKNOWN, WaitOperation.UNKNOWN, 0, null, List.of());
        ChainEnd chain = new ChainEnd(List.of(link(1, "a", 2, "b", sure), link(2, "b", 3, "c", true)), last, null);
        return VerdictText.evidence(new Convoy(
                Kind.LOCK,
                "java.util.concurrent.locks.ReentrantLock",
                waiting,
                new Progress(1, 0, 0, false, 0, 0),
                null,
                new LockOwner(first, null, chain, false)));
    }

    private static Link link(long waits, String name, long owns, String owner, boolean sure) {
        return new Link(
                new Named(waits, name, true),
                null,
                Kind.LOCK,
                "",
                null,
                new Named(owns, owner, true),
                null,
                false,
                sure,
                List.of());
    }
}
