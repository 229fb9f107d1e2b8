package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.VerdictText;
import io.vtmonitor.waits.Verdicts.Judgment;
import io.vtmonitor.waits.WaitSite;
import io.vtmonitor.waits.census.WakeLook.Polls;
import io.vtmonitor.waits.census.WakeLook.Sample;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WakeJudgeTest {
    private static final long SECOND = 1_000_000_000;
    private static final WaitSite SITE =
            new WaitSite(WaitOperation.PARK, null, null, "com.acme.Poller.poll", null, null, List.of());

    private final WakeJudge judge = new WakeJudge(null, null);

    private List<Judgment> look(double processors, long mounts, int mounted, @Nullable Polls polls) {
        return judge.judge(new Sample(SECOND, mounts, (long) (processors * SECOND), mounted, polls), Instant.EPOCH);
    }

    private static Polls polls(int mounted) {
        return new Polls(SITE, 8, mounted, 160_000);
    }

    @Test
    void two_looks_at_threads_that_wake_all_the_time_make_a_storm() {
        assertThat(look(0.4, 40_000, 20, polls(18))).isEmpty();
        Judgment found = look(0.4, 40_000, 20, polls(18)).get(0);
        assertThat(found.kind()).isEqualTo(WaitVerdictKind.WAKE_STORM);
        assertThat(VerdictText.evidence(found.facts()))
                .isEqualTo("At least 8 virtual threads wait in com.acme.Poller.poll, for less than a millisecond each"
                        + " time, until a timer wakes it. While the carriers were watched for 1.00 s, they mounted"
                        + " threads 40000 times a second or more, and used 40 % of a processor: at most 10 us for each"
                        + " mount. The look before found the same.");
    }

    @Test
    void a_busy_server_takes_as_little_for_each_mount_and_has_no_such_timers() {
        for (int i = 0; i < 3; i++) {
            assertThat(look(0.4, 40_000, 20, null)).isEmpty();
        }
    }

    @Test
    void pollers_next_to_a_busy_server_are_no_storm() {
        for (int i = 0; i < 3; i++) {
            assertThat(look(0.4, 40_000, 20, polls(9))).isEmpty();
            assertThat(look(0.4, 40_000, 0, new Polls(SITE, 1, 0, 1_000))).isEmpty();
        }
    }

    @Test
    void little_of_a_processor_and_longer_work_are_no_storm() {
        for (int i = 0; i < 3; i++) {
            assertThat(look(0.2, 40_000, 20, polls(18))).isEmpty();
            assertThat(look(0.9, 10_000, 20, polls(18))).isEmpty();
        }
    }
}
