package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import org.junit.jupiter.api.Test;

/** Dumps as JDK 21 and 25 print them, shortened. */
class HeldCarriersTest {
    private static final String OTHERS = """
            2026-11-22 14:59:53
            Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode):

            "main" #1 [7] prio=5 os_prio=0 cpu=80.02ms elapsed=99.03s tid=0x00007fc79c2efb90 nid=7 waiting on condition
               java.lang.Thread.State: TIMED_WAITING (sleeping)
            \tat java.lang.Thread.sleep0(java.base@21.0.8/Native Method)

            """;
    private static final String IN_INITIALIZER = """
               Mounted virtual thread #%d
            \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
            \tat java.lang.VirtualThread.parkOnCarrierThread(java.base@25.0.3/VirtualThread.java:817)
            \tat app.Config.<clinit>(Config.java:34)
            \tat app.Main.lambda$main$23(Main.java:22)
            """;
    private static final String WAITING = """
               Mounted virtual thread #%d
            \tat app.Main.lambda$main$23(Main.java:22)
            \t- waiting on the Class initialization monitor for app.Config
            \tat java.lang.Thread.runWith(java.base@25.0.3/Thread.java:1487)
            """;
    private static final String COMPUTING = """
               Mounted virtual thread #%d
            \tat app.Main.compute(Main.java:22)
            """;
    private static final String WAKING_ANOTHER = """
               Mounted virtual thread #%d
            \tat jdk.internal.misc.Unsafe.unpark(java.base@25.0.3/Native Method)
            \tat java.util.concurrent.locks.ReentrantLock.unlock(java.base@25.0.3/ReentrantLock.java:495)
            \tat app.Main.turn(Main.java:22)
            """;
    private static final String DUMPING = """
               Mounted virtual thread #%d
            \tat jdk.jfr.internal.JVM.emitEvent(jdk.jfr@25.0.3/Native Method)
            \tat jdk.jfr.internal.periodic.JVMEventTask.execute(jdk.jfr@25.0.3/JVMEventTask.java:54)
            \tat app.Main.profile(Main.java:22)
            """;

    private final HeldCarriers carriers = new HeldCarriers();

    @Test
    void a_virtual_thread_that_a_dump_of_25_shows_blocked_twice_on_its_carrier_holds_it() {
        dump(carrying(1, 30, 3, 11, IN_INITIALIZER), carrying(2, 32, 1, 11, WAITING), idle(3));
        dump(carrying(1, 30, 3, 25, IN_INITIALIZER), carrying(2, 32, 1, 25, WAITING), idle(3));
        assertThat(carriers.limits())
                .containsExactly(Limit.of(
                        LimitKind.CARRIERS_HELD,
                        2,
                        3,
                        "#30, #32",
                        "at app.Config.<clinit>:34; at app.Main.lambda$main$23:22 waiting for the initialization of"
                                + " app.Config",
                        14));
    }

    @Test
    void without_a_stack_as_on_21_it_is_likely_to() {
        dump(carrying(1, 30, 3, 11, ""), idle(2));
        dump(carrying(1, 30, 3, 25, ""), idle(2));
        assertThat(carriers.limits()).containsExactly(Limit.of(LimitKind.CARRIERS_LIKELY_HELD, 1, 2, "#30", "", 14));
    }

    @Test
    void one_dump_is_enough_where_all_carriers_have_had_next_to_no_processor_time() {
        dump(carrying(1, 30, 3, 11, ""), carrying(2, 32, 1, 11, ""));
        assertThat(carriers.limits())
                .containsExactly(Limit.of(LimitKind.CARRIERS_LIKELY_HELD, 2, 2, "#30, #32", "", 0));
    }

    /** A slow application has used no processor time either. */
    @Test
    void one_dump_is_not_enough_where_something_shows_that_the_carriers_went_on() {
        dump(carrying(1, 30, 3, 11, IN_INITIALIZER));
        assertThat(carriers.limits(1, 2)).extracting(Limit::kind).containsExactly(LimitKind.CARRIERS_HELD);
        assertThat(carriers.limits(1, 1))
                .as("a pin ended a second ago")
                .extracting(Limit::kind)
                .containsExactly(LimitKind.PIN_UNDER_WAY);
        assertThat(carriers.limits(2, 2))
                .as("another carrier can be started")
                .extracting(Limit::kind)
                .containsExactly(LimitKind.PIN_UNDER_WAY);
        dump(carrying(1, 31, 3, 11, ""));
        assertThat(carriers.limits()).as("it went on to another virtual thread").isEmpty();
        dump(carrying(1, 31, 3, 40, ""));
        assertThat(carriers.limits()).as("and stayed there").isNotEmpty();
    }

    @Test
    void one_dump_is_not_enough_where_a_carrier_is_idle_or_has_worked_or_has_just_started() {
        dump(carrying(1, 30, 3, 11, ""), idle(2));
        assertThat(carriers.limits()).isEmpty();
        dump(carrying(1, 31, 3, 11, ""), carrying(2, 32, 500, 11, ""));
        assertThat(carriers.limits()).isEmpty();
        dump(carrying(1, 33, 0, 1, ""));
        assertThat(carriers.limits()).isEmpty();
    }

    @Test
    void a_pin_that_one_dump_shows_is_under_way() {
        dump(carrying(1, 30, 3_000, 11, IN_INITIALIZER), idle(2));
        assertThat(carriers.limits())
                .containsExactly(Limit.of(LimitKind.PIN_UNDER_WAY, 1, "#30", "at app.Config.<clinit>:34"));
    }

    @Test
    void a_native_method_that_one_dump_shows_may_return_at_once_and_is_no_pin() {
        dump(carrying(1, 30, 3_000, 11, WAKING_ANOTHER), idle(2));
        assertThat(carriers.limits()).isEmpty();
    }

    @Test
    void whoever_writes_the_dump_by_starting_or_stopping_the_recording_holds_nothing() {
        dump(carrying(1, 30, 3, 11, DUMPING));
        dump(carrying(1, 30, 3, 25, DUMPING));
        assertThat(carriers.limits()).isEmpty();
        dump(carrying(1, 31, 3, 26, DUMPING));
        assertThat(carriers.limits()).as("stopped by another").isEmpty();
    }

    /** On 21 no stack shows it. */
    @Test
    void a_virtual_thread_that_writes_a_recorded_dump_holds_nothing_and_is_the_one_that_used_most_processor_time() {
        recorded("", carrying(1, 30, 225, 11, ""), carrying(2, 32, 1, 11, ""));
        recorded("", carrying(1, 30, 232, 40, ""), carrying(2, 32, 1, 40, ""));
        assertThat(carriers.limits()).containsExactly(Limit.of(LimitKind.CARRIERS_LIKELY_HELD, 1, 2, "#32", "", 29));
        recorded("", carrying(1, 30, 240, 70, ""), idle(2));
        assertThat(carriers.limits()).as("the other one has gone").isEmpty();
    }

    @Test
    void a_recorded_dump_that_shows_its_writer_has_none_among_the_carriers() {
        String writer = "\n\"main\" #1 [7] prio=5\n\tat jdk.jfr.internal.JVM.emitEvent(jdk.jfr@21.0.8/Native Method)\n";
        recorded(writer, carrying(1, 30, 225, 11, ""), carrying(2, 32, 1, 11, ""));
        recorded(writer, carrying(1, 30, 226, 40, ""), carrying(2, 32, 1, 40, ""));
        assertThat(carriers.limits())
                .containsExactly(Limit.of(LimitKind.CARRIERS_LIKELY_HELD, 2, 2, "#30, #32", "", 29));
    }

    private void recorded(String more, String... workers) {
        carriers.recorded(OTHERS + String.join("\n", workers) + more + "\nJNI global refs: 23, weak refs: 0\n");
    }

    @Test
    void whoever_computes_or_comes_again_or_has_gone_holds_nothing() {
        dump(carrying(1, 30, 3, 11, COMPUTING));
        dump(carrying(1, 30, 3, 25, COMPUTING));
        assertThat(carriers.limits())
                .as("runnable, on a machine that gives it no time")
                .isEmpty();
        dump(carrying(1, 40, 10, 11, ""), idle(2));
        dump(carrying(1, 40, 600, 25, ""), idle(2));
        assertThat(carriers.limits()).as("4 percent of a processor").isEmpty();
        dump(carrying(1, 41, 600, 40, ""), idle(2));
        assertThat(carriers.limits()).as("another virtual thread").isEmpty();
        dump(carrying(1, 41, 600, 60, ""), idle(2));
        assertThat(carriers.limits()).isNotEmpty();
        dump(idle(1), idle(2));
        assertThat(carriers.limits()).as("no carrier is taken any more").isEmpty();
    }

    @Test
    void what_is_cut_off_or_no_dump_at_all_says_nothing() {
        String dump = OTHERS + carrying(1, 30, 3, 11, IN_INITIALIZER);
        for (int end = 0; end < dump.length(); end++) {
            new HeldCarriers().dump(dump.substring(0, end));
        }
        carriers.dump("");
        carriers.dump("\" #\n   Carrying virtual thread #\n\n\"");
        assertThat(carriers.limits()).isEmpty();
    }

    private void dump(String... workers) {
        carriers.dump(OTHERS + String.join("\n", workers) + "\n\"VM Thread\" os_prio=0 cpu=1.00ms elapsed=9.00s\n");
    }

    private static String carrying(int number, int thread, int cpuMillis, int elapsed, String mounted) {
        return "\"ForkJoinPool-1-worker-" + number + "\" #" + (20 + number) + " [9] daemon prio=5 os_prio=0 cpu="
                + cpuMillis + ".00ms elapsed=" + elapsed + ".50s tid=0x00007fc758006ca0  [0x00007fc779cfe000]\n"
                + "   Carrying virtual thread #" + thread + "\n"
                + "\tat jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:251)\n"
                + mounted.formatted(thread);
    }

    private static String idle(int number) {
        return "\"ForkJoinPool-1-worker-" + number + "\" #" + (20 + number)
                + " [9] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.50s tid=0x1 nid=9 waiting on condition\n"
                + "   java.lang.Thread.State: WAITING (parking)\n";
    }
}
