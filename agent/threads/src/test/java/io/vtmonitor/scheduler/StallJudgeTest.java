package io.vtmonitor.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.text.StallText;
import io.vtmonitor.scheduler.StallJudge.Judgement;
import io.vtmonitor.threads.Carrier;
import io.vtmonitor.threads.CarrierSnapshot;
import io.vtmonitor.threads.CarrierSnapshot.Wait;
import io.vtmonitor.threads.ClassWait;
import io.vtmonitor.threads.LiveGraph;
import io.vtmonitor.threads.RunningInitializer;
import io.vtmonitor.threads.StackEdges;
import io.vtmonitor.threads.ToldGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StallJudgeTest {
    private final Object lock = new Object();
    private final Thread somebody = new Thread(() -> {}, "somebody");

    @Test
    void an_owner_that_could_run_and_has_no_carrier_is_a_deadlock_for_certain() {
        Judgement judged =
                judge(Whereabouts.WAITS_FOR_CARRIER, new LockWait(lock, somebody, null), held(Wait.PARKED, lock));

        assertThat(judged.pattern()).isEqualTo(StallPattern.LOCK_WITHOUT_CARRIER);
        assertThat(judged.confidence()).isEqualTo(Confidence.EXACT);
        assertThat(StallText.verdict(judged.facts()))
                .contains("\"somebody\" owns java.lang.Object@", "has no carrier to run on");
    }

    @Test
    void an_owner_that_waits_for_something_else_is_likely_one() {
        Judgement judged = judge(Whereabouts.UNMOUNTED, new LockWait(lock, somebody, null), held(Wait.PARKED, lock));

        assertThat(judged.pattern()).isEqualTo(StallPattern.LOCK_WITHOUT_CARRIER);
        assertThat(judged.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(StallText.verdict(judged.facts()))
                .contains("and waits for something else, after which it will find no carrier");
    }

    @ParameterizedTest
    @EnumSource(
            value = Whereabouts.class,
            names = {"PLATFORM", "MOUNTED"})
    void an_owner_that_runs_is_no_deadlock_but_carriers_held_by_pins(Whereabouts where) {
        Judgement judged = judge(where, new LockWait(lock, somebody, null), held(Wait.PARKED, lock));

        assertThat(judged.pattern()).isEqualTo(StallPattern.PINS);
        assertThat(StallText.verdict(judged.facts()))
                .contains(" It waits for a lock. The lock is held by ", "\"somebody\"");
    }

    @Test
    void a_lock_that_half_of_the_carriers_wait_for_is_not_what_most_of_them_want() {
        LockWait wait = new LockWait(lock, somebody, null);
        CarrierSnapshot waits = held(Wait.PARKED, lock);
        CarrierSnapshot other = held(Wait.WAITS_FOR_NOTIFY, null);
        assertThat(StallText.verdict(
                        judge(Whereabouts.PLATFORM, wait, waits, other).facts()))
                .doesNotContain("a lock", "The lock");
        CarrierSnapshot more = held(Wait.PARKED, lock);
        assertThat(StallText.verdict(
                        judge(Whereabouts.PLATFORM, wait, waits, other, more).facts()))
                .contains(" 2 of them wait for the same lock. The lock is held by ");
    }

    @Test
    void monitors_told_by_class_files_are_one_where_the_same_thread_owns_what_each_waits_for() {
        ToldGraph graph = new ToldGraph().thread(somebody, false, Phase.MOUNTED, null);
        List<CarrierSnapshot> held = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CarrierSnapshot each = held(Wait.ENTERS_MONITOR, null);
            Thread thread = each.carrier().virtualThread();
            Thing entered = StackEdges.enteredBy(thread, "this");
            graph.waits(thread, entered, false);
            graph.has(entered, somebody, -1, How.OWNS, Confidence.LIKELY);
            held.add(each);
        }
        assertThat(StallText.verdict(
                        new StallJudge(false).judge(held, graph.graph()).facts()))
                .contains(" They all wait for the same monitor. The monitor is likely held by ");
    }

    @Test
    void a_lock_that_nobody_owns_is_judged_by_whose_turn_it_is() {
        Judgement judged =
                judge(Whereabouts.WAITS_FOR_CARRIER, new LockWait(lock, null, somebody), held(Wait.PARKED, lock));

        assertThat(judged.pattern()).isEqualTo(StallPattern.LOCK_WITHOUT_CARRIER);
        assertThat(StallText.verdict(judged.facts()))
                .startsWith("Nobody owns java.lang.Object@")
                .contains("\"somebody\"'s turn");
        assertThat(judged.confidence())
                .as("of a semaphore or a read lock nobody is the owner, free or not")
                .isEqualTo(Confidence.LIKELY);
    }

    @Test
    void a_lock_that_a_thread_without_a_carrier_reads_under_has_an_owner() {
        CarrierSnapshot writes = held(Wait.PARKED, lock);
        Thing thing = new Thing(Kind.LOCK, "java.lang.Object", null, lock);
        ToldGraph graph = new ToldGraph().thread(somebody, true, Phase.READY, null);
        graph.has(LiveGraph.CARRIERS, writes.carrier().virtualThread(), -1, How.OWNS, Confidence.EXACT);
        graph.waits(writes.carrier().virtualThread(), thing, false);
        graph.waits(somebody, LiveGraph.CARRIERS, false);
        graph.has(thing, somebody, -1, How.SHARES, Confidence.EXACT);
        Judgement judged = new StallJudge(false).judge(List.of(writes), graph.graph());
        assertThat(judged.pattern()).isEqualTo(StallPattern.LOCK_WITHOUT_CARRIER);
        assertThat(StallText.verdict(judged.facts()))
                .contains("\"somebody\" owns java.lang.Object@", "has no carrier to run on")
                .doesNotContain("Nobody owns");
    }

    @Test
    void a_deadlock_is_likely_where_one_carrier_is_held_by_something_that_may_end() {
        LockWait wait = new LockWait(lock, somebody, null);
        CarrierSnapshot forATime = new CarrierSnapshot(
                new Carrier(new Thread(), new Object(), new Thread()),
                Thread.State.TIMED_WAITING,
                Wait.PARKED,
                lock,
                List.of(),
                null,
                Set.of(),
                null);

        for (CarrierSnapshot other :
                List.of(held(Wait.WAITS_FOR_NOTIFY, null), held(Wait.ENTERS_MONITOR, null), forATime)) {
            Judgement judged = judge(Whereabouts.WAITS_FOR_CARRIER, wait, held(Wait.PARKED, lock), other);
            assertThat(judged.pattern()).isEqualTo(StallPattern.LOCK_WITHOUT_CARRIER);
            assertThat(judged.confidence()).as("%s", other.doing()).isEqualTo(Confidence.LIKELY);
        }
    }

    @Test
    void waits_with_a_time_limit_end_by_themselves() {
        CarrierSnapshot forATime = new CarrierSnapshot(
                new Carrier(new Thread(), new Object(), new Thread()),
                Thread.State.TIMED_WAITING,
                Wait.PARKED,
                lock,
                List.of(),
                null,
                Set.of(),
                null);
        LockWait wait = new LockWait(lock, null, somebody);
        assertThat(StallText.verdict(
                        judge(Whereabouts.WAITS_FOR_CARRIER, wait, forATime).facts()))
                .endsWith(" That wait ends by itself.");
        assertThat(StallText.verdict(judge(Whereabouts.WAITS_FOR_CARRIER, wait, forATime, held(Wait.PARKED, lock))
                        .facts()))
                .endsWith(" 1 of these waits ends by itself.");
        LockWait owned = new LockWait(lock, somebody, null);
        assertThat(StallText.verdict(
                        judge(Whereabouts.UNMOUNTED, owned, forATime).facts()))
                .contains("and waits for something else, while ")
                .doesNotContain("no carrier");
    }

    @Test
    void a_class_whose_initializer_nobody_is_seen_to_run_is_likely_what_is_waited_for() {
        Judgement judged = judge(Whereabouts.PLATFORM, null, held(Wait.WAITS_FOR_CLASS, null));

        assertThat(judged.pattern()).isEqualTo(StallPattern.CLASS_INITIALIZER);
        assertThat(judged.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(StallText.verdict(judged.facts())).contains("No thread is seen running its static initializer");
    }

    @Test
    void initializers_that_wait_for_each_other_are_a_deadlock() {
        Thread left = new Thread("left");
        Thread right = new Thread("right");
        Judgement judged = judge(
                Whereabouts.PLATFORM,
                null,
                waitsFor(left, new RunningInitializer("B", right, List.of())),
                waitsFor(right, new RunningInitializer("A", left, List.of())));

        assertThat(judged.pattern()).isEqualTo(StallPattern.DEADLOCK);
        assertThat(judged.confidence()).isEqualTo(Confidence.EXACT);
        assertThat(StallText.verdict(judged.facts()))
                .containsPattern(
                        "\"left\" waits for the initialization of class B that virtual thread #\\d+ \"right\" runs")
                .containsPattern(
                        "\"right\" waits for the initialization of class A that virtual thread #\\d+ \"left\" runs");
    }

    private static CarrierSnapshot waitsFor(Thread waiter, RunningInitializer initializer) {
        return new CarrierSnapshot(
                new Carrier(new Thread(), new Object(), waiter),
                Thread.State.RUNNABLE,
                Wait.WAITS_FOR_CLASS,
                null,
                List.of(),
                null,
                Set.of(),
                new ClassWait(initializer.className(), initializer, Confidence.EXACT));
    }

    @Test
    void carriers_in_native_calls_computing_or_both_are_told_apart() {
        CarrierSnapshot calls = held(Wait.NATIVE_CALL, null);
        CarrierSnapshot computes = held(Wait.COMPUTES, null);

        assertThat(judge(Whereabouts.PLATFORM, null, calls, calls).pattern()).isEqualTo(StallPattern.NATIVE_CALLS);
        assertThat(judge(Whereabouts.PLATFORM, null, computes, computes).pattern())
                .isEqualTo(StallPattern.CPU);
        Judgement both = judge(Whereabouts.PLATFORM, null, calls, computes);
        assertThat(both.pattern()).isEqualTo(StallPattern.UNKNOWN);
        assertThat(both.confidence()).isEqualTo(Confidence.UNKNOWN);
        assertThat(StallText.verdict(both.facts())).startsWith("All 2 carriers are held, for several reasons: ");
    }

    @Test
    void threads_that_wait_for_what_a_native_call_has_are_not_a_second_reason() {
        CarrierSnapshot writes = held(Wait.NATIVE_CALL, null, somebody, null);
        LockWait wait = new LockWait(lock, somebody, null);

        Judgement one = judge(Whereabouts.MOUNTED, wait, held(Wait.PARKED, lock), writes);
        assertThat(one.pattern()).isEqualTo(StallPattern.NATIVE_CALLS);
        assertThat(one.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(StallText.verdict(one.facts()))
                .isEqualTo("1 of 2 carriers is in a native call: com.acme.Dao.save:12. The thread on 1 more waits for a"
                        + " lock or a monitor that is likely held there.");

        Judgement another =
                judge(Whereabouts.MOUNTED, wait, held(Wait.PARKED, lock), writes, held(Wait.WAITS_FOR_NOTIFY, null));
        assertThat(another.pattern())
                .as("nobody knows what one of them waits for")
                .isEqualTo(StallPattern.UNKNOWN);
    }

    @Test
    void a_thread_that_waits_for_what_nobody_on_a_carrier_has_is_a_second_reason() {
        Judgement judged = judge(
                Whereabouts.PLATFORM,
                new LockWait(lock, somebody, null),
                held(Wait.PARKED, lock),
                held(Wait.COMPUTES, null));
        assertThat(judged.pattern()).isEqualTo(StallPattern.UNKNOWN);
    }

    @Test
    void a_class_that_is_waited_for_is_as_sure_as_what_connects_it_with_the_initializer() {
        Judgement exact = judge(Whereabouts.PLATFORM, null, waits(Confidence.LIKELY), waits(Confidence.EXACT));
        assertThat(exact.pattern()).isEqualTo(StallPattern.CLASS_INITIALIZER);
        assertThat(exact.confidence()).isEqualTo(Confidence.EXACT);
        assertThat(StallText.verdict(exact.facts()))
                .contains(
                        "Class com.acme.Super is not initialized",
                        "wait for the class before com.acme.Sub can be used");

        Judgement likely = judge(Whereabouts.PLATFORM, null, waits(Confidence.LIKELY));
        assertThat(likely.pattern()).isEqualTo(StallPattern.CLASS_INITIALIZER);
        assertThat(likely.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(StallText.verdict(likely.facts())).contains("that are likely to wait for the class");
    }

    @Test
    void what_holds_the_other_carriers_leaves_a_class_that_is_waited_for_likely() {
        Judgement judged =
                judge(Whereabouts.PLATFORM, null, waits(Confidence.EXACT), held(Wait.WAITS_FOR_NOTIFY, null));
        assertThat(judged.pattern()).isEqualTo(StallPattern.CLASS_INITIALIZER);
        assertThat(judged.confidence()).isEqualTo(Confidence.LIKELY);
    }

    @Test
    void an_initializer_on_a_carrier_that_others_wait_for_need_not_be_blocked() {
        Judgement judged = judge(
                Whereabouts.PLATFORM, null, waits(Confidence.EXACT), held(Wait.NATIVE_CALL, null, somebody, null));
        assertThat(judged.pattern()).isEqualTo(StallPattern.CLASS_INITIALIZER);
        assertThat(judged.confidence()).isEqualTo(Confidence.EXACT);
        assertThat(StallText.verdict(judged.facts()))
                .contains("\"somebody\" runs its static initializer, still in com.acme.Super.<clinit>");
    }

    @Test
    void computing_is_likely_where_a_class_may_be_waited_for_and_for_certain_where_none_is() {
        Judgement likely = judge(
                Whereabouts.PLATFORM,
                null,
                held(Wait.COMPUTES, null),
                held(Wait.COMPUTES, null, new Thread("computes"), wait(Confidence.UNKNOWN)));
        assertThat(likely.pattern()).isEqualTo(StallPattern.CPU);
        assertThat(likely.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(StallText.verdict(likely.facts()))
                .contains("the static initializer of class com.acme.Super is under way");

        Judgement exact = judge(Whereabouts.PLATFORM, null, held(Wait.COMPUTES, null));
        assertThat(exact.confidence()).isEqualTo(Confidence.EXACT);
    }

    @Test
    void computing_is_likely_where_only_the_process_is_seen_to_use_processors() {
        Judgement likely = judge(Whereabouts.PLATFORM, null, held(Wait.LIKELY_COMPUTES, null));
        assertThat(likely.pattern()).isEqualTo(StallPattern.CPU);
        assertThat(likely.confidence()).isEqualTo(Confidence.LIKELY);
    }

    @Test
    void threads_that_show_as_running_and_use_no_processor_do_not_compute() {
        CarrierSnapshot idle = held(Wait.IDLE, null);
        Judgement judged = judge(Whereabouts.PLATFORM, null, idle, idle);
        assertThat(judged.pattern()).isEqualTo(StallPattern.UNKNOWN);
        assertThat(judged.confidence()).isEqualTo(Confidence.UNKNOWN);
        assertThat(StallText.verdict(judged.facts()))
                .isEqualTo("All 2 carriers are held by threads that show as running but hardly use a processor: "
                        + "com.acme.Dao.save:12. A call of the foreign function API looks like this.");
        assertThat(judge(Whereabouts.PLATFORM, null, idle, held(Wait.COMPUTES, null))
                        .pattern())
                .isEqualTo(StallPattern.UNKNOWN);
    }

    @Test
    void where_no_carriers_thread_can_be_seen_that_is_said() {
        assertThat(StallText.verdict(judge(Whereabouts.PLATFORM, null).facts()))
                .isEqualTo("Which threads hold the carriers can't be seen.");
    }

    private Judgement judge(Whereabouts where, LockWait wait, CarrierSnapshot... held) {
        ToldGraph graph = new ToldGraph();
        Thing thing = new Thing(Kind.LOCK, "java.lang.Object", null, lock);
        for (CarrierSnapshot each : held) {
            Thread thread = each.carrier().virtualThread();
            graph.has(LiveGraph.CARRIERS, thread, -1, How.OWNS, Confidence.EXACT);
            if (each.blocker() == lock) {
                graph.waits(thread, thing, each.state() == Thread.State.TIMED_WAITING);
            }
        }
        if (wait != null) {
            Thread first = wait.owner() == null ? wait.next() : wait.owner();
            switch (where) {
                case PLATFORM -> graph.thread(first, false, Phase.MOUNTED, null);
                case MOUNTED -> graph.thread(first, true, Phase.MOUNTED, "carrier");
                case WAITS_FOR_CARRIER -> {
                    graph.thread(first, true, Phase.READY, null);
                    graph.waits(first, LiveGraph.CARRIERS, false);
                }
                case UNMOUNTED -> graph.thread(first, true, Phase.PARKED, null);
            }
            graph.has(
                    thing,
                    first,
                    -1,
                    wait.owner() == null ? How.IS_NEXT : How.OWNS,
                    wait.owner() == null ? Confidence.LIKELY : Confidence.EXACT);
        }
        StackEdges.add(graph, List.of(held), StackEdges.Owners.BY_JVM);
        return new StallJudge(false).judge(List.of(held), graph.graph());
    }

    /** Where who has the lock is. */
    private enum Whereabouts {
        PLATFORM,
        MOUNTED,
        WAITS_FOR_CARRIER,
        UNMOUNTED
    }

    /** Who has the lock, or is next. */
    private record LockWait(Object lock, Thread owner, Thread next) {}

    private CarrierSnapshot waits(Confidence confidence) {
        return held(Wait.WAITS_FOR_CLASS, null, new Thread("waits"), wait(confidence));
    }

    private ClassWait wait(Confidence confidence) {
        StackTraceElement frame = new StackTraceElement("com.acme.Super", "<clinit>", "Super.java", 3);
        return new ClassWait(
                "com.acme.Sub", new RunningInitializer("com.acme.Super", somebody, List.of(frame)), confidence);
    }

    private static CarrierSnapshot held(Wait doing, Object blocker) {
        return held(doing, blocker, new Thread("holder"), null);
    }

    private static CarrierSnapshot held(Wait doing, Object blocker, Thread thread, ClassWait classWait) {
        List<StackTraceElement> trace = List.of(new StackTraceElement("com.acme.Dao", "save", "Dao.java", 12));
        return new CarrierSnapshot(
                new Carrier(thread, thread, thread),
                Thread.State.WAITING,
                doing,
                blocker,
                trace,
                null,
                Set.of(),
                classWait);
    }
}
