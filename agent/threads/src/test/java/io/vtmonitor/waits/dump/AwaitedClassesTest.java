package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.StackResolver.Uses;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Threads in static initializers, as dumps of {@code dump_to_file} show them. */
class AwaitedClassesTest {
    private static final String A = thread(22, "RUNNABLE", "app.A.<clinit>(A.java:7)");
    private static final String B = thread(24, "RUNNABLE", "app.B.<clinit>(B.java:8)");
    private static final Map<String, Uses> LINES = Map.of(
            "app.A:7", asks("app.B", true, false),
            "app.B:8", asks("app.A", true, false),
            "app.Handler:3", asks("app.A", true, false));

    private static Uses asks(String type, boolean complete, boolean loops) {
        return new Uses(Map.of(type, Set.of(type)), complete, loops);
    }

    private static String thread(int number, String state, String... frames) {
        String at = " at java.base/java.lang.VirtualThread.run(VirtualThread.java:460)\n";
        return "#" + number + " \"req\" virtual " + state + " 2026-11-28T10:00:01Z\n at "
                + String.join("\n at ", frames) + "\n" + at + "\n";
    }

    private static ThreadDumpFile dump(int second, String threads) throws IOException {
        String text = "4711\n2026-11-28T10:00:0" + second + "Z\n25.0.3+9\n\n" + threads;
        return PlainDumpReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "dump.txt");
    }

    private static Waits waits(Map<String, Uses> lines, ThreadDumpFile... dumps) {
        List<ThreadDumpFile> completed = new ArrayList<>();
        for (ThreadDumpFile dump : dumps) {
            completed.add(AwaitedClasses.in(
                    dump,
                    frame -> lines.getOrDefault(
                            frame.getClassName() + ":" + frame.getLineNumber(), new Uses(Map.of(), false, false))));
        }
        return DumpWaits.of(completed, name -> null, RequestEvidence.Proofs.NONE);
    }

    private static List<Limit> initializers(Waits waits) {
        return waits.limits().stream()
                .filter(limit -> limit.kind() == LimitKind.INITIALIZERS_IN_DUMP)
                .toList();
    }

    @Test
    void initializers_whose_lines_ask_for_each_others_classes_are_likely_a_deadlock() throws IOException {
        Waits waits = waits(LINES, dump(1, A + B), dump(4, A + B));

        assertThat(waits.verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.confidence()).isEqualTo(Confidence.LIKELY);
            assertThat(((Deadlock) verdict.facts()).links())
                    .extracting(link -> link.at() + " " + link.name())
                    .containsExactlyInAnyOrder("app.A.<clinit>:7 app.B", "app.B.<clinit>:8 app.A");
        });
        assertThat(initializers(waits)).isEmpty();
    }

    @Test
    void without_class_files_it_is_a_fact_that_they_do_not_move_and_no_verdict() throws IOException {
        Waits waits = waits(Map.of(), dump(1, A + B), dump(4, A + B));

        assertThat(waits.verdicts()).isEmpty();
        assertThat(initializers(waits))
                .containsExactly(Limit.of(
                        LimitKind.INITIALIZERS_IN_DUMP,
                        2,
                        "#22, #24",
                        "at app.A.<clinit>:7; at app.B.<clinit>:8",
                        3.0));
        String elsewhere = A.replace("A.java:7", "A.java:6");
        assertThat(initializers(waits(Map.of(), dump(1, elsewhere + B), dump(4, A + B))))
                .extracting(limit -> limit.seconds("seconds"))
                .containsExactly(0.0);
    }

    @Test
    void a_line_in_a_loop_or_with_calls_that_stacks_leave_out_may_compute() throws IOException {
        Map<String, Uses> loops = Map.of("app.A:7", asks("app.B", true, true), "app.B:8", asks("app.A", true, true));
        Map<String, Uses> hidden =
                Map.of("app.A:7", asks("app.B", false, false), "app.B:8", asks("app.A", true, false));

        assertThat(waits(loops, dump(1, A + B)).verdicts()).isEmpty();
        assertThat(waits(hidden, dump(1, A + B)).verdicts()).isEmpty();
    }

    @Test
    void a_state_of_waiting_tells_a_loop_from_a_wait() throws IOException {
        Map<String, Uses> loops = Map.of("app.A:7", asks("app.B", true, true), "app.B:8", asks("app.A", true, true));
        String both = A.replace("RUNNABLE", "WAITING") + B.replace("RUNNABLE", "WAITING");

        assertThat(waits(loops, dump(1, both)).verdicts()).hasSize(1);
    }

    @Test
    void a_thread_that_waits_for_an_initializer_which_goes_on_is_in_no_deadlock() throws IOException {
        String sleeps = thread(
                24, "TIMED_WAITING", "java.base/java.lang.Thread.sleep(Thread.java:509)", "app.B.<clinit>(B.java:8)");
        Waits waits = waits(LINES, dump(1, A + sleeps), dump(4, A + sleeps));

        assertThat(waits.verdicts()).isEmpty();
        assertThat(initializers(waits)).isEmpty();
    }

    @Test
    void threads_that_wait_for_one_of_the_initializers_are_counted() throws IOException {
        String handler = thread(30, "RUNNABLE", "app.Handler.handle(Handler.java:3)");

        assertThat(waits(LINES, dump(1, A + B + handler)).verdicts())
                .extracting(WaitVerdict::facts)
                .singleElement()
                .satisfies(facts -> assertThat(((Deadlock) facts).behind()).isEqualTo(1));
    }

    @Test
    void which_class_it_is_is_not_told_where_several_threads_run_an_initializer_of_that_name() throws IOException {
        String another = B.replace("#24", "#25");

        assertThat(waits(LINES, dump(1, A + B + another)).verdicts()).isEmpty();
    }
}
