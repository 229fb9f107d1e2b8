package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.vtmonitor.Pins;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Remedy;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeakestProofTest {
    private static final DiagnosedPin PROVEN =
            Pins.finding(diagnosis(Confidence.EXACT, 10, Verdict.GONE_ON_24), 0, 500);
    private static final DiagnosedPin SHORTER_BY_GUESS =
            Pins.finding(diagnosis(Confidence.LIKELY, 20, Verdict.GONE_ON_24, "a.Unseen"), 600, 1);

    @Test
    void a_site_is_proven_where_all_of_its_pins_are() {
        SiteFigures site = site(report(PROVEN, PROVEN));
        assertThat(site.holders()).extracting(HolderLine::confidence).containsExactly(Confidence.EXACT);
        assertThat(site.unread()).isEmpty();
    }

    @Test
    void a_shorter_pin_that_proves_nothing_makes_its_site_no_more_than_likely() {
        for (Report report : List.of(report(PROVEN, SHORTER_BY_GUESS), report(SHORTER_BY_GUESS, PROVEN))) {
            SiteFigures site = site(report);
            assertThat(site.holders())
                    .extracting(HolderLine::line, HolderLine::confidence)
                    .containsExactly(tuple(10, Confidence.LIKELY));
            assertThat(site.unread()).containsExactly("a.Unseen");
            assertThat(site.advice().confidence()).isEqualTo(Confidence.LIKELY);
            assertThat(report.plan())
                    .filteredOn(step -> step.kind() == Remedy.Kind.UNPIN)
                    .isNotEmpty()
                    .allMatch(Remedy::estimate);
        }
    }

    @Test
    void so_does_one_of_another_monitor() {
        DiagnosedPin other =
                Pins.finding(diagnosis("field other", Confidence.EXACT, 10, Verdict.GONE_ON_24, new String[0]), 600, 1);
        for (Report report : List.of(report(PROVEN, other), report(other, PROVEN), merged(PROVEN, other))) {
            assertThat(site(report).holders())
                    .extracting(HolderLine::lock, HolderLine::confidence)
                    .containsExactly(tuple("this", Confidence.LIKELY));
        }
    }

    @Test
    void so_does_one_of_a_report_that_is_merged() {
        Merge merge = new Merge("test");
        merge.add(report(PROVEN));
        merge.add(report(SHORTER_BY_GUESS));
        SiteFigures site = site(merge.report());
        assertThat(site.holders()).extracting(HolderLine::confidence).containsExactly(Confidence.LIKELY);
        assertThat(site.unread()).containsExactly("a.Unseen");
    }

    @Test
    void a_pin_without_any_holder_leaves_that_of_the_others_unknown() {
        Diagnosis proven = PROVEN.diagnosis();
        Diagnosis none = new Diagnosis(
                Pins.pinned("a.B.run", "a.C.other"),
                proven.site(),
                List.of(),
                Reason.UNKNOWN,
                false,
                null,
                proven.advice(),
                Verdict.UNKNOWN,
                List.of(),
                false);
        SiteFigures site = site(report(PROVEN, Pins.finding(none, 600, 1)));
        assertThat(site.holders()).extracting(HolderLine::confidence).containsExactly(Confidence.UNKNOWN);
        assertThat(site.verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void a_site_promises_of_a_newer_jdk_what_the_pin_that_it_helps_least_gets() {
        assertThat(site(report(PROVEN, pin(Verdict.STAYS), pin(Verdict.UNKNOWN)))
                        .verdict())
                .isEqualTo(Verdict.STAYS);
        assertThat(site(report(PROVEN, pin(Verdict.EASED_ON_26))).verdict()).isEqualTo(Verdict.EASED_ON_26);
        assertThat(site(report(pin(Verdict.EASED_ON_26), pin(Verdict.UNKNOWN))).verdict())
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void what_holds_in_shorter_pins_only_and_stays_tells_of_the_site_and_no_step_frees_it_with_the_monitor_alone() {
        DiagnosedPin monitor = Pins.finding(diagnosis(Confidence.EXACT, 10, Verdict.GONE_ON_24), 0, 500);
        DiagnosedPin loads = Pins.finding(loader(), 600, 400);
        for (Report report : List.of(report(monitor, loads), report(loads, monitor), merged(monitor, loads))) {
            SiteFigures site = site(report);
            assertThat(site.holders())
                    .extracting(HolderLine::hold, HolderLine::confidence)
                    .containsExactly(tuple(Hold.MONITOR, Confidence.EXACT), tuple(Hold.CLASS_LOAD, Confidence.LIKELY));
            assertThat(site.maxNanos()).isEqualTo(nanos(0.5));
            assertThat(site.describedNanos()).isEqualTo(nanos(0.4));
            assertThat(report.plan()).noneMatch(step -> step.kinds().equals(List.of(Remedy.Kind.JDK_24)));
        }
    }

    private static Report merged(DiagnosedPin one, DiagnosedPin other) {
        Merge merge = new Merge("test");
        merge.add(report(one));
        merge.add(report(other));
        return merge.report();
    }

    /** A loader whose monitor is owned while the virtual machine has called it. */
    private static Diagnosis loader() {
        Diagnosis owns = diagnosis(Confidence.EXACT, 20, Verdict.STAYS);
        Frame frame = owns.holders().get(0).frame();
        return new Diagnosis(
                owns.blocking(),
                owns.site(),
                List.of(owns.holders().get(0), new Holder(frame, Hold.CLASS_LOAD, 0, null, Confidence.EXACT, null)),
                owns.reason(),
                false,
                owns.entry(),
                owns.advice(),
                owns.verdict(),
                List.of(),
                false);
    }

    private static DiagnosedPin pin(Verdict verdict) {
        return Pins.finding(diagnosis(Confidence.EXACT, verdict.ordinal(), verdict), 700, 2);
    }

    private static Diagnosis diagnosis(Confidence confidence, int line, Verdict verdict, String... unread) {
        return diagnosis("this", confidence, line, verdict, unread);
    }

    private static Diagnosis diagnosis(String lock, Confidence confidence, int line, Verdict verdict, String[] unread) {
        Frame holds = new Frame("a.B", "run", "()V", 0, line, 0);
        return new Diagnosis(
                Pins.pinned("a.B.run", "a.Caller.at" + line),
                new Site(List.of(holds.method()), Operation.SLEEP),
                List.of(new Holder(holds, Hold.MONITOR, 1, lock, confidence, null)),
                Reason.MONITOR,
                false,
                holds.method(),
                Pins.advice("monitor"),
                verdict,
                List.of(unread),
                false);
    }

    private static Report report(DiagnosedPin... findings) {
        Aggregation aggregation = Aggregation.ofRecordings();
        Aggregation.JvmFindings jvm = aggregation.jvm(CarrierPool.of(2));
        List.of(findings).forEach(jvm::accept);
        return aggregation.report(
                new Source("recording", "test", List.of("a.jfr")),
                List.of(new Jvm(
                        "21.0.8",
                        Instant.parse("2026-01-01T00:00:00Z"),
                        nanos(10),
                        2,
                        "property",
                        nanos(0.001),
                        nanos(0.02))),
                List.of(),
                List.of());
    }

    private static SiteFigures site(Report report) {
        assertThat(report.sites()).hasSize(1);
        return report.sites().get(0);
    }
}
