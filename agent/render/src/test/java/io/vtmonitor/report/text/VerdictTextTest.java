package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitFacts.Link;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.WaitFacts.Seen;
import io.vtmonitor.report.figures.StackFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTextTest {
    private static final StackFrame RENDER = StackFrame.parse("com.acme.Page.render:5");

    private static Link worker(long id, String name) {
        Named worker = new Named(id, name, false);
        return new Link(
                worker, RENDER, Kind.WORKER, "java.util.concurrent.ThreadPoolExecutor", null, worker, null, false);
    }

    private static String text(Link... links) {
        return VerdictText.evidence(new Deadlock(List.of(links), links.length, 36, 0, Seen.TWO_LOOKS));
    }

    @Test
    void workers_that_wait_in_the_same_place_for_tasks_of_their_own_executor_are_told_together() {
        assertThat(text(worker(31, "renderer-1"), worker(32, "renderer-2"), worker(33, "")))
                .isEqualTo(
                        "3 platform threads (\"renderer-1\", \"renderer-2\", #33) wait at com.acme.Page.render:5 for the"
                                + " results of tasks in the queue of an executor (java.util.concurrent.ThreadPoolExecutor) whose"
                                + " workers they are. Two looks in a row found the same. 36 more threads wait for these.");
    }

    @Test
    void workers_of_one_name_are_counted_and_named_once() {
        assertThat(text(worker(31, "worker"), worker(32, "worker")))
                .startsWith("2 platform threads (\"worker\") wait at com.acme.Page.render:5");
    }
}
