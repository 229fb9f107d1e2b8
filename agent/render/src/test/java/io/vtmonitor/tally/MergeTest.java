package io.vtmonitor.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Reports;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackTime;
import io.vtmonitor.report.json.JsonReport;
import io.vtmonitor.timeline.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports made apart and merged are the report of all pins read together. */
class MergeTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void merged_in_any_order_and_grouping_reports_are_the_report_of_all_pins(long seed) throws IOException {
        Random random = new Random(seed);
        List<RandomPins> jvms = Stream.generate(() -> new RandomPins(random))
                .limit(1 + random.nextInt(6))
                .toList();
        Report together = RandomPins.together(jvms);
        for (int i = 0; i < 4; i++) {
            List<Report> parts = new ArrayList<>();
            for (List<RandomPins> file : split(jvms, random)) {
                parts.add(reread(RandomPins.together(file)));
            }
            assertThat(merged(parts, random)).isEqualTo(together);
        }
        assertThat(JsonReport.write(reread(together))).isEqualTo(JsonReport.write(together));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void figures_are_those_that_counting_pin_by_pin_gives(long seed) {
        Random random = new Random(seed);
        List<RandomPins> jvms =
                Stream.generate(() -> new RandomPins(random)).limit(3).toList();
        Report report = RandomPins.together(jvms);
        assertThat(report.sites())
                .extracting(SiteFigures::id, SiteFigures::pins, SiteFigures::pinnedNanos, SiteFigures::maxNanos)
                .containsExactlyInAnyOrderElementsOf(RandomPins.countedBySite(jvms));
        assertThat(report.sites().stream().flatMap(site -> site.stacks().stream()))
                .extracting(
                        stack -> stack.frames() + " " + stack.truncated(),
                        StackFigures::pins,
                        StackFigures::pinnedNanos)
                .containsExactlyInAnyOrderElementsOf(RandomPins.countedByStack(jvms));
        for (SiteFigures site : report.sites()) {
            for (StackFigures stack : site.stacks()) {
                assertThat(stack.times().stream().mapToLong(StackTime::pins).sum())
                        .isEqualTo(stack.pins());
            }
        }
        for (int i = 0; i < report.jvms().size(); i++) {
            assertThat(report.timelines().get(i).bins()).hasSizeLessThanOrEqualTo(Grid.MOST);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void where_there_are_too_many_bins_it_still_does_not_matter_in_which_order_reports_come(long seed) {
        Random random = new Random(seed);
        List<RandomPins> jvms =
                Stream.generate(() -> new RandomPins(random)).limit(5).toList();
        Bounds few = new Bounds(100, 1_000, 40, 0, 100, 0);
        List<Report> parts = new ArrayList<>(
                jvms.stream().map(jvm -> RandomPins.together(List.of(jvm))).toList());
        Report first = merged(parts, few);
        assertThat(first.timelines()).anyMatch(timeline -> timeline.binSeconds() > 0.0625);
        Collections.shuffle(parts, random);
        assertThat(merged(parts, few)).isEqualTo(first);
        List<Report> grouped = List.of(merged(parts.subList(0, 2), few), merged(parts.subList(2, 5), few));
        assertThat(merged(grouped, few)).isEqualTo(first);
    }

    @Test
    void what_does_not_fit_is_folded_and_the_totals_stay() {
        Random random = new Random(7);
        List<Report> parts = Stream.generate(() -> RandomPins.together(List.of(new RandomPins(random))))
                .limit(4)
                .toList();
        Report whole = merged(parts, Bounds.MERGED);
        Report folded = merged(parts, new Bounds(3, 4, 100_000, 0, 100, 0));
        assertThat(folded.totals()).isEqualTo(whole.totals());
        assertThat(folded.timelines()).isEqualTo(whole.timelines());
        assertThat(folded.dimensions()).isEqualTo(whole.dimensions());
        assertThat(folded.sites()).hasSize(3);
        assertThat(folded.sites().stream().mapToLong(SiteFigures::pins).sum()
                        + folded.other().pins())
                .isEqualTo(whole.totals().pins());
        assertThat(folded.limits())
                .anyMatch(limit -> limit.kind() == LimitKind.FOLDED_SITES)
                .anyMatch(limit -> limit.kind() == LimitKind.FOLDED_STACKS);
    }

    @Test
    void live_reports_know_no_threads_and_their_pins_are_those_of_unknown_ones_beside_recordings() {
        Report recording = RandomPins.together(List.of(new RandomPins(new Random(1))));
        Report live = new RandomPins(new Random(2)).live();
        Report both = merged(List.of(recording, live), Bounds.MERGED);
        assertThat(both.source().kind()).isEqualTo("mixed");
        assertThat(both.source().files()).hasSize(2).contains("");
        assertThat(merged(List.of(live, live), Bounds.MERGED).threads()).isNull();
        assertThat(both.threads()).isNotNull();
        assertThat(both.threads().parts().stream()
                        .mapToLong(part -> part.pins())
                        .sum())
                .isEqualTo(both.totals().pins());
    }

    @Test
    void of_two_tellings_of_a_stall_the_one_with_more_carriers_is_kept() {
        Stall stall = Reports.stall();
        Stall whole =
                stall.with(List.of(stall.carriers().get(0), stall.carriers().get(0)));
        Report part = Reports.none().with(List.of(stall), List.of());
        Report all = Reports.none().with(List.of(whole), List.of());
        assertThat(merged(List.of(part, all), Bounds.MERGED).stalls()).containsExactly(whole);
        assertThat(merged(List.of(all, part), Bounds.MERGED).stalls()).containsExactly(whole);
    }

    private static Report merged(List<Report> reports, Bounds bounds) {
        Merge merge = new Merge(RandomPins.TOOL, bounds);
        reports.forEach(merge::add);
        return merge.report();
    }

    /** Merges any two of them until one is left. */
    private Report merged(List<Report> reports, Random random) throws IOException {
        List<Report> left = new ArrayList<>(reports);
        while (left.size() > 1) {
            Collections.shuffle(left, random);
            int taken = 2 + random.nextInt(left.size() - 1);
            List<Report> some = left.subList(0, taken);
            Report one = reread(merged(some, Bounds.MERGED));
            some.clear();
            left.add(one);
        }
        return merged(left, Bounds.MERGED);
    }

    private Report reread(Report report) throws IOException {
        return JsonReport.read(Files.writeString(folder.resolve("report.json"), JsonReport.write(report)));
    }

    private static List<List<RandomPins>> split(List<RandomPins> jvms, Random random) {
        List<RandomPins> left = new ArrayList<>(jvms);
        Collections.shuffle(left, random);
        List<List<RandomPins>> files = new ArrayList<>();
        while (!left.isEmpty()) {
            List<RandomPins> file = left.subList(0, 1 + random.nextInt(left.size()));
            files.add(List.copyOf(file));
            file.clear();
        }
        return files;
    }
}
