package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.vtmonitor.Pins;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisedDiagnosisTest {
    private static final Frame INNER = Pins.frame("a.Inner.run");
    private static final Frame OUTER = Pins.frame("a.Outer.run");
    private static final Blocking LATE = Pins.pinned("a.Inner.run", "a.Outer.run", "a.Late.run");
    private static final Blocking OTHER = Pins.pinned("a.Inner.run", "a.Outer.run", "a.Other.run");

    private final Aggregation aggregation = Aggregation.live();
    private final Aggregation.JvmFindings jvm = aggregation.jvm(CarrierPool.of(2));

    @Test
    void pins_of_a_stack_whose_holder_is_proven_later_are_proven() {
        Diagnosis guess = diagnosis(LATE, Confidence.LIKELY, OUTER).with(true);
        pin(diagnosis(OTHER, Confidence.EXACT, OUTER), 0, 10);
        pin(guess, 100, 20);
        assertThat(lines()).containsExactly(tuple("a.Outer.run [sleep]", 2L, nanos(0.03), "[likely]"));

        Diagnosis proven = diagnosis(LATE, Confidence.EXACT, OUTER);
        jvm.revised(guess, proven);
        assertThat(lines()).containsExactly(tuple("a.Outer.run [sleep]", 2L, nanos(0.03), "[exact]"));
        pin(proven, 200, 30);
        assertThat(lines()).containsExactly(tuple("a.Outer.run [sleep]", 3L, nanos(0.06), "[exact]"));
        assertThat(report().sites().get(0).stacks())
                .extracting(stack -> stack.pins())
                .containsExactlyInAnyOrder(1L, 2L);
        assertThat(report().sites().get(0).times().histogram())
                .extracting(bucket -> bucket.pins())
                .containsExactly(1L, 1L, 1L);
    }

    @Test
    void another_stack_of_the_site_that_proves_nothing_leaves_it_likely() {
        Diagnosis guess = diagnosis(LATE, Confidence.LIKELY, OUTER).with(true);
        pin(guess, 100, 20);
        pin(diagnosis(OTHER, Confidence.LIKELY, OUTER), 0, 10);
        jvm.revised(guess, diagnosis(LATE, Confidence.EXACT, OUTER));
        assertThat(lines()).containsExactly(tuple("a.Outer.run [sleep]", 2L, nanos(0.03), "[likely]"));
    }

    @Test
    void pins_of_a_stack_that_turns_out_to_have_another_holder_leave_the_site_and_no_others_do() {
        Diagnosis guess = diagnosis(LATE, Confidence.LIKELY, OUTER).with(true);
        Diagnosis proven = diagnosis(LATE, Confidence.EXACT, INNER, OUTER);
        pin(diagnosis(OTHER, Confidence.EXACT, OUTER), 0, 10);
        pin(guess, 100, 20);
        pin(guess, 200, 20);
        jvm.revised(guess, proven);
        pin(proven, 300, 5);
        assertThat(lines())
                .containsExactly(
                        tuple("a.Inner.run < a.Outer.run [sleep]", 3L, nanos(0.045), "[exact, exact]"),
                        tuple("a.Outer.run [sleep]", 1L, nanos(0.01), "[exact]"));
        assertThat(report().dimensions().culprit().parts())
                .extracting(part -> part.key(), part -> part.pins())
                .containsExactly(tuple("a.Inner.run", 3L), tuple("a.Outer.run", 1L));
        assertThat(jvm.lastMinute(0, 1_000_000_000L).sites())
                .containsExactly(
                        new LastMinute.Part("a.Inner.run < a.Outer.run [sleep]", nanos(0.045)),
                        new LastMinute.Part("a.Outer.run [sleep]", nanos(0.01)));
        assertThat(report().totals().pins()).isEqualTo(4);
    }

    @Test
    void a_diagnosis_may_be_revised_more_than_once_and_to_one_that_is_known() {
        Diagnosis first = diagnosis(LATE, Confidence.UNKNOWN, INNER).with(true);
        Diagnosis second = diagnosis(LATE, Confidence.LIKELY, OUTER).with(true);
        Diagnosis proven = diagnosis(LATE, Confidence.EXACT, OUTER);
        pin(first, 0, 10);
        pin(proven, 100, 10);
        jvm.revised(first, second);
        assertThat(lines()).containsExactly(tuple("a.Outer.run [sleep]", 2L, nanos(0.02), "[likely]"));
        jvm.revised(second, proven);
        pin(proven, 200, 10);
        pin(second, 300, 10);
        assertThat(lines()).containsExactly(tuple("a.Outer.run [sleep]", 4L, nanos(0.04), "[exact]"));
        assertThat(report().sites().get(0).stacks())
                .extracting(stack -> stack.pins())
                .containsExactly(4L);
    }

    @Test
    void beyond_the_bound_a_diagnosis_counts_as_a_final_one_and_stays_as_it_was_told() {
        for (int i = 0; i <= Bounds.LIVE.provisional(); i++) {
            Blocking blocking = Pins.pinned("a.Outer.run", "a.Late.run" + i);
            Diagnosis guess = diagnosis(blocking, Confidence.LIKELY, OUTER).with(true);
            pin(guess, i, 1);
            jvm.revised(guess, diagnosis(blocking, Confidence.EXACT, OUTER));
        }
        assertThat(lines())
                .singleElement()
                .isEqualTo(tuple("a.Outer.run [sleep]", Bounds.LIVE.provisional() + 1L, nanos(1.001), "[likely]"));
    }

    @Test
    void provisional_sites_are_as_bounded_as_all_and_none_is_revised_into_one_too_many() {
        Diagnosis first = diagnosis(LATE, Confidence.LIKELY, OUTER).with(true);
        pin(first, 0, 1_000);
        for (int i = 1; i <= Bounds.LIVE.sites(); i++) {
            Frame holder = Pins.frame("a.B" + i + ".run");
            pin(
                    diagnosis(Pins.pinned("a.B" + i + ".run"), Confidence.LIKELY, holder)
                            .with(i % 2 == 0),
                    i,
                    1);
        }
        assertThat(report().sites()).hasSize(Bounds.LIVE.sites());
        assertThat(report().other().pins()).isEqualTo(1);
        jvm.revised(first, diagnosis(LATE, Confidence.EXACT, INNER, OUTER));
        assertThat(lines())
                .hasSize(Bounds.LIVE.sites())
                .first()
                .isEqualTo(tuple("a.Outer.run [sleep]", 1L, nanos(1.0), "[likely]"));
    }

    private List<org.assertj.core.groups.Tuple> lines() {
        return report().sites().stream()
                .map(site -> tuple(site.id(), site.pins(), site.pinnedNanos(), confidences(site)))
                .toList();
    }

    private static String confidences(SiteFigures site) {
        return site.holders().stream()
                .map(holder -> holder.confidence().toString())
                .toList()
                .toString();
    }

    private void pin(Diagnosis diagnosis, long startMillis, long millis) {
        jvm.accept(Pins.finding(diagnosis, startMillis, millis));
    }

    private static Diagnosis diagnosis(Blocking blocking, Confidence confidence, Frame... holders) {
        return new Diagnosis(
                blocking,
                new Site(List.of(holders).stream().map(Frame::method).toList(), Operation.SLEEP),
                List.of(holders).stream()
                        .map(frame -> new Holder(frame, Hold.MONITOR, 1, "this", confidence, null))
                        .toList(),
                Reason.MONITOR,
                false,
                null,
                Pins.advice("monitor"),
                Verdict.GONE_ON_24,
                List.of(),
                false);
    }

    private Report report() {
        return aggregation.report(
                new Source("live", "test", List.of()),
                List.of(new Jvm(
                        "21.0.8",
                        Instant.parse("1970-01-01T00:00:00Z"),
                        nanos(10),
                        2,
                        "property",
                        nanos(0.001),
                        nanos(0.02))),
                List.of(),
                List.of());
    }
}
