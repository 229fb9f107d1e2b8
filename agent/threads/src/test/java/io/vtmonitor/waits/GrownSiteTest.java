package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.text.VerdictText;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrownSiteTest {
    private static final GroupGrowth GROWTH = new GroupGrowth(0, 1, 400, 700, 30, 20, null, 1);

    private static SiteShare share(String site, int threads, int margin) {
        return new SiteShare(
                new WaitSite(WaitOperation.FUTURE, null, null, site, null, null, List.of()), threads, margin);
    }

    @Test
    void of_several_places_that_samples_are_sure_of_the_one_that_grew_most_is_named() {
        GrownSite grown = GrownSite.of(
                GROWTH,
                List.of(share("a", 200, 30), share("b", 200, 30)),
                List.of(share("a", 450, 40), share("b", 250, 40)));
        assertThat(grown).isNotNull();
        assertThat(grown.site().site()).isEqualTo("a");
        assertThat(grown.from()).isEqualTo(200);
        assertThat(grown.to()).isEqualTo(450);
    }

    @Test
    void a_place_that_may_not_have_grown_is_not_named() {
        assertThat(GrownSite.of(
                        GROWTH,
                        List.of(share("a", 200, 30), share("b", 200, 150)),
                        List.of(share("a", 350, 200), share("b", 350, 40))))
                .isNull();
    }

    @Test
    void the_only_place_has_all_that_the_group_grew_by() {
        GrownSite grown = GrownSite.of(GROWTH, List.of(share("a", 400, 0)), List.of(share("a", 700, 0)));
        assertThat(grown).isNotNull();
        assertThat(grown.from()).isEqualTo(400);
        assertThat(grown.to()).isEqualTo(700);
    }

    @Test
    void threads_that_wait_for_one_latch_may_be_a_batch() {
        WaitSite site = new WaitSite(WaitOperation.LATCH, null, null, "a", null, null, List.of());
        GrownSite grown = new GrownSite(site, 100, 300);
        TrackedGroup one = new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.CountDownLatch$Sync");
        TrackedGroup several = new TrackedGroup(Phase.PARKED, null, "java.util.concurrent.CountDownLatch$Sync");
        assertThat(VerdictText.cure(GrowthJudge.found(one, grown, 60).facts()))
                .endsWith("If they are a batch that continues together once all of it has been started, nothing is"
                        + " wrong.");
        assertThat(VerdictText.cure(GrowthJudge.found(several, grown, 60).facts()))
                .endsWith("If the threads are meant to stay, as connections are, nothing is wrong.");
    }
}
