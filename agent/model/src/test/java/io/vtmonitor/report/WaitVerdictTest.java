package io.vtmonitor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Waiting;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitVerdictTest {
    private static final Instant BEGIN = Instant.parse("2026-11-21T09:00:00Z");

    private static WaitVerdict exhausted(boolean over) {
        Waiting waiting = new Waiting(12, false, Place.only("com.acme.Dao.load", null, 12), null);
        return new WaitVerdict(
                WaitVerdictKind.POOL_EXHAUSTED,
                Confidence.LIKELY,
                BEGIN,
                BEGIN.plusSeconds(300),
                over,
                12,
                "com.acme.Dao.load",
                "HikariCP",
                new PoolExhausted("HikariCP", "connection", waiting, 0, null, List.of(), false, true),
                1,
                BEGIN,
                List.of());
    }

    private static ResourcePool pool(String name, Instant worst, int waiting) {
        return new ResourcePool(
                new ResourcePool.Description("HikariCP", name, "connection", 10, null),
                new ResourcePool.Occupancy(10, 10, 0, waiting, 50),
                new ResourcePool.Usage(1_100, 0, 0, 0, 1_100, 200, 1, 0),
                new ResourcePool.Look(worst, 10, 50, 1, 10, List.of()),
                null);
    }

    private static List<String> named(WaitVerdict verdict, ResourcePool... pools) {
        PoolExhausted facts =
                (PoolExhausted) verdict.withLent(List.of(pools), true).facts();
        return facts.pools().stream().map(pool -> pool.description().name()).toList();
    }

    @Test
    void a_verdict_on_an_exhausted_pool_has_no_pool_for_which_threads_waited_only_at_another_time() {
        ResourcePool orders = pool("orders", BEGIN.plusSeconds(200), 0);
        ResourcePool before = pool("before", BEGIN.minusSeconds(3_600), 0);
        ResourcePool after = pool("after", BEGIN.plusSeconds(3_600), 5);
        assertThat(named(exhausted(true), before, orders, after)).containsExactly("orders");
        assertThat(named(exhausted(false), before, pool("again", BEGIN.minusSeconds(3_600), 5)))
                .containsExactly("again");
    }

    @Test
    void the_only_pool_of_the_kind_is_the_one() {
        assertThat(named(exhausted(true), pool("orders", BEGIN.minusSeconds(3_600), 0)))
                .containsExactly("orders");
    }
}
