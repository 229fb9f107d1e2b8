package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.Pins;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Dimension;
import io.vtmonitor.report.Outlook;
import io.vtmonitor.report.PinnedWindow;
import io.vtmonitor.report.PinnedWindow.SitePins;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.StackHolder;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReportPartsTest {
    private static final Source SOURCE = new Source("recording", "test", List.of());

    private final Aggregation aggregation = Aggregation.ofRecordings();
    private final Aggregation.JvmFindings jvm = aggregation.jvm(CarrierPool.of(2));

    @Test
    void every_dimension_adds_up_to_the_totals_also_beyond_what_it_keeps_and_lists() {
        for (int i = 0; i < 1_200; i++) {
            Diagnosis diagnosis = Pins.diagnosis("a.C" + i + ".run", false);
            Pin pin = Pins.pin(diagnosis.blocking(), i, 1 + i % 7);
            jvm.accept(new io.vtmonitor.model.DiagnosedPin(
                    new Pin(
                            pin.blocking(),
                            pin.startNanos(),
                            pin.durationNanos(),
                            1,
                            "worker-" + "x".repeat(i % 60),
                            null),
                    diagnosis));
        }
        Report report = report();
        Dimension threads = report.threads();
        assertThat(threads).isNotNull();
        Stream.of(
                        report.dimensions().culprit(),
                        report.dimensions().library(),
                        report.dimensions().operation(),
                        report.dimensions().entry(),
                        threads)
                .forEach(dimension -> {
                    assertThat(dimension.parts()).hasSizeLessThanOrEqualTo(1_000);
                    assertThat(dimension.other().pins()
                                    + dimension.parts().stream()
                                            .mapToLong(Dimension.Part::pins)
                                            .sum())
                            .isEqualTo(report.totals().pins());
                    assertThat(dimension.other().pinnedNanos()
                                    + dimension.parts().stream()
                                            .mapToLong(Dimension.Part::pinnedNanos)
                                            .sum())
                            .isEqualTo(report.totals().pinnedNanos());
                });
    }

    @Test
    void who_owned_the_monitor_before_is_counted_where_an_event_tells() {
        Diagnosis diagnosis = Pins.diagnosis("a.B.run", false);
        jvm.accept(new DiagnosedPin(new Pin(diagnosis.blocking(), 0, 10, 1, "", "pool-1-thread-7"), diagnosis));
        jvm.accept(new DiagnosedPin(new Pin(diagnosis.blocking(), 0, 20, 1, "", "pool-2-thread-3"), diagnosis));
        jvm.accept(new DiagnosedPin(new Pin(diagnosis.blocking(), 0, 40, 1, "", null), diagnosis));
        assertThat(report().owners().parts())
                .extracting(Dimension.Part::key, Dimension.Part::pins)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("pool-*-thread-*", 2L));
    }

    @Test
    void a_live_report_leaves_the_threads_out() {
        Aggregation live = Aggregation.live();
        live.jvm(CarrierPool.of(2)).accept(Pins.finding(Pins.diagnosis("a.B.run", false), 0, 10));
        assertThat(live.report(SOURCE, List.of(watched()), List.of(), List.of()).threads())
                .isNull();
    }

    @Test
    void the_outlook_adds_up_to_all_pinned_time() {
        Verdict[] verdicts = Verdict.values();
        for (int i = 0; i < 1_100; i++) {
            jvm.accept(Pins.finding(with(Pins.diagnosis("a.C" + i + ".run", false), verdicts[i % 4]), i, 1 + i % 5));
        }
        Report report = report();
        Outlook outlook = report.outlook();
        assertThat(List.of(outlook.goneOn24Nanos(), outlook.easedOn26Nanos(), outlook.staysNanos()))
                .allMatch(nanos -> nanos > 0);
        assertThat(outlook.unknownNanos())
                .as("sites that were folded are unknown, too")
                .isGreaterThan(report.other().pinnedNanos());
        assertThat(outlook.goneOn24Nanos() + outlook.easedOn26Nanos() + outlook.staysNanos() + outlook.unknownNanos())
                .isEqualTo(report.totals().pinnedNanos());
    }

    @Test
    void the_worst_stretch_is_told_with_its_begin_its_length_and_who_was_pinned() {
        Diagnosis one = Pins.diagnosis("a.One.run", false);
        Diagnosis two = Pins.diagnosis("a.Two.run", false);
        jvm.accept(Pins.finding(one, 0, 20));
        jvm.accept(Pins.finding(two, 15, 10));
        jvm.accept(Pins.finding(one, 1_000, 100));
        jvm.accept(Pins.finding(two, 1_010, 40));
        jvm.accept(Pins.finding(two, 1_055, 100));
        assertThat(report().worst())
                .containsExactly(
                        new PinnedWindow(
                                Instant.parse("1970-01-01T00:00:01.010Z"),
                                nanos(0.09),
                                nanos(0.085),
                                2,
                                true,
                                List.of(new SitePins("a.Two.run [sleep]", 2), new SitePins("a.One.run [sleep]", 1))),
                        new PinnedWindow(
                                Instant.parse("1970-01-01T00:00:00.015Z"),
                                nanos(0.005),
                                nanos(0.005),
                                2,
                                true,
                                List.of(new SitePins("a.One.run [sleep]", 1), new SitePins("a.Two.run [sleep]", 1))));
    }

    @Test
    void a_class_initializer_at_the_start_is_over_a_monitor_and_one_that_comes_again_are_not() {
        Diagnosis early = because(Pins.diagnosis("a.Config.<clinit>", false), Reason.CLASS_INIT);
        Diagnosis again = because(Pins.diagnosis("a.Loader.loadClass", false), Reason.CLASS_LOAD);
        jvm.accept(Pins.finding(early, 2_000, 10));
        jvm.accept(Pins.finding(early, 2_005, 10));
        jvm.accept(Pins.finding(again, 2_000, 10));
        jvm.accept(Pins.finding(again, 14_000, 10));
        jvm.accept(Pins.finding(Pins.diagnosis("a.Monitor.run", false), 500, 10));
        assertThat(report().sites())
                .extracting(
                        SiteFigures::id,
                        SiteFigures::occurrence,
                        site -> site.span().firstNanos(),
                        site -> site.span().lastNanos())
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(
                                "a.Config.<clinit> [sleep]", Occurrence.ONCE, nanos(2), nanos(2.005)),
                        org.assertj.core.groups.Tuple.tuple(
                                "a.Loader.loadClass [sleep]", Occurrence.RECURRING, nanos(2), nanos(14)),
                        org.assertj.core.groups.Tuple.tuple(
                                "a.Monitor.run [sleep]", Occurrence.RECURRING, nanos(0.5), nanos(0.5)));
    }

    @Test
    void a_stack_tells_which_of_its_frames_hold() {
        jvm.accept(Pins.finding(Pins.diagnosis("a.B.run", false), 0, 10));
        assertThat(report().sites().get(0).stacks().get(0).holders())
                .containsExactly(new StackHolder(0, Hold.MONITOR, 1));
    }

    @Test
    void a_stack_tells_of_a_native_method_above_the_frame_that_waits_for_a_class() {
        Frame called = Pins.frame("native java.lang.Class.forName0");
        Frame waits = Pins.frame("a.B.run");
        Diagnosis diagnosis = new Diagnosis(
                Pins.pinned("native java.lang.Class.forName0", "a.B.run"),
                new Site(List.of(waits.method(), called.method()), Operation.CLASS_INIT_WAIT),
                List.of(
                        new Holder(waits, Hold.CLASS_INIT_WAIT, 0, null, Confidence.EXACT, null),
                        new Holder(called, Hold.NATIVE, 0, null, Confidence.EXACT, null)),
                Reason.CLASS_INIT_WAIT,
                false,
                waits.method(),
                Pins.advice("class_init_wait"),
                Verdict.STAYS,
                List.of(),
                false);
        jvm.accept(Pins.finding(diagnosis, 0, 10));
        assertThat(report().sites().get(0).stacks().get(0).holders())
                .containsExactly(new StackHolder(1, Hold.CLASS_INIT_WAIT, 0), new StackHolder(0, Hold.NATIVE, 0));
    }

    private static Diagnosis with(Diagnosis d, Verdict verdict) {
        return new Diagnosis(
                d.blocking(),
                d.site(),
                d.holders(),
                d.reason(),
                d.compensated(),
                d.entry(),
                d.advice(),
                verdict,
                List.of(),
                false);
    }

    private static Diagnosis because(Diagnosis d, Reason reason) {
        return new Diagnosis(
                d.blocking(),
                d.site(),
                d.holders(),
                reason,
                d.compensated(),
                d.entry(),
                d.advice(),
                d.verdict(),
                List.of(),
                false);
    }

    private Report report() {
        return aggregation.report(SOURCE, List.of(watched()), List.of(), List.of());
    }

    private static Jvm watched() {
        return new Jvm(
                "21.0.8", Instant.parse("1970-01-01T00:00:00Z"), nanos(60), 2, "property", nanos(0.001), nanos(0.02));
    }
}
