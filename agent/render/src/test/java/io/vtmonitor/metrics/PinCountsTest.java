package io.vtmonitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinCountsTest {
    private final PinCounts counts = new PinCounts();

    @Test
    void what_was_counted_by_a_guess_stays_and_what_comes_counts_by_what_is_known() {
        Diagnosis guess = diagnosis("a.Guess", Reason.MONITOR).with(true);
        Diagnosis proven = diagnosis("a.Proven", Reason.MONITOR);
        counts.add(guess, 0, 5);
        counts.revised(guess, proven);
        counts.add(proven, 10, 5);
        assertThat(series())
                .containsExactly("other 0", "a.Guess.read [sleep] monitor 1", "a.Proven.read [sleep] monitor 1");
    }

    @Test
    void a_series_that_a_guess_has_labelled_gets_no_further_pins_under_wrong_labels() {
        Diagnosis guess = diagnosis("a.B", Reason.UNKNOWN).with(true);
        Diagnosis proven = diagnosis("a.B", Reason.MONITOR);
        Diagnosis another = diagnosis("a.B", "other", Reason.MONITOR);
        counts.add(guess, 0, 5);
        counts.revised(guess, proven);
        counts.add(proven, 10, 5);
        counts.add(proven, 20, 5);
        counts.add(another, 30, 5);
        assertThat(series())
                .containsExactly(
                        "other 0",
                        "a.B.read [sleep] unknown 1",
                        "a.B.read [sleep] monitor 2",
                        "a.B.other [sleep] monitor 1");
    }

    @Test
    void revisions_make_no_more_series_than_there_may_be() {
        for (int i = 0; i < 2 * PinCounts.MAX_SITES; i++) {
            Diagnosis guess = diagnosis("a.B" + i, Reason.UNKNOWN).with(true);
            counts.add(guess, 0, 5);
            counts.revised(guess, diagnosis("a.B" + i, Reason.MONITOR));
        }
        assertThat(series()).hasSize(PinCounts.MAX_SITES + 1).contains("other " + PinCounts.MAX_SITES);
    }

    @Test
    void two_guesses_of_one_site_make_no_two_series_with_the_same_labels() {
        Diagnosis guess = diagnosis("a.B", Reason.UNKNOWN).with(true);
        Diagnosis otherGuess = diagnosis("a.B", Reason.UNKNOWN).with(true);
        Diagnosis proven = diagnosis("a.B", Reason.MONITOR);
        counts.add(guess, 0, 5);
        counts.revised(guess, proven);
        counts.add(otherGuess, 10, 5);
        counts.add(otherGuess, 20, 5);
        assertThat(series()).containsExactly("other 0", "a.B.read [sleep] unknown 3");
    }

    private List<String> series() {
        return counts.snapshot().sites().stream()
                .map(site -> site.site() + (site.site().equals("other") ? "" : " " + site.reason()) + " " + site.pins())
                .toList();
    }

    private static Diagnosis diagnosis(String className, Reason reason) {
        return diagnosis(className, "read", reason);
    }

    private static Diagnosis diagnosis(String className, String methodName, Reason reason) {
        return Findings.diagnosis(className, methodName, reason, Operation.SLEEP, false);
    }
}
