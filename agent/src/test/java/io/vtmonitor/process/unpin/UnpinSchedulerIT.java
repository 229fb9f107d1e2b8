package io.vtmonitor.process.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.unpinned.Crowd;
import io.vtmonitor.unpinned.Permits;
import io.vtmonitor.unpinned.SchedulerBooks;
import io.vtmonitor.unpinned.Starved;
import io.vtmonitor.unpinned.Stuck;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rewritten locks where carriers are scarce, and their deadlocks. */
@Tag("unpin")
class UnpinSchedulerIT extends UnpinProcess {
    @Test
    void a_lock_whose_next_owner_has_no_carrier_is_taken_by_who_has_one() throws Exception {
        ChildJvm.Exit exit = run(
                21,
                List.of("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1"),
                "unpin=" + PACKAGE + "Stuck",
                Stuck.class,
                "carriers");
        assertThat(exit.out()).containsExactly("done");
    }

    @Test
    void who_waits_pinned_for_a_lock_whose_owner_has_no_carrier_makes_room_for_it() throws Exception {
        ChildJvm.Exit exit = run(
                21,
                List.of("-Djdk.virtualThreadScheduler.parallelism=1"),
                "unpin=" + PACKAGE + "Stuck",
                Stuck.class,
                "blocked");
        assertThat(exit.out()).containsExactly("done");
    }

    @Test
    void who_waits_pinned_for_a_notification_makes_room_for_who_will_notify() throws Exception {
        ChildJvm.Exit exit = run(
                21,
                List.of("-Djdk.virtualThreadScheduler.parallelism=1"),
                "unpin=" + PACKAGE + "Stuck",
                Stuck.class,
                "waits");
        assertThat(exit.out()).containsExactly("done");
    }

    /** To wait for a monitor leaves it as well. */
    @Test
    void a_permit_to_park_is_there_after_a_wait_for_a_lock_or_in_one() throws Exception {
        ChildJvm.Exit exit = run(21, List.of(), "unpin=" + PACKAGE + "Permits", Permits.class);
        assertThat(exit.out()).containsExactly("all parked");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void who_waits_leaves_the_scheduler_as_it_was(int parallelism) throws Exception {
        List<String> flags = List.of(
                "-Djdk.virtualThreadScheduler.parallelism=" + parallelism,
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        ChildJvm.Exit exit = run(21, flags, "unpin=" + PACKAGE + "SchedulerBooks$Shared", SchedulerBooks.class, "30");
        assertThat(exit.out()).containsExactly("contended", "carriers marked as blocking 0, released 0", "notified");
    }

    /** The JDK checks its own claims about carriers and states. */
    @ParameterizedTest
    @CsvSource({"owner, 100", "interrupted, 10", "chain, 10", "again, 30", "monitor, 1"})
    void where_the_scheduler_makes_no_room_an_owner_without_a_carrier_is_run_by_a_thread_of_ours(
            String program, String threads) throws Exception {
        List<String> flags = List.of(
                "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2", "-esa");
        ChildJvm.Exit exit = run(21, flags, "unpin=" + PACKAGE + "Crowd$Shared", Crowd.class, program, threads);
        assertThat(exit.out()).containsExactly("done", "left alone");
    }

    /** What the carriers wait for is no rewritten lock, so nothing leads from there to the thread that has none. */
    @Test
    void where_all_carriers_wait_for_a_thread_that_a_monitor_would_have_kept_on_one_it_is_run() throws Exception {
        String[] programs = {"inside", "after", "notified", "interrupted", "next", "chain", "computes"};
        List<String> flags = List.of(
                "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2", "-esa");
        ChildJvm.Exit exit = run(21, flags, "unpin=" + PACKAGE + "Starved$Shared", Starved.class, programs);
        assertThat(exit.out()).containsExactly(programs);
    }

    @Test
    void an_owner_that_waits_for_a_thread_without_a_carrier_is_named() throws Exception {
        List<String> one =
                List.of("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        try (ChildJvm jvm = start(21, one, "unpin=" + PACKAGE + "Stuck", Stuck.class, "starved")) {
            jvm.awaitWatching();
            jvm.send("go");
            String line = jvm.awaitErr(said -> said.contains("STALL: no virtual thread got a carrier")
                    && said.contains("Virtual thread #")
                    && said.contains("\"owner\" owns java.lang.VtMonitorObjectLock"));
            assertThat(line)
                    .contains("waits for something else, while the only carrier is held")
                    .doesNotContain("will find");
        }
    }

    @Test
    void a_deadlock_of_rewritten_locks_is_found_by_the_jvm() throws Exception {
        try (ChildJvm jvm = start(21, List.of(), "unpin=" + PACKAGE + "Stuck", Stuck.class, "deadlock")) {
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitOut("found 2"::equals);
            // jstack -l is the same command of the JVM.
            assertThat(Jcmd.ask(jvm, "Thread.print", "-l"))
                    .contains("Found one Java-level deadlock:", "Found 1 deadlock.")
                    .contains("waiting for ownable synchronizer", "java.lang.VtMonitorObjectLock");
            jvm.send("e");
            assertThat(jvm.awaitExit().out()).containsExactly("found 2", "done");
        }
    }

    /** Nobody else sees it: the JVM looks for deadlocks of platform threads, and no carrier is kept. */
    @Test
    void a_deadlock_of_virtual_threads_is_named_by_us() throws Exception {
        try (ChildJvm jvm = start(21, List.of(), "unpin=" + PACKAGE + "Stuck", Stuck.class, "virtual")) {
            jvm.awaitWatching();
            jvm.send("go");
            String line = jvm.awaitErr(said -> said.contains("Deadlock"));
            assertThat(line)
                    .matches(".*Deadlock: virtual thread #\\d+ \"(one|other)\" waits at"
                            + " .*Stuck.(first|second)Then.*:\\d+ for the lock .* that virtual thread #\\d+"
                            + " \"(one|other)\" holds.*");
            jvm.send("e");
            assertThat(jvm.awaitExit().out()).containsExactly("done");
        }
    }
}
