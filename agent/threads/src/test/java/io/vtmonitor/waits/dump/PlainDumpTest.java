package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.text.LimitText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The plain format as JDK 21, 25 and 26 write it. */
class PlainDumpTest {
    private static final String HEAD = "4711\n2026-11-25T00:41:59.292392752Z\n26.0.1+8\n\n";
    private static final String MAIN = "#3 \"main\" TIMED_WAITING 2026-11-25T00:41:59Z\n\n";
    private static final String HOLDER = """
            #22 "a "b"
            c" virtual WAITING 2026-11-25T00:41:59.325652833Z
                at java.base/java.lang.VirtualThread.park(VirtualThread.java:742)
                - parking to wait for <java.util.concurrent.locks.ReentrantLock$NonfairSync@684563>, owner #30
                at com.acme.Cache.load(Cache.java:88)
                - locked <java.lang.Object@71207e96>
                - locked <java.lang.String@1>
                - lock is eliminated
                at java.base/java.lang.VirtualThread.run(VirtualThread.java:460)

            """;

    private static ThreadDumpFile read(String text) throws IOException {
        return PlainDumpReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "dump.txt");
    }

    private static Phase phase(String thread) throws IOException {
        ThreadDumpFile dump = read(HEAD + thread);
        return new DumpedPhases(dump).of(dump.threads().get(0));
    }

    @Test
    void a_thread_has_its_state_its_frames_what_it_waits_for_and_what_it_owns_at_which_depth() throws IOException {
        ThreadDumpFile dump = read(HEAD + MAIN + HOLDER);
        assertThat(dump.processId()).isEqualTo(4711);
        assertThat(dump.runtimeVersion()).isEqualTo("26.0.1+8");
        assertThat(dump.damage()).isNull();
        DumpedThread thread = dump.threads().get(1);
        assertThat(thread.text()).isEqualTo("virtual thread #22 \"a \"b\"\nc\"");
        assertThat(thread.state()).isEqualTo(Thread.State.WAITING);
        assertThat(thread.awaits().parkBlocker())
                .isEqualTo("java.util.concurrent.locks.ReentrantLock$NonfairSync@684563");
        assertThat(thread.awaits().parkBlockerOwner()).isEqualTo(30);
        assertThat(thread.owned()).isEqualTo(Map.of(1, List.of("java.lang.Object@71207e96", "java.lang.String@1")));
        assertThat(thread.frames()).hasSize(3).element(1).hasToString("com.acme.Cache.load(Cache.java:88)");
    }

    @Test
    void threads_that_wait_for_a_monitor_or_in_one_say_so() throws IOException {
        ThreadDumpFile dump = read(HEAD + """
                #1 "main" BLOCKED 2026-11-25T00:41:59Z
                    at com.acme.Cache.load(Cache.java:88)
                    - waiting to lock <java.lang.Object@1>

                #2 "" virtual WAITING 2026-11-25T00:41:59Z
                    at java.base/java.lang.Object.wait0(Native Method)
                    - waiting on <java.lang.Object@2>

                """);
        assertThat(dump.threads().get(0).awaits().blockedOn()).isEqualTo("java.lang.Object@1");
        assertThat(dump.threads().get(0).virtual()).isFalse();
        assertThat(dump.threads().get(1).awaits().waitingOn()).isEqualTo("java.lang.Object@2");
    }

    @Test
    void the_form_of_jdk_21_has_no_states() throws IOException {
        ThreadDumpFile dump = read("8840\n2026-11-25T00:41:57.4Z\n21.0.8+9-LTS\n\n#1 \"main\"\n"
                + "      Pd.main(Pd.java:15)\n\n#20 \"\" virtual\n\n");
        assertThat(dump.showsStates()).isFalse();
        assertThat(dump.threads()).extracting(DumpedThread::virtual).containsExactly(false, true);
        assertThat(dump.threads().get(0).frames()).hasSize(1);
    }

    @Test
    void a_thread_that_could_run_is_taken_to_wait_for_a_carrier_where_it_stands_as_it_left_its_own()
            throws IOException {
        String left = "#1 \"\" virtual RUNNABLE 2026-11-25T00:41:59Z\n";
        assertThat(phase(left + "\n")).isEqualTo(Phase.READY);
        assertThat(phase(left + "    at java.base/java.lang.VirtualThread.park(V.java:1)\n\n"))
                .isEqualTo(Phase.READY);
        assertThat(phase(left + "    at com.acme.Cache.compute(Cache.java:3)\n\n"))
                .isEqualTo(Phase.MOUNTED);
    }

    @Test
    void how_often_the_threads_are_gone_through_does_not_depend_on_how_many_could_run() throws IOException {
        assertThat(scans(100)).isEqualTo(scans(10));
    }

    private static int scans(int threads) throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        for (int i = 1; i <= threads; i++) {
            text.append('#').append(i).append(" \"\" virtual RUNNABLE 2026-11-25T00:41:59Z\n");
            text.append("    at java.base/java.lang.VirtualThread.park(V.java:1)\n\n");
        }
        ThreadDumpFile dump = read(text.toString());
        AtomicInteger scans = new AtomicInteger();
        List<DumpedThread> counted = new AbstractList<>() {
            @Override
            public DumpedThread get(int index) {
                scans.addAndGet(index == 0 ? 1 : 0);
                return dump.threads().get(index);
            }

            @Override
            public int size() {
                return dump.threads().size();
            }
        };
        Waits waits = waits(dump.with(counted));
        assertThat(waits.threads()).isEqualTo(threads);
        return scans.get();
    }

    private static Waits waits(ThreadDumpFile dump) {
        return DumpWaits.of(List.of(dump), name -> null, RequestEvidence.Proofs.NONE);
    }

    @Test
    void virtual_threads_without_frames_on_jdk_21_are_counted_as_such() throws IOException {
        Waits waits = waits(read("8840\n2026-11-25T00:41:57.4Z\n21.0.8+9-LTS\n\n#1 \"main\"\n\n"
                + "#20 \"\" virtual\n\n#21 \"\" virtual\n\n"));
        assertThat(waits.threads()).isZero();
        assertThat(waits.limits()).contains(Limit.of(LimitKind.DUMP_WITHOUT_FRAMES, "dump.txt", 2));
        assertThat(LimitText.sentence(Limit.of(LimitKind.DUMP_WITHOUT_FRAMES, "dump.txt", 2)))
                .isEqualTo("dump.txt: 2 threads show no frames; what they wait for is not known,"
                        + " and they are not counted");
    }

    @Test
    void what_stands_before_a_cut_is_kept_and_the_cut_is_told() throws IOException {
        ThreadDumpFile cut =
                read(HEAD + MAIN + HOLDER + "#23 \"\" virtual WAITING 2026-11-25T00:41:59Z\n    at com.acme.C");
        assertThat(cut.threads()).hasSize(2);
        assertThat(cut.damage()).isEqualTo("it ends within thread #23; what stands before it is used");
        assertThat(read(HEAD + MAIN + "#2").damage()).startsWith("it ends or is damaged after 1 threads");
        assertThat(read(HEAD + MAIN + HEAD + MAIN).damage()).isEqualTo(DumpReader.FOLLOWED);
    }

    @Test
    void a_number_that_no_thread_can_have_is_none_as_in_the_other_formats() throws IOException {
        String number = "99999999999999999999";
        ThreadDumpFile dump = read(HEAD + "#" + number + " \"x\" WAITING 2026-11-25T00:41:59Z\n\n"
                + HOLDER.replace("owner #30", "owner #" + number));
        assertThat(dump.damage()).isNull();
        assertThat(dump.threads()).extracting(DumpedThread::tid).containsExactly(0L, 22L);
        assertThat(dump.threads().get(1).awaits().parkBlockerOwner()).isZero();
    }

    @Test
    void another_text_is_none() {
        assertThat(PlainDumpReader.isDump(HEAD + HOLDER)).isTrue();
        assertThat(PlainDumpReader.isDump("2026-11-25 00:14:07\nServer started\n"))
                .isFalse();
        assertThatThrownBy(() -> read("a\nb\nc\n")).isInstanceOf(IOException.class);
    }
}
