package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.text.VerdictText;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacesTest {
    /** Of a convoy of threads that wait in two places. */
    private static String evidence(int one, int other) {
        TrackedGroup group =
                new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.locks.ReentrantLock$NonfairSync");
        for (int look = 1; look <= 3; look++) {
            GroupVerdictsTest.look(group, look, 0, one + other, WaitOperation.LOCK, null);
        }
        group.sampled(List.of(share("com.acme.A.a", one), share("com.acme.B.b", other)));
        group.moved(new GroupProgress(one + other, 1, 0.05));
        group.moved(new GroupProgress(one + other, 1, 0.05));
        return VerdictText.evidence(GroupVerdictsTest.judge(group).get(0).facts());
    }

    private static SiteShare share(String site, int threads) {
        return new SiteShare(new WaitSite(WaitOperation.LOCK, null, null, site, null, null, List.of()), threads, 0);
    }

    @Test
    void of_two_places_that_were_counted_each_may_have_gained_or_lost_what_came_and_went_since() {
        List<SiteShare> counted = List.of(share("com.acme.A.a", 50), share("com.acme.B.b", 2));
        assertThat(SiteShare.scaled(counted, 52)).isEqualTo(counted);
        assertThat(SiteShare.scaled(counted, 55)).extracting(SiteShare::margin).containsExactly(3, 3);
        assertThat(SiteShare.scaled(counted.subList(0, 1), 55))
                .extracting(SiteShare::margin)
                .containsExactly(0);
    }

    @Test
    void a_place_with_half_of_the_threads_is_not_that_of_most() {
        assertThat(evidence(20, 20)).contains("), about 20 of them in com.acme.A.a.");
        assertThat(evidence(30, 20)).contains("), most of them in com.acme.A.a.");
    }
}
