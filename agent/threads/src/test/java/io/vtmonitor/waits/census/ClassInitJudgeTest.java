package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitFacts.Waiting;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.waits.WaitSite;
import io.vtmonitor.waits.census.ClassInitJudge.Candidate;
import io.vtmonitor.waits.census.ClassInitJudge.Row;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassInitJudgeTest {
    private final Candidate place = new Candidate(
            new WaitSite(WaitOperation.CLASS_INIT_WAIT, null, null, "com.acme.Cache.load", null, null, List.of()));

    private Waiting waiting(int all, int read) {
        place.extrapolate(all, read);
        return place.waiting(new Row(Instant.EPOCH, 0, 1_000, false).with(place));
    }

    @Test
    void threads_that_wait_for_a_class_are_counted_about_if_not_all_were_read() {
        place.add(1);
        place.add(2);
        assertThat(waiting(2, 2)).satisfies(all -> {
            assertThat(all.threads()).isEqualTo(2);
            assertThat(all.estimate()).isFalse();
        });
        assertThat(waiting(600, 64)).satisfies(some -> {
            assertThat(some.threads()).isEqualTo(18);
            assertThat(some.estimate()).isTrue();
        });
    }

    @Test
    void a_row_with_one_look_that_did_not_read_all_is_an_estimate() {
        place.add(1);
        place.extrapolate(20, 10);
        Row row = new Row(Instant.EPOCH, 0, 2, false).with(place);
        place.extrapolate(1, 1);
        assertThat(place.waiting(row.with(place)).estimate()).isTrue();
    }
}
