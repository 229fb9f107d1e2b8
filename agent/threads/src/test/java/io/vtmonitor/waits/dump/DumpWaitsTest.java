package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.HolderNote.Why;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitFacts.Abandoned;
import io.vtmonitor.report.WaitFacts.Basis;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.LentOut;
import io.vtmonitor.report.WaitFacts.LockOwner;
import io.vtmonitor.report.WaitFacts.NamedPool;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.PoolCycle;
import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitFacts.Wanted;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.text.VerdictText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Dumps in the forms that JDK 21, 25, 26 and 27 write. */
class DumpWaitsTest {
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync@1b2c3d";
    static final String LOCK_STACK = """
            "java.base/java.lang.VirtualThread.park(VirtualThread.java:700)",
            "java.base/java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
            "app//com.acme.Cache.load(Cache.java:88)",
            "java.base/java.lang.VirtualThread.run(VirtualThread.java:400)"
            """;
    private static final Waiting WAITING = new Waiting(20, false, Place.only("com.acme.Cache.load", null, 20), null);
    private static final String MONITOR_STACK = """
            "com.acme.Cache.load(Cache.java:88)", "java.base/java.lang.VirtualThread.run(VirtualThread.java:400)"
            """;

    static String dump(String version, String time, String threads) {
        return """
                {"threadDump": {"processId": "7", "time": "%s", "runtimeVersion": "%s", "threadContainers": [
                  {"container": "<root>", "parent": null, "owner": null, "threads": [%s], "threadCount": "%d"}]}}
                """.formatted(time, version, threads, threads.split("\"tid\"", -1).length - 1);
    }

    static String many(int count, String format) {
        return IntStream.range(100, 100 + count)
                .mapToObj(tid -> format.replace("$TID", Integer.toString(tid)))
                .collect(Collectors.joining(","));
    }

    static ThreadDumpFile read(String json) throws IOException {
        return DumpReader.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), "dump.json");
    }

    static Waits waits(String... dumps) throws IOException {
        List<ThreadDumpFile> read = new ArrayList<>();
        for (String dump : dumps) {
            read.add(read(dump));
        }
        return DumpWaits.of(read, name -> null, RequestEvidence.Proofs.NONE);
    }

    static String waiter(String tid, String owner) {
        return "{\"tid\": \"" + tid
                + "\", \"virtual\": true, \"name\": \"\", \"state\": \"WAITING\", \"parkBlocker\": {\"object\": \""
                + LOCK + "\", \"owner\": \"" + owner + "\"}, \"stack\": [" + LOCK_STACK + "]}";
    }

    @Test
    void a_lock_that_changes_hands_while_the_dump_is_taken_is_no_convoy() throws IOException {
        String waiting = many(20, waiter("$TID", "100")); // their owner waits, too, by the time it is dumped
        Waits waits = waits(dump("27", "2026-01-01T00:00:00Z", waiting));
        assertThat(waits.verdicts()).isEmpty();
        assertThat(waits.groups().get(0).holder()).isEqualTo(WaitHolder.unknown(HolderNote.of(Why.CHANGED_HANDS)));
    }

    @Test
    void a_dump_without_owners_of_locks_says_that_it_shows_no_deadlocks_of_them() throws IOException {
        assertThat(waits(dump("25.0.3+9", "2026-01-01T00:00:00Z", waiter("100", "0")))
                        .limits())
                .containsExactly(Limit.of(LimitKind.DUMPS_WITHOUT_OWNERS, "25.0.3+9"));
        String owner =
                "{\"tid\": \"31\", \"virtual\": true, \"name\": \"w\", \"state\": \"TIMED_WAITING\", \"stack\": ["
                        + "\"java.base/java.lang.Thread.sleep(Thread.java:5)\","
                        + " \"com.acme.Cache.load(Cache.java:90)\"]}";
        assertThat(waits(dump("26", "2026-01-01T00:00:00Z", waiter("100", "31") + "," + owner))
                        .limits())
                .isEmpty();
    }

    @Test
    void a_thread_dump_says_that_it_does_not_show_who_has_what_threads_wait_for() throws IOException {
        String joins = "{\"tid\": \"100\", \"virtual\": true, \"name\": \"\", \"state\": \"WAITING\", \"stack\": ["
                + "\"java.base/java.lang.Thread.join(Thread.java:1)\", \"com.acme.Cache.load(Cache.java:90)\"]}";
        assertThat(waits(dump("27", "2026-01-01T00:00:00Z", joins)).limits())
                .containsExactly(Limit.of(LimitKind.DUMPS_WITHOUT_HOLDERS));
        assertThat(waits(dump("27", "2026-01-01T00:00:00Z", waiter("100", "0"))).limits())
                .as("a lock without an exclusive owner")
                .containsExactly(Limit.of(LimitKind.DUMPS_WITHOUT_HOLDERS));
    }

    @Test
    void a_lock_and_its_owner_are_told_from_a_dump_of_jdk_26() throws IOException {
        String waiting = many(
                20,
                "{\"tid\": \"$TID\", \"virtual\": true, \"name\": \"\", \"state\": \"WAITING\", \"parkBlocker\":"
                        + " {\"object\": \""
                        + LOCK + "\", \"owner\": \"31\"}, \"stack\": [" + LOCK_STACK + "]}");
        String owner =
                "{\"tid\": \"31\", \"virtual\": true, \"name\": \"w\", \"state\": \"TIMED_WAITING\", \"stack\": ["
                        + "\"java.base/java.lang.Thread.sleep(Thread.java:5)\","
                        + " \"com.acme.Cache.load(Cache.java:90)\"]}";
        Waits waits = waits(dump("26.0.2+1", "2026-01-01T00:00:00Z", waiting + "," + owner));
        assertThat(waits.threads()).isEqualTo(21);
        WaitVerdict verdict = waits.verdicts().get(0);
        assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.LOCK_CONVOY);
        assertThat(verdict.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(VerdictText.evidence(verdict.facts()))
                .contains("20 virtual threads")
                .contains("virtual thread #31 \"w\"")
                .contains("sleeps");
        assertThat(waits.groups().stream().filter(group -> group.place().operation() == WaitOperation.LOCK))
                .singleElement()
                .satisfies(group -> {
                    assertThat(group.place().site()).isEqualTo("com.acme.Cache.load");
                    assertThat(group.count().mostOnOne()).isEqualTo(20);
                });
    }

    @Test
    void the_last_of_a_chain_of_owners_is_told_and_is_where_to_begin() throws IOException {
        String other = LOCK.replace("1b2c3d", "4e5f6a");
        String owners = waiter("31", "32").replace(LOCK, other) + owner("32", "TIMED_WAITING", SLEEPS);
        Waits waits = waits(dump("27", "2026-01-01T00:00:00Z", many(20, waiter("$TID", "31")) + "," + owners));
        WaitVerdict verdict = waits.verdicts().get(0);
        assertThat(VerdictText.evidence(verdict.facts()))
                .contains("The lock is likely held by virtual thread #31, which waits for a lock in"
                        + " com.acme.Cache.load:88."
                        + " That lock is likely held by virtual thread #32 \"w\", which sleeps in"
                        + " com.acme.Cache.load:90.");
        assertThat(VerdictText.cure(verdict.facts()))
                .startsWith("Begin with the lock that virtual thread #32 \"w\" holds. Do the sleep before the lock");
    }

    static final String OF_25 = "25.0.3+9";

    static String waiterOf25(String tid) {
        return "{\"tid\": \"" + tid
                + "\", \"virtual\": true, \"name\": \"\", \"state\": \"WAITING\", \"parkBlocker\": {\"object\": \""
                + LOCK + "\"}, \"stack\": [" + LOCK_STACK + "]}";
    }

    private static String owner(String tid, String state, String frame) {
        return ", {\"tid\": \"" + tid + "\", \"virtual\": true, \"name\": \"w\", \"state\": \"" + state
                + "\", \"stack\": [\"" + frame + "\", \"com.acme.Cache.load(Cache.java:90)\"]}";
    }

    private static final String COMPUTES = "com.acme.Cache.compute(Cache.java:95)";
    private static final String SLEEPS = "java.base/java.lang.Thread.sleep(Thread.java:5)";

    @Test
    void threads_that_wait_for_a_lock_at_one_instant_are_no_convoy_unless_its_holder_waits() throws IOException {
        assertThat(waits(dump(OF_25, "2026-01-01T00:00:00Z", many(20, waiterOf25("$TID"))))
                        .verdicts())
                .as("nobody knows whose it is")
                .isEmpty();
        String wait = many(20, waiter("$TID", "31"));
        assertThat(waits(dump("27", "2026-01-01T00:00:00Z", wait + owner("31", "RUNNABLE", COMPUTES)))
                        .verdicts())
                .as("its holder runs")
                .isEmpty();
        Waits asleep = waits(dump("27", "2026-01-01T00:00:00Z", wait + owner("31", "TIMED_WAITING", SLEEPS)));
        assertThat(VerdictText.evidence(asleep.verdicts().get(0).facts()))
                .contains(". The lock is likely held by ")
                .contains("which sleeps in com.acme.Cache.load:90. ")
                .endsWith(" One dump doesn't show how long they wait.");
        assertThat(asleep.groups().get(0).count().threads()).isEqualTo(20);
    }

    @Test
    void what_only_the_first_of_several_dumps_shows_is_not_said_of_the_only_one() throws IOException {
        String first = dump(
                "27", "2026-01-01T00:00:00Z", many(20, waiter("$TID", "31")) + owner("31", "TIMED_WAITING", SLEEPS));
        String calm = dump("27", "2026-01-01T00:00:10Z", waiter("100", "0"));
        assertThat(VerdictText.evidence(waits(first).verdicts().get(0).facts()))
                .startsWith("In the one dump 20 virtual threads");
        assertThat(VerdictText.evidence(waits(first, calm).verdicts().get(0).facts()))
                .startsWith("In the first of 2 dumps 20 virtual threads");
    }

    @Test
    void a_lock_that_changes_hands_between_two_dumps_is_no_convoy_and_one_that_does_not_is() throws IOException {
        String first =
                dump("27", "2026-01-01T00:00:00Z", many(20, waiter("$TID", "31")) + owner("31", "RUNNABLE", COMPUTES));
        String another =
                dump("27", "2026-01-01T00:00:10Z", many(20, waiter("$TID", "33")) + owner("33", "RUNNABLE", COMPUTES));
        assertThat(waits(first, another).verdicts()).isEmpty();
        assertThat(waits(first, first.replace("00:00:00Z", "00:00:10Z")).verdicts())
                .singleElement()
                .satisfies(verdict -> assertThat(VerdictText.evidence(verdict.facts()))
                        .contains("The same thread held it in the previous dump, too"));
    }

    @Test
    void a_synchronizer_of_a_library_that_a_thread_owns_is_a_lock() throws IOException {
        String lock = "org.lib.Mutex$Sync@1b2c3d";
        String stack = """
                "java.base/java.lang.VirtualThread.park(VirtualThread.java:700)",
                "java.base/java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(AbstractQueuedSynchronizer.java:9)",
                "org.lib.Mutex.lock(Mutex.java:12)", "com.acme.Cache.load(Cache.java:88)"
                """;
        String wait = many(20, waiter("$TID", "31").replace(LOCK, lock).replace(LOCK_STACK, stack));
        Waits waits = waits(dump("27", "2026-01-01T00:00:00Z", wait + owner("31", "TIMED_WAITING", SLEEPS)));
        assertThat(VerdictText.evidence(waits.verdicts().get(0).facts()))
                .contains("20 virtual threads wait for the same lock (org.lib.Mutex) in org.lib.Mutex.lock, called by"
                        + " com.acme.Cache.load.");
        Waits gate = waits(dump("27", "2026-01-01T00:00:00Z", wait.replace("\"owner\": \"31\"", "\"owner\": \"0\"")));
        assertThat(gate.verdicts()).as("nobody owns it: it may be a gate").isEmpty();
        assertThat(gate.groups().get(0).place().operation()).isEqualTo(WaitOperation.PARK);
    }

    @Test
    void who_awaited_a_condition_long_enough_waits_for_the_lock() throws IOException {
        String stack = """
                "java.base/java.lang.VirtualThread.park(VirtualThread.java:700)",
                "java.base/java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(AbstractQueuedSynchronizer.java:9)",
                "java.base/java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(A.java:9)",
                "com.acme.Cache.load(Cache.java:88)"
                """;
        Waits waits = waits(dump(
                "27",
                "2026-01-01T00:00:00Z",
                many(20, waiter("$TID", "31").replace(LOCK_STACK, stack)) + owner("31", "TIMED_WAITING", SLEEPS)));
        assertThat(waits.verdicts().get(0).kind()).isEqualTo(WaitVerdictKind.LOCK_CONVOY);
    }

    @Test
    void monitors_that_two_threads_wait_for_crosswise_are_a_deadlock_in_a_dump_with_numbers() throws IOException {
        String thread =
                "{\"tid\": %d, \"virtual\": true, \"name\": \"\", \"state\": \"BLOCKED\", \"blockedOn\": \"%s\","
                        + " \"stack\": [%s], \"monitorsOwned\": [{\"depth\": 0, \"locks\": [\"%s\", null]}]}";
        String json = dump(
                        "27+36",
                        "2026-01-01T00:00:00Z",
                        thread.formatted(21, "A@1", MONITOR_STACK, "B@2") + ","
                                + thread.formatted(23, "B@2", MONITOR_STACK, "A@1"))
                .replace("\"threadDump\": {", "\"threadDump\": {\"formatVersion\": 2, ");
        assertThat(waits(json).verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.DEADLOCK);
            assertThat(VerdictText.evidence(verdict.facts()))
                    .contains("#21")
                    .contains("#23")
                    .contains("One dump shows it");
        });
    }

    @Test
    void a_waiter_that_is_shown_as_the_owner_of_what_it_waits_for_is_no_owner() throws IOException {
        String both = many(
                2,
                "{\"tid\": \"$TID\", \"virtual\": true, \"name\": \"\", \"state\": \"BLOCKED\", \"blockedOn\":"
                        + " \"A@1\", \"stack\": ["
                        + MONITOR_STACK + "], \"monitorsOwned\": [{\"depth\": \"0\", \"locks\": [\"A@1\"]}]}");
        Waits waits = waits(dump("25.0.3+9", "2026-01-01T00:00:00Z", both));
        assertThat(waits.verdicts()).isEmpty();
        assertThat(waits.groups()).singleElement().satisfies(group -> {
            assertThat(group.holder()).isNotNull();
            assertThat(group.holder().thread()).isNull();
        });
    }

    @Test
    void a_dump_of_jdk_21_tells_groups_by_frames_and_says_what_it_does_not_tell() throws IOException {
        String waiting = many(20, "{\"tid\": \"$TID\", \"name\": \"\", \"stack\": [" + LOCK_STACK + "]}");
        Waits waits = waits(dump("21.0.8+9-LTS", "2026-01-01T00:00:00Z", waiting));
        assertThat(waits.groups()).singleElement().satisfies(group -> {
            assertThat(group.place().operation()).isEqualTo(WaitOperation.LOCK);
            assertThat(group.count().threads()).isEqualTo(20);
        });
        assertThat(waits.verdicts()).as("they may wait for twenty locks").isEmpty();
        assertThat(waits.limits()).anyMatch(limit -> limit.kind() == LimitKind.DUMPS_WITHOUT_STATES);
    }

    @Test
    void a_dump_that_is_cut_gives_what_it_holds() throws IOException {
        String whole = dump(
                "21.0.8+9-LTS",
                "2026-01-01T00:00:00Z",
                many(20, "{\"tid\": \"$TID\", \"name\": \"\", \"stack\": [" + LOCK_STACK + "]}"));
        ThreadDumpFile cut = read(whole.substring(0, whole.indexOf("\"tid\": \"110\"")));
        assertThat(cut.threads()).hasSize(10);
        assertThat(cut.damage()).contains("after 10 threads");
    }

    @Test
    void what_follows_a_dump_in_its_file_is_said_to_be_left_out() throws IOException {
        String one = dump(OF_25, "2026-01-01T00:00:00Z", waiterOf25("100"));
        assertThat(read(one + "\n").damage()).isNull();
        ThreadDumpFile both = read(one + one);
        assertThat(both.threads()).hasSize(1);
        assertThat(both.damage())
                .isEqualTo("something follows the end of the thread dump, perhaps another one, and is left out");
    }

    @Test
    void other_json_is_refused() {
        assertThatThrownBy(() -> read("{\"schemaVersion\": 1}")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> read("")).isInstanceOf(IOException.class);
    }

    /** JDK 25 to 27 show them as owners of the monitor that they wait for, and not what they wait for. */
    @Test
    void who_was_notified_waits_for_the_monitor_that_its_dump_shows_as_its_own() throws IOException {
        String owned = "\"monitorsOwned\": [{\"depth\": $AT, \"locks\": [\"java.lang.Object@1f\"]}]";
        String notified = "{\"tid\": \"$TID\", \"virtual\": true, \"name\": \"\", \"state\": \"BLOCKED\", "
                + owned.replace("$AT", "2") + ", \"stack\": [\"java.base/java.lang.Object.wait0(Native Method)\","
                + " \"java.base/java.lang.Object.wait(Object.java:382)\", " + MONITOR_STACK + "]}";
        String owner = "{\"tid\": \"31\", \"virtual\": true, \"name\": \"notifier\", \"state\": \"TIMED_WAITING\", "
                + owned.replace("$AT", "1")
                + ", \"stack\": [\"java.base/java.lang.Thread.sleep(Thread.java:540)\", " + MONITOR_STACK + "]}";
        Waits waits = waits(dump("25.0.3", "2026-01-01T00:00:00Z", owner + "," + many(12, notified)));
        WaitVerdict verdict = waits.verdicts().get(0);
        assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.LOCK_CONVOY);
        assertThat(VerdictText.evidence(verdict.facts())).contains("held by virtual thread #31 \"notifier\"");
    }

    /** A notified thread whose frame owns two monitors, of which it waits for one. */
    private static String notifiedWithin(String tid) {
        return "{\"tid\": \"" + tid + "\", \"virtual\": true, \"name\": \"waiter\", \"state\": \"BLOCKED\","
                + " \"monitorsOwned\": [{\"depth\": 2, \"locks\": [\"java.lang.Object@b\", \"java.lang.Object@a\"]}],"
                + " \"stack\": [\"java.base/java.lang.Object.wait0(Native Method)\","
                + " \"java.base/java.lang.Object.wait(Object.java:382)\", " + MONITOR_STACK + "]}";
    }

    private static String holding(String tid, String owned, String state) {
        return "{\"tid\": \"" + tid + "\", \"virtual\": true, \"name\": \"notifier\", " + state + ","
                + " \"monitorsOwned\": [{\"depth\": 0, \"locks\": [\"java.lang.Object@" + owned + "\"]}],"
                + " \"stack\": [" + MONITOR_STACK + "]}";
    }

    private static String enters(String monitor) {
        return "\"state\": \"BLOCKED\", \"blockedOn\": \"java.lang.Object@" + monitor + "\"";
    }

    @Test
    void of_two_monitors_a_notified_thread_waits_for_the_one_that_another_thread_has_and_has_kept_the_other()
            throws IOException {
        Waits waits = waits(
                dump("25.0.3", "2026-01-01T00:00:00Z", notifiedWithin("24") + "," + holding("38", "b", enters("a"))));
        assertThat(waits.verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.DEADLOCK);
            assertThat(((Deadlock) verdict.facts()).links())
                    .extracting(link -> link.thread().id())
                    .containsExactly(24L, 38L);
        });
    }

    @Test
    void if_other_threads_have_both_monitors_or_none_it_is_not_known_for_which_a_notified_thread_waits()
            throws IOException {
        String both = notifiedWithin("24") + "," + holding("38", "b", enters("a")) + ","
                + holding("40", "a", "\"state\": \"RUNNABLE\"");
        String none = notifiedWithin("24") + "," + notifiedWithin("26") + "," + holding("38", "c", enters("a"));
        for (String threads : List.of(both, none)) {
            ThreadDumpFile dump = read(dump("25.0.3", "2026-01-01T00:00:00Z", threads));
            assertThat(dump.threads())
                    .filteredOn(thread -> thread.name().equals("waiter"))
                    .allSatisfy(thread -> {
                        assertThat(thread.awaits().blockedOn()).isNull();
                        assertThat(thread.hasNotLeft("java.lang.Object@a")).isFalse();
                        assertThat(thread.hasNotLeft("java.lang.Object@b")).isFalse();
                    });
        }
    }

    /** What a heap dump of that Java shows of these threads. */
    static Waits heapWaits(String version, String threads) throws IOException {
        ThreadDumpFile read = read(dump(version, "2026-01-01T00:00:00Z", threads));
        ThreadDumpFile heap = new ThreadDumpFile(
                "app.hprof", 7, read.time(), version, read.threads(), 0, null, ThreadDumpFile.Form.HEAP);
        return DumpWaits.of(List.of(heap), name -> null, RequestEvidence.Proofs.NONE);
    }

    @Test
    void only_heap_dumps_before_jdk_25_lack_stacks_and_a_thread_that_has_never_run_has_none() throws IOException {
        String ready = "{\"tid\": \"30\", \"virtual\": true, \"name\": \"\", \"state\": \"RUNNABLE\", \"stack\": []}";
        assertThat(heapWaits("21.0.8", ready).limits())
                .contains(Limit.of(LimitKind.HEAP_DUMPS_WITHOUT_STACKS, "21.0.8", 1L));
        assertThat(heapWaits("21.0.8", ready + "," + ready.replace("\"\"", "\"vt-monitor-probe\""))
                        .limits())
                .as("our own thread does not count")
                .contains(Limit.of(LimitKind.HEAP_DUMPS_WITHOUT_STACKS, "21.0.8", 1L));
        assertThat(heapWaits("25.0.3+9-LTS", ready).limits())
                .extracting(Limit::kind)
                .containsExactly(LimitKind.HEAP_DUMPS_WITHOUT_TIME);
    }

    @Test
    void of_two_deadlocks_the_one_that_threads_wait_for_covers_their_queue() throws IOException {
        String circles = lockWaiter("21", "23", "@2") + "," + lockWaiter("23", "21", "@1") + ","
                + lockWaiter("25", "27", "@4") + "," + lockWaiter("27", "25", "@3");
        Waits waits =
                waits(dump("27", "2026-01-01T00:00:00Z", circles + "," + many(20, lockWaiter("$TID", "27", "@4"))));
        assertThat(waits.verdicts())
                .extracting(verdict ->
                        ((Deadlock) verdict.facts()).links().get(0).thread().id() + " " + verdict.covers())
                .containsExactlyInAnyOrder("21 []", "25 [lock_convoy com.acme.Cache.load]");
    }

    private static String lockWaiter(String tid, String owner, String lock) {
        return waiter(tid, owner).replace("@1b2c3d", lock);
    }

    private static Waits cycle(String... pools) {
        List<LentOut> lent = new ArrayList<>();
        for (String pool : pools) {
            NamedPool named = new NamedPool(pool, "HikariCP");
            lent.add(new LentOut(named, "connection", 2, false, null, false, Wanted.ONE_MORE, List.of()));
        }
        Instant at = Instant.parse("2026-01-01T00:00:00Z");
        WaitVerdict verdict = new WaitVerdict(
                WaitVerdictKind.DEADLOCK,
                Confidence.LIKELY,
                at,
                at,
                false,
                2,
                null,
                pools[0],
                new PoolCycle(lent, null, Basis.ONE_DUMP),
                1,
                at,
                List.of());
        return new Waits(1, 0, 0, 2, 2, List.of(), List.of(verdict), List.of());
    }

    @Test
    void pools_that_wait_for_themselves_in_two_dumps_are_one_deadlock_only_if_they_are_the_same_pools() {
        assertThat(DumpWaits.withVerdicts(cycle("orders"), cycle("users")).verdicts())
                .extracting(WaitVerdict::pool)
                .containsExactlyInAnyOrder("orders", "users");
        assertThat(DumpWaits.withVerdicts(cycle("orders"), cycle("users", "orders"))
                        .verdicts())
                .hasSize(2);
        assertThat(DumpWaits.withVerdicts(cycle("orders", "users"), cycle("users"))
                        .verdicts())
                .hasSize(1);
        assertThat(DumpWaits.withVerdicts(cycle("orders"), cycle("orders")).verdicts())
                .hasSize(1);
    }

    private static Waits verdict(WaitVerdictKind kind, WaitFacts facts, String... covers) {
        Instant at = Instant.parse("2026-01-01T00:00:00Z");
        String site = kind == WaitVerdictKind.DEADLOCK ? null : "com.acme.Cache.load";
        WaitVerdict verdict =
                new WaitVerdict(kind, Confidence.LIKELY, at, at, false, 20, site, null, facts, 1, at, List.of(covers));
        return new Waits(1, 0, 0, 20, 20, List.of(), List.of(verdict), List.of());
    }

    private static Convoy convoy(WaitHolder holder) {
        return new Convoy(Thing.Kind.LOCK, null, WAITING, null, null, new LockOwner(holder, null, null, false));
    }

    @Test
    void what_one_kind_of_dumps_shows_only_in_part_is_told_once() {
        Waits exhausted = verdict(WaitVerdictKind.POOL_EXHAUSTED, new WaitFacts.Worded("", ""));
        Waits cycle =
                verdict(WaitVerdictKind.DEADLOCK, new WaitFacts.Worded("", ""), "pool_exhausted com.acme.Cache.load");
        assertThat(DumpWaits.withVerdicts(exhausted, cycle).verdicts())
                .extracting(WaitVerdict::kind)
                .containsExactly(WaitVerdictKind.DEADLOCK);
        assertThat(DumpWaits.withVerdicts(cycle, exhausted).verdicts()).hasSize(1);

        Waits unknown =
                verdict(WaitVerdictKind.LOCK_CONVOY, convoy(WaitHolder.unknown(HolderNote.of(Why.LOCKS_NOT_IN_DUMP))));
        Waits ended =
                verdict(WaitVerdictKind.STUCK, new Abandoned(null, WAITING, WaitHolder.ended("virtual thread #7")));
        assertThat(DumpWaits.withVerdicts(unknown, ended).verdicts())
                .extracting(WaitVerdict::kind)
                .containsExactly(WaitVerdictKind.STUCK);
        Waits known = verdict(WaitVerdictKind.LOCK_CONVOY, convoy(WaitHolder.ended("virtual thread #7")));
        for (Waits both : List.of(DumpWaits.withVerdicts(unknown, known), DumpWaits.withVerdicts(known, unknown))) {
            assertThat(both.verdicts()).isEqualTo(known.verdicts());
        }
    }
}
