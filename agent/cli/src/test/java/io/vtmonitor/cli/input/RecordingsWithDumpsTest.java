package io.vtmonitor.cli.input;

import static io.vtmonitor.report.Reports.none;
import static io.vtmonitor.report.Reports.stall;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.PinnedReport;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordingsWithDumpsTest {
    private static final Report RECORDED = PinnedReport.on("21.0.8")
            .pins(2, 5, "java.lang.Thread.sleep", "*a.B.hold", "a.Main.run")
            .report();

    /** Of 6.5 s. */
    private static final Stall SEEN = stall();

    @Test
    void a_stall_that_a_heap_dump_shows_is_reported_and_changes_no_figure_of_the_recording() {
        Report both = Reports.withDumps(RECORDED, List.of(dump(3)));
        assertThat(both.stalls()).containsExactly(shown(3));
        assertThat(both.totals()).isEqualTo(RECORDED.totals());
        assertThat(both.jvms()).isEqualTo(RECORDED.jvms());
    }

    @Test
    void a_stall_that_the_agent_saw_at_that_time_is_reported_once() {
        Report watched = RECORDED.with(List.of(SEEN.after(SEEN.nanos(), true)), List.of());
        assertThat(Reports.withDumps(watched, List.of(dump(3))).stalls()).isEqualTo(watched.stalls());
        assertThat(Reports.withDumps(watched, List.of(dump(7), dump(-1))).stalls())
                .containsExactly(shown(-1), watched.stalls().get(0), shown(7));
        Report lasting = RECORDED.with(List.of(SEEN), List.of());
        assertThat(Reports.withDumps(lasting, List.of(dump(7))).stalls()).containsExactly(SEEN);
    }

    /** A dump that was made so long after the stall began. */
    private static Report dump(int seconds) {
        return none().with(List.of(shown(seconds)), List.of());
    }

    /** One instant of it. */
    private static Stall shown(int seconds) {
        return new Stall(
                SEEN.begin().plusSeconds(seconds),
                0,
                false,
                SEEN.pattern(),
                SEEN.confidence(),
                SEEN.facts(),
                null,
                SEEN.queued(),
                SEEN.carriers(),
                null);
    }
}
