package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.HolderNote.Why;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.text.HolderNoteText;
import io.vtmonitor.report.text.VerdictText;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Owners of locks that waiters name and the dump does not list. */
class UnlistedOwnerTest {
    private static String waiters(int count, String owner) {
        return DumpWaitsTest.many(count, DumpWaitsTest.waiter("$TID", owner));
    }

    private static String dump(String time, String threads) {
        return DumpWaitsTest.dump("27", "2026-01-01T00:00:" + time + "Z", threads);
    }

    private static WaitHolder holder(Waits waits) {
        return waits.groups().get(0).holder();
    }

    @Test
    void an_owner_that_two_dumps_do_not_list_has_likely_ended() throws IOException {
        Waits waits = DumpWaitsTest.waits(dump("00", waiters(1, "31")), dump("10", waiters(1, "31")));
        assertThat(waits.verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.STUCK);
            assertThat(verdict.confidence()).isEqualTo(Confidence.LIKELY);
            assertThat(VerdictText.evidence(verdict.facts()))
                    .startsWith("In each of the last 2 dumps at least 1 virtual thread waits for the same lock")
                    .contains("its owner, thread #31, is not in the dump, nor in the one before,"
                            + " so it has likely ended without releasing it.");
        });
        assertThat(holder(waits).hasEnded()).isTrue();
    }

    @Test
    void an_owner_that_one_dump_does_not_list_may_have_started_meanwhile() throws IOException {
        Waits waits = DumpWaitsTest.waits(dump("00", waiters(20, "31")));
        assertThat(waits.verdicts()).as("a busy lock of short threads").isEmpty();
        assertThat(holder(waits).hasEnded()).isFalse();
        assertThat(holder(waits)).isEqualTo(WaitHolder.unknown(HolderNote.of(Why.NOT_IN_DUMP, 31)));
        assertThat(DumpWaitsTest.waits(dump("00", waiters(20, "31")), dump("10", waiters(20, "33")))
                        .verdicts())
                .as("another one at the next dump")
                .isEmpty();
    }

    @Test
    void owners_of_which_the_dump_does_not_list_all_show_that_the_lock_changed_hands() throws IOException {
        String owner = ", {\"tid\": \"31\", \"virtual\": true, \"name\": \"w\", \"state\": \"RUNNABLE\", \"stack\": ["
                + "\"com.acme.Cache.load(Cache.java:90)\"]}";
        String other = ", " + DumpWaitsTest.waiter("90", "33");
        assertThat(holder(DumpWaitsTest.waits(dump("00", waiters(20, "31") + owner + other))))
                .isEqualTo(WaitHolder.unknown(HolderNote.of(Why.CHANGED_HANDS)));
        assertThat(holder(DumpWaitsTest.waits(dump("00", waiters(20, "31") + other))))
                .isEqualTo(WaitHolder.unknown(HolderNote.of(Why.CHANGED_HANDS)));
    }

    /** A lock of the application, which any thread may release. */
    @Test
    void in_a_heap_dump_which_shows_one_instant_an_owner_that_waits_is_no_lock_that_changed_hands() throws IOException {
        Waits waits = DumpWaitsTest.heapWaits("25.0.3", waiters(20, "100"));
        assertThat(waits.verdicts()).isEmpty();
        assertThat(holder(waits)).isEqualTo(WaitHolder.unknown(HolderNote.of(Why.OWNER_WAITS, 100)));
        assertThat(HolderNoteText.of(HolderNote.of(Why.OWNER_WAITS, 100)))
                .isEqualTo("its owner, thread #100, waits for it itself");
    }

    /** As in heap dumps of JDK 21: it sleeps, or reads from a socket that has a timeout. */
    @Test
    void an_owner_without_a_stack_that_is_parked_for_a_limited_time_is_not_said_to_sleep() throws IOException {
        String owner = ", {\"tid\": \"31\", \"virtual\": true, \"name\": \"w\", \"state\": \"TIMED_WAITING\","
                + " \"stack\": []}";
        WaitHolder holder = holder(DumpWaitsTest.heapWaits("21.0.8", waiters(20, "31") + owner));
        assertThat(holder.thread()).endsWith("\"w\"");
        assertThat(holder.doing()).isEqualTo(WaitOperation.PARK);
    }

    @Test
    void a_dump_that_does_not_list_all_threads_says_nothing_of_the_end_of_an_owner() throws IOException {
        String more = dump("00", waiters(20, "31")).replace("\"threadCount\": \"20\"", "\"threadCount\": \"21\"");
        String cut = dump("00", waiters(21, "31"));
        cut = cut.substring(0, cut.indexOf("\"tid\": \"120\""));
        for (String dump : new String[] {more, cut}) {
            Waits waits = DumpWaitsTest.waits(dump, dump.replace("00:00:00Z", "00:00:10Z"));
            assertThat(holder(waits)).isEqualTo(WaitHolder.unknown(HolderNote.of(Why.AMONG_UNLISTED, 31)));
        }
    }

    @Test
    void a_lock_without_an_owner_may_be_held_by_readers() throws IOException {
        assertThat(holder(DumpWaitsTest.waits(dump("00", waiters(20, "0")))))
                .isEqualTo(WaitHolder.unknown(HolderNote.of(Why.NOBODY_IN_DUMP)));
        String readWrite = dump("00", waiters(20, "0")).replace("ReentrantLock$", "ReentrantReadWriteLock$");
        assertThat(holder(DumpWaitsTest.waits(readWrite)))
                .isEqualTo(WaitHolder.unknown(HolderNote.of(Why.NO_WRITER_IN_DUMP)));
        String stamped = dump("00", waiters(20, "0"))
                .replace("ReentrantLock$NonfairSync", "StampedLock")
                .replace("ReentrantLock", "StampedLock");
        assertThat(holder(DumpWaitsTest.waits(stamped))).isEqualTo(WaitHolder.unknown(HolderNote.of(Why.STAMPED_LOCK)));
    }

    @Test
    void an_owner_that_is_a_platform_thread_runs_without_a_carrier() throws IOException {
        String mounted = ", {\"tid\": \"30\", \"virtual\": true, \"name\": \"\", \"state\": \"RUNNABLE\","
                + " \"carrier\": \"29\", \"stack\": [\"com.acme.Cache.load(Cache.java:90)\"]}";
        String owner = ", {\"tid\": \"3\", \"name\": \"main\", \"state\": \"RUNNABLE\", \"stack\": ["
                + "\"com.acme.Cache.load(Cache.java:90)\"]}";
        assertThat(holder(DumpWaitsTest.waits(dump("00", waiters(20, "3") + owner + mounted)))
                        .doing())
                .isEqualTo(WaitOperation.RUNNING);
    }
}
