package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.VerdictText;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VerdictsTest {
    private static final Instant BEGIN = Instant.parse("2026-11-21T09:00:00Z");
    private final List<WaitVerdict> told = new ArrayList<>();
    private final Verdicts verdicts = new Verdicts(told::add);
    private int look;

    private void looks(boolean isTrue) {
        looks(isTrue, Set.of());
    }

    private void looks(boolean isTrue, Set<String> undecided) {
        Instant at = BEGIN.plusSeconds(look);
        verdicts.look(look++, at, isTrue ? List.of(convoy(at, 12)) : List.of(), undecided);
    }

    private static Judgment convoy(Instant at, int threads) {
        return new Judgment(
                WaitVerdictKind.LOCK_CONVOY,
                "a lock",
                Confidence.EXACT,
                at,
                threads,
                "a.B.c",
                null,
                new WaitFacts.Worded(threads + " wait.", "Split it."),
                List.of());
    }

    @Test
    void of_several_findings_with_one_identity_the_one_with_most_threads_is_told() {
        verdicts.look(1, BEGIN, List.of(convoy(BEGIN, 12), convoy(BEGIN, 50), convoy(BEGIN, 30)));
        assertThat(told)
                .singleElement()
                .satisfies(verdict -> assertThat(VerdictText.evidence(verdict)).isEqualTo("50 wait."));
        assertThat(verdicts.all()).isEqualTo(told);
    }

    @Test
    void what_stays_true_is_told_once_and_keeps_its_begin() {
        looks(true);
        looks(true);
        looks(true);

        assertThat(told).hasSize(1);
        WaitVerdict verdict = verdicts.all().get(0);
        assertThat(verdict.begin()).isEqualTo("2026-11-21T09:00:00Z");
        assertThat(verdict.end()).isEqualTo("2026-11-21T09:00:02Z");
        assertThat(verdict.over()).isFalse();
    }

    @Test
    void what_comes_back_is_another_episode_with_a_begin_of_its_own() {
        looks(true);
        looks(false);
        assertThat(verdicts.all().get(0).over()).isTrue();
        looks(true);

        WaitVerdict verdict = verdicts.all().get(0);
        assertThat(verdict.begin()).isEqualTo("2026-11-21T09:00:02Z");
        assertThat(verdict.over()).isFalse();
        assertThat(VerdictText.evidence(verdict))
                .isEqualTo("12 wait. This is the 2nd time since 2026-11-21T09:00:00Z.");
        assertThat(told).hasSize(2);
    }

    @Test
    void a_look_that_could_not_judge_begins_no_episode_and_ends_none() {
        looks(false, Set.of("a lock"));
        assertThat(verdicts.all()).isEmpty();
        looks(true);
        looks(false, Set.of("a lock"));
        looks(false, Set.of("a lock"));
        assertThat(verdicts.all().get(0).over()).isFalse();
        assertThat(verdicts.all().get(0).end()).as("when it was last seen").isEqualTo("2026-11-21T09:00:01Z");
        looks(true);
        assertThat(verdicts.all().get(0).episodes()).isEqualTo(1);
        assertThat(told).hasSize(1);
        looks(false, Set.of("another lock"));
        assertThat(verdicts.all().get(0).over()).isTrue();
    }

    @Test
    void what_comes_and_goes_is_told_ever_more_seldom() {
        for (int i = 0; i < 100; i++) {
            looks(true);
            looks(false);
        }
        assertThat(told)
                .extracting(VerdictText::evidence)
                .element(6)
                .isEqualTo("12 wait. This is the 64th time since 2026-11-21T09:00:00Z.");
        assertThat(told).as("the 1st, 2nd, 4th … 64th").hasSize(7);
    }

    private void looks(String... pinned) {
        Instant at = BEGIN.plusSeconds(look);
        List<Judgment> found = new ArrayList<>();
        for (String about : pinned) {
            found.add(new Judgment(
                    WaitVerdictKind.LOST_CARRIER,
                    about,
                    Confidence.EXACT,
                    at,
                    1,
                    about,
                    null,
                    new WaitFacts.Worded("It is pinned.", "Unpin it."),
                    List.of()));
        }
        verdicts.look(look++, at, found);
    }

    private List<@Nullable String> sites() {
        return verdicts.all().stream().map(WaitVerdict::site).toList();
    }

    @Test
    void a_new_verdict_takes_the_place_of_the_one_that_has_been_over_for_longest() {
        looks("lasts");
        for (int i = 1; i < 50; i++) {
            looks("lasts", "pin " + i);
        }
        looks("lasts", "pin 1");
        looks("lasts");
        assertThat(sites()).hasSize(50);
        looks("lasts", "new");
        assertThat(told).last().extracting(WaitVerdict::site).isEqualTo("new");
        assertThat(sites()).hasSize(50).contains("lasts", "pin 1", "new").doesNotContain("pin 2");
    }

    @Test
    void no_verdict_takes_the_place_of_one_that_lasts() {
        String[] pins = new String[51];
        Arrays.setAll(pins, i -> "pin " + i);
        looks(Arrays.copyOf(pins, 50));
        looks(pins);
        assertThat(sites()).hasSize(50).doesNotContain("pin 50");
        looks(Arrays.copyOfRange(pins, 1, 51));
        looks(Arrays.copyOfRange(pins, 1, 51));
        assertThat(sites()).hasSize(50).contains("pin 50").doesNotContain("pin 0");
    }
}
