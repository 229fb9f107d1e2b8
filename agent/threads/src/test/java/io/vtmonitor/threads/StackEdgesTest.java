package io.vtmonitor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.LockedObject;
import io.vtmonitor.model.LockedObject.Scope;
import io.vtmonitor.threads.CarrierSnapshot.Wait;
import io.vtmonitor.threads.StackEdges.Owners;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StackEdgesTest {

    private static Set<Long> stuck(CarrierSnapshot... held) {
        ToldGraph graph = new ToldGraph();
        StackEdges.add(graph, List.of(held), Owners.BY_ALL_STACKS);
        Set<Long> stuck = new TreeSet<>();
        graph.graph().stuck().forEach(thread -> stuck.add(thread.id()));
        return stuck;
    }

    @Test
    void threads_that_wait_for_monitors_and_own_others_are_likely_in_a_lock_order_deadlock() {
        assertThat(stuck(waitsAndOwns(), waitsAndOwns())).hasSize(2);
        assertThat(stuck(waitsAndOwns(), waits(), waitsAndOwns()))
                .as("and one more that waits for one of the two")
                .hasSize(3);
    }

    @Test
    void a_monitor_whose_owner_waits_for_something_else_is_no_lock_order_deadlock() {
        CarrierSnapshot sleepsAndOwns = held(Wait.PARKED, Hold.MONITOR);
        assertThat(stuck(waitsAndOwns(), waitsAndOwns(), sleepsAndOwns)).isEmpty();
        assertThat(stuck(waitsAndOwns(), waits())).isEmpty();
        assertThat(stuck()).isEmpty();
    }

    @Test
    void a_line_that_may_own_the_monitor_that_it_waits_for_shows_no_lock_order_deadlock() {
        assertThat(stuck(entersOrOwns(1), entersOrOwns(1))).isEmpty();
        assertThat(stuck(entersOrOwns(2), entersOrOwns(2))).hasSize(2);
    }

    @Test
    void static_fields_of_classes_that_only_have_the_same_name_are_no_monitor_of_each_other() {
        CarrierSnapshot waits = of(Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER, "com/acme/Cache.LOCK");
        CarrierSnapshot owns = of(Wait.PARKED, Hold.MONITOR, "com/acme/Cache.LOCK");
        CarrierSnapshot ownsAnother = of(Wait.PARKED, Hold.MONITOR, "org/other/Cache.LOCK");
        assertThat(owners(waits, owns, ownsAnother)).containsExactly(How.OWNS);
        assertThat(owners(waits, ownsAnother)).containsExactly(How.MAY_OWN);
    }

    @Test
    void a_field_is_likely_the_same_monitor_in_frames_of_one_class() {
        LockedObject field = new LockedObject("field lock", Scope.CLASS);
        CarrierSnapshot waits = held(1, Set.of(), Wait.ENTERS_MONITOR, "field lock", field, Hold.MONITOR_ENTER);
        CarrierSnapshot owns = held(1, Set.of(), Wait.PARKED, "field lock", field, Hold.MONITOR);
        assertThat(owners(waits, owns)).containsExactly(How.OWNS);
        CarrierSnapshot another = held(1, Set.of(), Wait.PARKED, "field lock", field, Hold.MONITOR);
        assertThat(owners(waits, owns, another)).containsExactly(How.MAY_OWN, How.MAY_OWN);
    }

    @Test
    void what_a_call_returned_may_be_what_another_call_of_that_name_returned_and_need_not() {
        String text = "result of get()";
        CarrierSnapshot waits = held(1, Set.of(), Wait.ENTERS_MONITOR, text, null, Hold.MONITOR_ENTER);
        CarrierSnapshot owns = held(1, Set.of(), Wait.PARKED, text, null, Hold.MONITOR);
        assertThat(owners(waits, owns)).containsExactly(How.MAY_OWN);
        CarrierSnapshot one = held(1, Set.of(), Wait.ENTERS_MONITOR, text, null, Hold.MONITOR_ENTER, Hold.MONITOR);
        CarrierSnapshot other = held(1, Set.of(), Wait.ENTERS_MONITOR, text, null, Hold.MONITOR_ENTER, Hold.MONITOR);
        assertThat(stuck(one, other, owns))
                .as("the third may own what they wait for")
                .isEmpty();
    }

    @Test
    void of_threads_that_were_not_all_seen_none_may_be_said_to_own_a_monitor_that_has_no_name() {
        ToldGraph graph = new ToldGraph();
        StackEdges.add(graph, List.of(waitsAndOwns(), waitsAndOwns()), Owners.BY_SOME_STACKS);
        assertThat(graph.graph().stuck()).isEmpty();
    }

    private static List<How> owners(CarrierSnapshot waits, CarrierSnapshot... others) {
        ToldGraph told = new ToldGraph();
        List<CarrierSnapshot> all = new ArrayList<>(List.of(others));
        all.add(waits);
        StackEdges.add(told, all, Owners.BY_ALL_STACKS);
        WaitGraph graph = told.graph();
        return graph.waits().stream()
                .flatMap(wait -> graph.holders(wait.thing()).stream())
                .map(Has::how)
                .toList();
    }

    private static CarrierSnapshot of(Wait doing, Hold hold, String object) {
        return held(1, Set.of(), doing, "static field Cache.LOCK", new LockedObject(object, Scope.PROGRAM), hold);
    }

    private static CarrierSnapshot entersOrOwns(int monitors) {
        return held(monitors, Set.of(0), Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER, Hold.MONITOR);
    }

    private static CarrierSnapshot waitsAndOwns() {
        return held(Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER, Hold.MONITOR);
    }

    private static CarrierSnapshot waits() {
        return held(Wait.ENTERS_MONITOR, Hold.MONITOR_ENTER);
    }

    private static CarrierSnapshot held(Wait doing, Hold... holds) {
        return held(1, Set.of(), doing, holds);
    }

    private static CarrierSnapshot held(int monitors, Set<Integer> unsure, Wait doing, Hold... holds) {
        return held(monitors, unsure, doing, null, null, holds);
    }

    /**
     * @param monitors that the frame owns, or may own
     * @param unsure frames whose line has several instructions that fit
     * @param lock the text of what they lock, null where it is not known
     * @param object what tells it from others
     */
    private static CarrierSnapshot held(
            int monitors,
            Set<Integer> unsure,
            Wait doing,
            @Nullable String lock,
            @Nullable LockedObject object,
            Hold... holds) {
        Thread thread = new Thread("holder");
        Diagnosis plain = Pins.diagnosis("com.acme.Dao.save", false);
        List<Holder> holders = new ArrayList<>();
        for (Hold hold : holds) {
            holders.add(new Holder(
                    plain.blocking().stack().frames().get(0), hold, monitors, lock, Confidence.EXACT, null, object));
        }
        Diagnosis diagnosis = new Diagnosis(
                plain.blocking(),
                plain.site(),
                holders,
                plain.reason(),
                false,
                plain.entry(),
                plain.advice(),
                plain.verdict(),
                plain.unread(),
                false);
        return new CarrierSnapshot(
                new Carrier(thread, thread, thread),
                Thread.State.BLOCKED,
                doing,
                null,
                List.of(),
                diagnosis,
                unsure,
                null);
    }
}
