package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The format of jstack and Thread.print, as JDK 8, 21, 25 and 26 print it, shortened. */
class PrintedDumpTest {
    private static final Instant NOW = Instant.parse("2026-11-27T00:00:00Z");
    private static final String END = "JNI global refs: 6, weak refs: 0\n\n";
    private static final String HANDLER = """
            "Reference Handler" #7 [21275] daemon prio=10 os_prio=0 cpu=0.26ms elapsed=2.59s tid=0x00007fcae8065fd0 nid=2 runnable
               java.lang.Thread.State: RUNNABLE
            \tat java.lang.ref.Reference.waitForReferencePendingList(java.base@25.0.3/Native Method)

            """;
    private static final String BOOKER = """
            "booker" #12 [9] prio=5 os_prio=0 cpu=0.30ms elapsed=1.39s tid=0x00007f419c0a84b0 nid=9 waiting for monitor entry
               java.lang.Thread.State: BLOCKED (on object monitor)
            \tat app.Ledger.book(Ledger.java:38)
            \t- waiting to lock <0x00000000f00175a0> (a java.lang.Object)
            \t- locked <0x00000000f00175b0> (a app.Account)
            \tat java.lang.Thread.run(java.base@25.0.3/Thread.java:1474)

            """;
    private static final String CLOSER = """
            "ForkJoinPool-1-worker-1" #17 [12723] daemon prio=5 os_prio=0 cpu=1.11ms elapsed=1.40s tid=0x00007fc4a00a5550
               Carrying virtual thread #16
            \tat jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:251)
            \tat java.util.concurrent.ForkJoinWorkerThread.run(java.base@25.0.3/ForkJoinWorkerThread.java:187)
               Mounted virtual thread #16
            \tat app.Ledger.close(Ledger.java:51)
            \t- waiting to lock <0x00000000f00175b0> (a app.Account)
            \tat app.Ledger.all(Ledger.java:66)
            \t- locked <0x00000000f00175a0> (a java.lang.Object)
            \tat java.lang.VirtualThread.run(java.base@25.0.3/VirtualThread.java:460)

               Locked ownable synchronizers:
            \t- None

            """;
    private static final String INITIALIZERS = """
            "one" #21 [9] prio=5 os_prio=0 cpu=0.30ms elapsed=1.39s tid=0x00007f419c0a84b0 nid=9 in Object.wait()
               java.lang.Thread.State: RUNNABLE
            \tat app.One.<clinit>(One.java:7)
            \t- waiting on the Class initialization monitor for app.Two

            "two" #22 [9] prio=5 os_prio=0 cpu=0.30ms elapsed=1.39s tid=0x00007f419c0a84b0 nid=9 in Object.wait()
               java.lang.Thread.State: RUNNABLE
            \tat app.Two.<clinit>(Two.java:8)
            \t- waiting on the Class initialization monitor for app.One

            """;
    private static final String LOCKS = """
            "left" #31 [9] prio=5 os_prio=0 cpu=0.30ms elapsed=1.39s tid=0x00007f419c0a84b0 nid=9 waiting on condition
               java.lang.Thread.State: WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
            \t- parking to wait for  <0x00000000f1> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
            \tat app.Left.run(Left.java:7)

               Locked ownable synchronizers:
            \t- <0x00000000f2> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

            "right" #32 [9] prio=5 os_prio=0 cpu=0.30ms elapsed=1.39s tid=0x00007f419c0a84b0 nid=9 waiting on condition
               java.lang.Thread.State: WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
            \t- parking to wait for  <0x00000000f2> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
            \tat app.Right.run(Right.java:8)

               Locked ownable synchronizers:
            \t- <0x00000000f1> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

            """;

    private static String head(String time, String version) {
        return time + "\nFull thread dump OpenJDK 64-Bit Server VM (" + version + " mixed mode, sharing):\n\n";
    }

    private static final String HEAD = head("2026-11-27 19:44:28", "25.0.3+9-LTS");

    private static List<PrintedDump> read(String text) throws IOException {
        return PrintedDumpReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "dump.txt", NOW);
    }

    private static Waits waits(String text) throws IOException {
        List<ThreadDumpFile> dumps = read(text).stream().map(PrintedDump::dump).toList();
        return DumpWaits.of(dumps, name -> null, RequestEvidence.Proofs.NONE);
    }

    private static Deadlock deadlock(Waits waits) {
        assertThat(waits.verdicts())
                .singleElement()
                .extracting(WaitVerdict::kind)
                .isEqualTo(WaitVerdictKind.DEADLOCK);
        return (Deadlock) waits.verdicts().get(0).facts();
    }

    @Test
    void a_platform_thread_and_a_mounted_virtual_one_in_a_circle_are_a_deadlock() throws IOException {
        Deadlock told = deadlock(waits(HEAD + HANDLER + BOOKER + CLOSER + END));
        assertThat(told.links())
                .extracting(link -> link.thread().id() + " " + link.at() + " " + link.type() + " " + link.took())
                .containsExactlyInAnyOrder(
                        "12 app.Ledger.book:38 java.lang.Object app.Ledger.all:66",
                        "16 app.Ledger.close:51 app.Account app.Ledger.book:38");
        assertThat(told.carriers()).isEqualTo(1);
    }

    @Test
    void that_two_dumps_show_it_makes_a_deadlock_exact() throws IOException {
        String one = HEAD + HANDLER + BOOKER + CLOSER + END;
        assertThat(waits(one).verdicts()).extracting(WaitVerdict::confidence).containsExactly(Confidence.LIKELY);
        assertThat(waits(one + one.replace(":28", ":29")).verdicts())
                .extracting(WaitVerdict::confidence)
                .containsExactly(Confidence.EXACT);
    }

    @Test
    void classes_that_wait_for_each_others_initializers_are_a_deadlock() throws IOException {
        assertThat(deadlock(waits(HEAD + INITIALIZERS + END)).links())
                .extracting(link -> link.thread().name() + " " + link.kind() + " " + link.name())
                .containsExactlyInAnyOrder("one CLASS_INITIALIZATION app.Two", "two CLASS_INITIALIZATION app.One");
    }

    @Test
    void locks_have_the_owners_that_the_dump_lists() throws IOException {
        assertThat(deadlock(waits(HEAD + LOCKS + END)).links())
                .extracting(link -> link.thread().name() + " " + link.kind())
                .containsExactlyInAnyOrder("left LOCK", "right LOCK");
        String withoutOwners = LOCKS.replaceAll("\t- <.*\n", "");
        assertThat(waits(HEAD + withoutOwners + END).verdicts()).isEmpty();
    }

    @Test
    void dumps_between_lines_of_a_log_are_read_one_by_one() throws IOException {
        String log = "12:00 INFO started\n\tat app.Noise.run(Noise.java:1)\n\"key\": 1\n";
        List<PrintedDump> dumps = read(log + "8466:\n" + HEAD + HANDLER + BOOKER + END + log
                + head("2026-11-27 19:45:28", "25.0.3+9-LTS") + HANDLER + CLOSER + END + log);
        assertThat(dumps).extracting(one -> one.dump().threads().size()).containsExactly(2, 3);
        assertThat(dumps).extracting(one -> one.dump().processId()).containsExactly(8466L, 0L);
        assertThat(dumps).extracting(PrintedDump::jvm).containsOnly("0x00007fcae8065fd0");
        assertThat(dumps).extracting(one -> one.dump().damage()).containsOnlyNulls();
        assertThat(Duration.between(
                        dumps.get(0).dump().time(), dumps.get(1).dump().time()))
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void what_a_log_writes_after_a_thread_is_not_its_stack() throws IOException {
        DumpedThread thread = read(HEAD + BOOKER + "\tat app.Noise.run(Noise.java:1)\n" + END)
                .get(0)
                .dump()
                .threads()
                .get(0);
        assertThat(thread.frames()).hasSize(2);
        assertThat(thread.owned()).isEqualTo(Map.of(0, List.of("app.Account@0x00000000f00175b0")));
        assertThat(thread.frames().get(1)).hasToString("java.lang.Thread.run(Thread.java:1474)");
    }

    @Test
    void the_deadlocks_that_the_jvm_prints_itself_are_no_threads() throws IOException {
        String told = "\nFound one Java-level deadlock:\n=====\n\"booker\":\n  waiting to lock monitor 0x1\n"
                + "Java stack information for the threads listed above:\n" + BOOKER;
        assertThat(read(HEAD + BOOKER + END + told).get(0).dump().threads()).hasSize(1);
    }

    @Test
    void a_name_may_have_quotes_and_several_lines() throws IOException {
        String named = BOOKER.replace("\"booker\"", "\"a \"b\"\nc\" #9\"");
        assertThat(read(HEAD + named + HANDLER + END).get(0).dump().threads())
                .extracting(DumpedThread::name)
                .containsExactly("a \"b\"\nc\" #9", "Reference Handler");
    }

    @Test
    void lines_may_end_as_on_windows() throws IOException {
        String text = HEAD + HANDLER + BOOKER + CLOSER + END;
        assertThat(read(text.replace("\n", "\r\n")).get(0).dump().threads())
                .isEqualTo(read(text).get(0).dump().threads());
    }

    @Test
    void wherever_a_dump_is_cut_the_threads_before_are_read() throws IOException {
        String text = HEAD + HANDLER + BOOKER + CLOSER + LOCKS;
        for (int end = HEAD.length(); end < text.length(); end += 7) {
            String cut = text.substring(0, end);
            assertThatCode(() -> waits(cut)).doesNotThrowAnyException();
            ThreadDumpFile dump = read(cut).get(0).dump();
            assertThat(dump.damage()).contains("; those are used");
        }
        assertThat(read(text).get(0).dump().threads()).hasSize(6);
    }

    @Test
    void without_stacks_as_on_21_the_carried_thread_is_counted_and_nothing_is_said_of_it() throws IOException {
        String carrier = CLOSER.substring(0, CLOSER.indexOf("   Mounted")) + "\n";
        Waits told = waits(head("2026-11-27 19:44:28", "21.0.8+9-LTS") + carrier + END);
        assertThat(told.threads()).isEqualTo(1);
        assertThat(told.groups()).isEmpty();
        assertThat(told.verdicts()).isEmpty();
        assertThat(told.limits())
                .containsExactlyInAnyOrder(
                        Limit.of(LimitKind.DUMPS_OF_MOUNTED_THREADS),
                        Limit.of(LimitKind.DUMPS_WITHOUT_MOUNTED_STACKS, "21.0.8+9-LTS"));
    }

    @Test
    void a_thread_that_waits_on_what_it_has_locked_does_not_have_it() throws IOException {
        String waiting = """
                "w" #41 [9] prio=5 os_prio=0 cpu=0.30ms elapsed=1.39s tid=0x00007f419c0a84b0 nid=9 in Object.wait()
                   java.lang.Thread.State: WAITING (on object monitor)
                \tat java.lang.Object.wait0(java.base@25.0.3/Native Method)
                \t- waiting on <no object reference available>
                \tat java.lang.Object.wait(java.base@25.0.3/Object.java:391)
                \tat app.Ledger.await(Ledger.java:9)
                \t- locked <0x00000000f00175a0> (a java.lang.Object)

                """;
        assertThat(waits(HEAD + waiting + BOOKER + END).verdicts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"352, WAITING", "470, TIMED_WAITING", ", TIMED_WAITING"})
    void a_wait_without_a_time_limit_is_told_by_where_its_caller_is_in_the_file(String caller, Thread.State state)
            throws IOException {
        String waiting = CLOSER.replaceAll(
                "\tat app.Ledger.close.*\n.*\n",
                "\tat java.lang.Object.wait0(java.base@25.0.3/Native Method)\n"
                        + "\t- waiting on <0x00000000f00175b0> (a app.Account)\n"
                        + "\tat java.lang.Object.wait(java.base@25.0.3/Object.java:389)\n"
                        + (caller == null
                                ? ""
                                : "\tat java.lang.Object.wait(java.base@25.0.3/Object.java:" + caller + ")\n")
                        + "\tat app.Ledger.close(Ledger.java:51)\n");
        assertThat(read(HEAD + waiting + END).get(0).dump().threads())
                .filteredOn(thread -> thread.tid() == 16)
                .extracting(DumpedThread::state)
                .containsExactly(state);
    }

    @Test
    void the_hotspot_of_java_8_is_no_25() throws IOException {
        assertThat(read(head("2026-11-27 19:44:28", "25.402-b06") + END)
                        .get(0)
                        .dump()
                        .runtimeVersion())
                .isEqualTo("8");
    }

    @Test
    void a_dump_without_a_time_has_that_of_its_file() throws IOException {
        String head = HEAD.substring(HEAD.indexOf('\n') + 1);
        assertThat(read(head + BOOKER + END).get(0).dump().time()).isEqualTo(NOW);
    }

    @Test
    void another_text_is_refused() {
        assertThatThrownBy(() -> read("Server started\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a thread dump");
    }

    /** As many threads on carriers that wait for one monitor as make a convoy, and their owner, which sleeps. */
    private static String queue() {
        StringBuilder text = new StringBuilder("""
                "owner" #12 [9] prio=5 os_prio=0 cpu=0.30ms elapsed=1.39s tid=0x00007f419c0a84b0 nid=9 waiting on condition
                   java.lang.Thread.State: TIMED_WAITING (sleeping)
                \tat java.lang.Thread.sleep0(java.base@25.0.3/Native Method)
                \tat app.Ledger.all(Ledger.java:66)
                \t- locked <0x00000000f00175b0> (a app.Account)

                """);
        for (int i = 0; i < 20; i++) {
            text.append(CLOSER.replace("#16", "#" + (100 + i))
                    .replace("#17", "#" + (200 + i))
                    .replaceAll("\t- locked .*\n", ""));
        }
        return text.toString();
    }

    @Test
    void a_queue_at_a_monitor_is_no_verdict_since_the_collector_changes_addresses() throws IOException {
        String one = HEAD + HANDLER + queue() + END;
        Waits told = waits(one + one.replace(":28", ":29") + one.replace(":28", ":30"));
        assertThat(told.threads()).isEqualTo(20);
        assertThat(told.verdicts()).isEmpty();
    }

    @Test
    void that_a_printed_dump_is_damaged_is_said_beside_other_formats_too() throws IOException {
        ThreadDumpFile json =
                DumpWaitsTest.read(DumpWaitsTest.dump("27", "2026-01-01T00:00:00Z", DumpWaitsTest.waiter("100", "0")));
        ThreadDumpFile cut = read(HEAD + HANDLER + BOOKER + CLOSER).get(0).dump();
        Waits told = DumpWaits.of(List.of(json, cut, cut), name -> null, RequestEvidence.Proofs.NONE);
        assertThat(told.verdicts()).extracting(WaitVerdict::kind).containsExactly(WaitVerdictKind.DEADLOCK);
        assertThat(told.limits())
                .containsExactly(
                        Limit.of(LimitKind.DUMPS_WITHOUT_HOLDERS),
                        Limit.of(LimitKind.DUMP_DAMAGED, "dump.txt", cut.damage()));
    }

    @Test
    void of_a_java_without_virtual_threads_it_is_not_said_that_none_had_a_carrier() throws IOException {
        for (String version : List.of("25.402-b06", "11.0.27+6", "17.0.15+6", "20.0.2+9")) {
            assertThat(waits(head("2026-11-27 19:44:28", version) + BOOKER + END)
                            .limits())
                    .as(version)
                    .isEmpty();
        }
        assertThat(waits(HEAD + BOOKER + END).limits())
                .extracting(Limit::kind)
                .containsExactly(LimitKind.DUMPS_OF_MOUNTED_THREADS, LimitKind.DUMP_WITHOUT_MOUNTED_THREADS);
    }

    @Test
    void a_recorded_dump_has_the_time_of_its_event_whatever_its_text_says() {
        ThreadDumpFile dump = PrintedDumpReader.recorded(HEAD + BOOKER + END, "one.jfr", NOW);
        assertThat(dump).isNotNull();
        assertThat(dump.time()).isEqualTo(NOW);
    }
}
