package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.PoolDemand;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitFacts.Place;
import io.vtmonitor.report.WaitFacts.PoolExhausted;
import io.vtmonitor.report.WaitFacts.Progress;
import io.vtmonitor.report.WaitFacts.Waiting;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolTextTest {
    private static final long SECOND = 1_000_000_000;
    private static final PoolDemand GROWING =
            new PoolDemand(20 * SECOND, 1_600, 1_100, 200 * SECOND, 500, 14.54, 19, true, 37);
    private static final PoolDemand COME_BACK =
            new PoolDemand(20 * SECOND, 1_150, 1_100, 200 * SECOND, 60, 10.4, 60, false, 37);

    private static ResourcePool pool(PoolDemand demand) {
        return new ResourcePool(
                new ResourcePool.Description("HikariCP", "orders", "connection", 10, null),
                new ResourcePool.Occupancy(10, 10, 0, 50, 50),
                new ResourcePool.Usage(1_100, 0, 0, 0, 1_100, 200 * SECOND, SECOND, 0),
                null,
                demand);
    }

    private static PoolExhausted exhausted(Progress progress, List<ResourcePool> pools) {
        Waiting waiting = new Waiting(126, false, Place.only("com.acme.Orders.find", null, 126), null);
        return new PoolExhausted("HikariCP", "connection", waiting, 0, progress, pools, true, pools.isEmpty());
    }

    @Test
    void the_number_follows_from_the_rate_and_the_hold() {
        assertThat(PoolText.demand(pool(GROWING)))
                .isEqualTo("In the 20.0 s in which threads waited, 80.0 callers a second × 182 ms needed 14.5"
                        + " connections; it has 10.");
        assertThat(PoolText.number(pool(GROWING)))
                .isEqualTo("Set its size to 19 (14.5 and room for short waits), if the system behind it takes that load"
                        + " and each is still held for about 182 ms. With the size as it is, admit at most 37 callers"
                        + " at a time and turn the others away: it serves 55.0 a second, and the wait is half a"
                        + " second on average.");
    }

    @Test
    void where_all_were_served_the_callers_at_a_time_are_the_bound() {
        assertThat(PoolText.demand(pool(COME_BACK))).contains("no more came than it served, and at most 60 were there");
        assertThat(PoolText.number(pool(COME_BACK))).startsWith("With a size of 60, none of these callers waits");
    }

    @Test
    void the_cure_of_an_exhausted_pool_has_the_number() {
        assertThat(PoolText.cure(exhausted(null, List.of(pool(GROWING)))))
                .contains(" orders (HikariCP): Set its size to 19 ")
                .doesNotContain("semaphore");
    }

    @Test
    void without_the_borrowings_the_pace_of_the_queue_says_how_many_to_let_wait() {
        assertThat(PoolText.cure(exhausted(new Progress(1, 16, 0, false, 0, 0), List.of())))
                .endsWith(" About 16.0 a second get one now: if at most 8 wait at a time and the others are turned"
                        + " away, the wait is half a second on average. resources=on shows how many connections are"
                        + " needed.");
        assertThat(PoolText.cure(exhausted(new Progress(1, 16, 0, true, 0, 0), List.of())))
                .as("some of them may have given up")
                .endsWith("can take the load. resources=on shows how many connections are needed.");
    }

    @Test
    void who_can_not_be_watched_or_is_watched_is_not_told_to_set_resources_on() {
        Progress pace = new Progress(1, 16, 0, false, 0, 0);
        PoolExhausted unwatched = new PoolExhausted(
                "MongoDB", "connection", exhausted(pace, List.of()).waiting(), 0, pace, List.of(), false, false);
        assertThat(PoolText.cure(unwatched)).contains("About 16.0 a second").doesNotContain("resources=on");
        assertThat(PoolText.cure(exhausted(pace, List.of(pool(null))))).doesNotContain("resources=on");
    }
}
