package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.VerdictText;
import io.vtmonitor.threads.ExecutorEnds;
import io.vtmonitor.threads.LiveGraph;
import io.vtmonitor.threads.ToldGraph;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlockJudgeTest {
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

    private final Thread one = new Thread(() -> {}, "one");
    private final Thread other = new Thread(() -> {}, "other");
    private final Thread third = new Thread(() -> {}, "third");
    private final Thing left = new Thing(Kind.LOCK, LOCK, null, "left");
    private final Thing right = new Thing(Kind.LOCK, LOCK, null, "right");
    private final DeadlockJudge judge = new DeadlockJudge(false);

    private ToldGraph crossed(Confidence ofRight) {
        ToldGraph graph = new ToldGraph();
        graph.has(left, one, -1, How.OWNS, Confidence.EXACT);
        graph.has(right, other, -1, How.OWNS, ofRight);
        graph.waits(one, right, false);
        graph.waits(other, left, false);
        graph.waits(third, left, false);
        return graph;
    }

    private List<Judgment> look(WaitGraph graph) {
        return judge.judge(graph, Instant.EPOCH, circle -> graph);
    }

    @Test
    void a_circle_is_a_verdict_when_the_next_look_finds_the_same_threads() {
        assertThat(look(crossed(Confidence.EXACT).graph())).isEmpty();
        assertThat(look(crossed(Confidence.EXACT).graph())).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(WaitVerdictKind.DEADLOCK);
            assertThat(found.confidence()).isEqualTo(Confidence.EXACT);
            assertThat(found.threads()).isEqualTo(2);
            assertThat(VerdictText.evidence(found.facts()))
                    .contains("\"one\" waits for the lock java.util.concurrent.locks.ReentrantLock that virtual thread")
                    .contains("1 more thread waits for these.");
        });
        assertThat(judge.threads()).containsExactlyInAnyOrder(one.threadId(), other.threadId(), third.threadId());
    }

    @Test
    void threads_of_a_circle_that_was_seen_once_are_suspected_until_the_next_look() {
        look(crossed(Confidence.EXACT).graph());
        assertThat(judge.threads()).isEmpty();
        assertThat(judge.suspected()).containsExactlyInAnyOrder(one.threadId(), other.threadId(), third.threadId());
        look(crossed(Confidence.EXACT).graph());
        assertThat(judge.suspected()).isEmpty();
    }

    @Test
    void a_deadlock_that_another_thread_joins_is_still_the_same_one() {
        look(readersThatWantToWrite(one));
        String about = look(readersThatWantToWrite(one)).get(0).about();
        assertThat(look(readersThatWantToWrite(one, other))).singleElement().satisfies(found -> {
            assertThat(found.about()).isEqualTo(about);
            assertThat(found.threads())
                    .as("only this look has seen the other one")
                    .isEqualTo(1);
            assertThat(((Deadlock) found.facts()).behind()).isEqualTo(1);
        });
        assertThat(judge.suspects()).isTrue();
        assertThat(look(readersThatWantToWrite(one, other))).singleElement().satisfies(found -> {
            assertThat(found.about()).isEqualTo(about);
            assertThat(found.threads()).isEqualTo(2);
        });
        assertThat(judge.suspects()).isFalse();
    }

    @Test
    void a_thread_that_closes_its_own_executor_waits_for_itself_and_one_that_joins_itself_sleeps() {
        for (String type : List.of(ExecutorEnds.EXECUTOR, Thread.class.getName())) {
            Thing end = new Thing(Kind.THREAD_END, type, null, type);
            ToldGraph graph = new ToldGraph();
            graph.has(end, one, -1, How.OWNS, Confidence.EXACT);
            graph.waits(one, end, false);
            look(graph.graph());
            assertThat(look(graph.graph())).hasSize(type.equals(ExecutorEnds.EXECUTOR) ? 1 : 0);
        }
    }

    /** Each waits for itself, and for the others. */
    private WaitGraph readersThatWantToWrite(Thread... readers) {
        ToldGraph graph = new ToldGraph();
        for (Thread reader : readers) {
            graph.has(left, reader, -1, How.SHARES, Confidence.EXACT);
            graph.waits(reader, left, false);
        }
        return graph.graph();
    }

    @Test
    void a_deadlock_is_as_sure_as_the_least_sure_of_its_waits() {
        look(crossed(Confidence.LIKELY).graph());
        assertThat(look(crossed(Confidence.LIKELY).graph()))
                .singleElement()
                .satisfies(found -> assertThat(found.confidence()).isEqualTo(Confidence.LIKELY));
    }

    @Test
    void a_circle_that_another_reading_does_not_find_was_none() {
        look(crossed(Confidence.EXACT).graph());
        WaitGraph gone = new ToldGraph().graph();
        assertThat(judge.judge(crossed(Confidence.EXACT).graph(), Instant.EPOCH, circle -> gone))
                .isEmpty();
    }

    @Test
    void one_that_keeps_every_carrier_covers_the_stall_and_the_backlog() {
        look(onCarriers(other).graph());
        assertThat(look(onCarriers(other).graph()))
                .singleElement()
                .satisfies(found -> assertThat(found.covers()).containsExactly("stall", "backlog"));
        Thread runs = new Thread(() -> {}, "runs");
        assertThat(look(onCarriers(runs).graph()))
                .singleElement()
                .satisfies(found -> assertThat(found.covers()).isEmpty());
    }

    @Test
    void who_only_waits_for_a_carrier_that_a_deadlock_keeps_is_not_counted_as_waiting_for_its_threads() {
        ToldGraph graph = onCarriers(other);
        graph.waits(new Thread(() -> {}, "fourth"), LiveGraph.CARRIERS, false);
        look(graph.graph());
        assertThat(look(graph.graph()))
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .contains("1 more thread waits for these. They hold 2 carriers."));
    }

    @Test
    void the_carriers_that_another_deadlock_keeps_are_not_counted() {
        Thread fourth = new Thread(() -> {}, "fourth");
        Thread fifth = new Thread(() -> {}, "fifth");
        Thing up = new Thing(Kind.LOCK, LOCK, null, "up");
        Thing down = new Thing(Kind.LOCK, LOCK, null, "down");
        ToldGraph graph = onCarriers(other);
        graph.has(up, fourth, -1, How.OWNS, Confidence.EXACT);
        graph.has(down, fifth, -1, How.OWNS, Confidence.EXACT);
        graph.waits(fourth, down, false);
        graph.waits(fifth, up, false);
        graph.has(LiveGraph.CARRIERS, fourth, -1, How.OWNS, Confidence.EXACT);
        graph.has(LiveGraph.CARRIERS, fifth, -1, How.OWNS, Confidence.EXACT);
        look(graph.graph());
        assertThat(look(graph.graph())).hasSize(2).allSatisfy(found -> {
            assertThat(VerdictText.evidence(found.facts())).contains("They hold 2 carriers.");
            assertThat(found.covers()).containsExactly("stall", "backlog");
        });
    }

    private ToldGraph onCarriers(Thread second) {
        ToldGraph graph = crossed(Confidence.EXACT);
        graph.has(LiveGraph.CARRIERS, one, -1, How.OWNS, Confidence.EXACT);
        graph.has(LiveGraph.CARRIERS, second, -1, How.OWNS, Confidence.EXACT);
        return graph;
    }

    @Test
    void threads_that_more_carriers_would_free_are_in_no_deadlock() {
        for (int i = 0; i < 2; i++) {
            ToldGraph graph = new ToldGraph().thread(other, true, Phase.READY, null);
            graph.has(left, other, -1, How.OWNS, Confidence.EXACT);
            graph.waits(other, LiveGraph.CARRIERS, false);
            graph.waits(one, left, false);
            graph.has(LiveGraph.CARRIERS, one, -1, How.OWNS, Confidence.EXACT);
            assertThat(look(graph.graph())).isEmpty();
        }
    }

    @Test
    void each_of_two_subtasks_that_want_the_lock_of_their_parent_waits_for_the_parent() {
        Thing subtasks = new Thing(Kind.SUBTASKS, "java.util.concurrent.StructuredTaskScope", null, "scope");
        ToldGraph graph = new ToldGraph();
        graph.has(left, one, -1, How.OWNS, Confidence.EXACT);
        graph.waits(one, subtasks, false);
        for (Thread subtask : List.of(other, third)) {
            graph.has(subtasks, subtask, -1, How.OWNS, Confidence.EXACT);
            graph.waits(subtask, left, false);
        }
        look(graph.graph());
        assertThat(look(graph.graph())).singleElement().satisfies(found -> {
            assertThat(found.confidence()).isEqualTo(Confidence.EXACT);
            assertThat(((Deadlock) found.facts()).links())
                    .extracting(link ->
                            link.thread().name() + " for " + link.owner().name())
                    .containsExactly("one for other", "other for one", "third for one");
        });
    }

    @Test
    void who_waits_for_one_of_two_deadlocks_waits_for_the_end_of_that_one() {
        Thread fourth = new Thread(() -> {}, "fourth");
        Thread fifth = new Thread(() -> {}, "fifth");
        Thread sixth = new Thread(() -> {}, "sixth");
        Thing up = new Thing(Kind.LOCK, LOCK, null, "up");
        Thing down = new Thing(Kind.LOCK, LOCK, null, "down");
        Thing more = new Thing(Kind.LOCK, LOCK, null, "more");
        ToldGraph graph = crossed(Confidence.EXACT);
        graph.has(up, fourth, -1, How.OWNS, Confidence.EXACT);
        graph.has(down, fifth, -1, How.OWNS, Confidence.EXACT);
        graph.has(more, third, -1, How.OWNS, Confidence.EXACT);
        graph.waits(fourth, down, false);
        graph.waits(fifth, up, false);
        graph.waits(sixth, more, false); // of the third, which waits for the first circle
        look(graph.graph());
        assertThat(look(graph.graph())).hasSize(2);
        assertThat(judge.deadlockOf(sixth.threadId()))
                .isEqualTo(judge.deadlockOf(third.threadId()))
                .isEqualTo(judge.deadlockOf(one.threadId()))
                .isEqualTo("[" + one.threadId() + ", " + other.threadId() + "]");
        assertThat(judge.deadlockOf(fifth.threadId()))
                .isEqualTo("[" + fourth.threadId() + ", " + fifth.threadId() + "]");
    }
}
