package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Watched;
import io.vtmonitor.stall.AtThreadLimit;
import io.vtmonitor.stall.StandsStill;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** JVMs that stand still and are freed, by the command and by the agent; and some that have to be left alone. */
class RescueIT {
    private static final String PROGRAM = StandsStill.class.getName();

    @TempDir
    private Path directory;

    static Stream<Arguments> freed() {
        return Jdks.inTurn().map(jdk -> jdk == 21 ? arguments(jdk, "lock-next", 2) : arguments(jdk, "initializer", 1));
    }

    @ParameterizedTest(name = "JDK {0}: {1}, parallelism {2}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("freed")
    void the_command_says_who_holds_what_and_frees_it_and_a_second_one_finds_nothing_to_do(
            int jdk, String program, int carriers) throws Exception {
        try (ChildJvm jvm = start(jdk, program, carriers, List.of())) {
            jvm.awaitOut("ready"::equals);
            ChildJvm.Exit freed = rescue(jvm, "--yes");
            assertThat(said(freed))
                    .contains("STALL: no virtual thread got a carrier", "ForkJoinPool-1-worker-1: virtual thread #")
                    .containsPattern("RESCUE: freed, with \\d+ more carriers? (1 of the 1|2 of the 2) virtual threads")
                    .contains("The parallelism is " + carriers + " again.");
            assertThat(freed.code()).isZero();
            jvm.awaitOut("finished"::equals);

            ChildJvm.Exit second = rescue(jvm, "--yes");
            assertThat(said(second))
                    .contains(
                            "Nothing was changed. No virtual thread waits for a carrier.",
                            "java -jar vt-monitor.jar watch " + jvm.pid());
            assertThat(second.code()).isEqualTo(1);
        }
    }

    /** A job that was freed is done at once: whether it is still there to answer is a matter of chance. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_job_that_ends_as_soon_as_it_is_freed_is_reported_as_freed_or_as_ended() throws Exception {
        try (ChildJvm jvm = start(21, "lock-next", 2, List.of())) {
            jvm.awaitOut("ready"::equals);
            jvm.endInput();
            ChildJvm.Exit freed = rescue(jvm, "--yes");
            assertThat(said(freed))
                    .containsAnyOf(
                            "RESCUE: freed",
                            "process " + jvm.pid() + " ended after carriers were added. It may have made progress and"
                                    + " finished");
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void nothing_is_done_where_nobody_says_yes() throws Exception {
        try (ChildJvm jvm = start(21, "semaphore", 2, List.of())) {
            jvm.awaitOut("ready"::equals);
            ChildJvm.Exit asked = rescue(jvm);
            assertThat(said(asked)).contains("More carriers may free it", "[y/N]", "nothing was done");
            assertThat(asked.code()).isEqualTo(1);
            assertThat(jvm.printed()).doesNotContain("finished");
            assertThat(rescue(jvm, "--yes").code()).isZero();
            jvm.awaitOut("finished"::equals);
        }
    }

    @ParameterizedTest(name = "JDK {0}: {1}")
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource(delimiter = '|', textBlock = """
                    21 | lock-order-of-locks    | a lock-order deadlock. More carriers do not help
                    21 | own-initializer        | A class initializer waits for a thread that waits for that same class
                    25 | circle-of-initializers | A class initializer waits for a thread that waits for that same class
                    25 | computes               | The carriers are computing
                    """)
    void what_more_carriers_can_not_end_is_left_alone_with_the_reason(int jdk, String program, String reason)
            throws Exception {
        try (ChildJvm jvm = start(jdk, program, 2, List.of())) {
            jvm.awaitOut("ready"::equals);
            ChildJvm.Exit left = rescue(jvm, "--yes");
            assertThat(said(left)).contains("Nothing was changed. ", reason).doesNotContain("RESCUE:");
            assertThat(left.code()).isEqualTo(1);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void the_probe_of_the_agent_is_no_thread_that_waits_for_a_carrier() throws Exception {
        try (ChildJvm jvm = start(21, "nobody-queues", 2, List.of("stall=1s"))) {
            assertThat(jvm.awaitErr(line -> line.startsWith("vt-monitor: STALL")))
                    .contains("none of the application's waits for one");
            ChildJvm.Exit left = rescue(jvm, "--yes");
            assertThat(said(left))
                    .contains("Nothing was changed. No virtual thread waits for a carrier, so more carriers would not")
                    .doesNotContain("STALL");
            assertThat(left.code()).isEqualTo(1);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_deadlock_on_the_carriers_is_shown_even_if_nobody_waits_for_one() throws Exception {
        try (ChildJvm jvm = start(21, "circle-and-nobody-queues", 2, List.of())) {
            jvm.awaitOut("ready"::equals);
            ChildJvm.Exit left = rescue(jvm, "--yes");
            assertThat(said(left))
                    .contains(
                            "A deadlock: threads wait for each other.", "Nothing was changed. No virtual thread waits");
            assertThat(left.code()).isEqualTo(1);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void the_agent_frees_it_by_itself_if_asked_to_and_counts_it() throws Exception {
        try (ChildJvm jvm = start(21, "lock-owner", 2, List.of("rescue=on", "stall=1s", "port=0"))) {
            jvm.awaitOut("finished"::equals);
            assertThat(jvm.awaitErr(line -> line.startsWith("vt-monitor: RESCUE")))
                    .contains("RESCUE: freed, with 1 more carrier", "The parallelism is 2 again.");
            String serving = jvm.awaitErr(line -> line.contains("http://")).replaceAll(".*(http://[^ ]*/).*", "$1");
            assertThat(Scrape.value(serving, "vthread_rescues_total{result=\"freed\"}"))
                    .isEqualTo(1);
        }
    }

    /** The limit is one on address space, which holds for root, too: each stack takes 64 MB of it. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void in_a_jvm_that_gets_no_more_threads_no_carrier_is_added_and_the_application_lives_on() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .by("prlimit", "--as=4000000000")
                .flags(List.of("-Xmx128m", "-XX:ThreadStackSize=65536", "-XX:ReservedCodeCacheSize=48m"))
                .flags(List.of("-XX:CompressedClassSpaceSize=64m", "-Djdk.virtualThreadScheduler.parallelism=2"))
                .agent("rescue=on", "stall=5s", "port=0")
                .main(List.of(Watched.testClasses()), AtThreadLimit.class.getName(), List.of("lock-next", "2"))
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("http://")).replaceAll(".*(http://[^ ]*/).*", "$1");
            jvm.awaitErr(line -> line.startsWith("vt-monitor: watching"));
            jvm.send("the agent has its threads");
            jvm.awaitOut("no more threads"::equals);
            assertThat(jvm.awaitErr(line -> line.startsWith("vt-monitor: RESCUE")))
                    .contains("RESCUE: not freed, no carrier could be added: java.lang.OutOfMemoryError")
                    .contains("The parallelism is 2 again.");
            jvm.send("the other threads end");
            assertThat(said(rescue(jvm, "--yes"))).contains("RESCUE: freed, with 1 more carrier");
            jvm.awaitOut("finished"::equals);
            assertThat(Scrape.value(serving, "vthread_rescues_total{result=\"not_freed\"}"))
                    .isEqualTo(1);
        }
    }

    /** On a busy machine, a carrier may have had too little of a processor to be seen to compute. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void the_agent_leaves_a_jvm_alone_that_computes() throws Exception {
        try (ChildJvm jvm = start(25, "computes", 1, List.of("rescue=on", "stall=1s"))) {
            assertThat(jvm.awaitErr(line -> line.startsWith("vt-monitor: RESCUE")))
                    .contains("RESCUE: nothing was done. ")
                    .containsAnyOf("The carriers are computing", "Not all carriers are seen to be blocked");
        }
    }

    private ChildJvm start(int jdk, String program, int carriers, List<String> options) throws IOException {
        ChildJvm.Builder builder =
                ChildJvm.on(jdk, directory).flags(List.of("-Djdk.virtualThreadScheduler.parallelism=" + carriers));
        if (!options.isEmpty()) {
            builder.agent(options.toArray(String[]::new));
        }
        return builder.main(List.of(Watched.testClasses()), PROGRAM, List.of(program, String.valueOf(carriers)))
                .start();
    }

    private ChildJvm.Exit rescue(ChildJvm jvm, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("rescue", String.valueOf(jvm.pid())));
        arguments.addAll(List.of(options));
        return ChildJvm.on(25, directory)
                .commandLine(arguments.toArray(String[]::new))
                .run();
    }

    private static String said(ChildJvm.Exit exit) {
        return String.join("\n", exit.err());
    }
}
