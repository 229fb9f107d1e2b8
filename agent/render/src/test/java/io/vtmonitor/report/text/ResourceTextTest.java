package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.ResourcePool;
import org.junit.jupiter.api.Test;

class ResourceTextTest {
    private static ResourcePool pool(int mostInUse, int waiting) {
        return new ResourcePool(
                new ResourcePool.Description("HikariCP", "orders", "connection", 3, null),
                new ResourcePool.Occupancy(0, mostInUse, 0, waiting, waiting),
                ResourcePool.Usage.NONE,
                null,
                null);
    }

    @Test
    void a_pool_that_was_seen_to_lend_nothing_has_created_none_and_one_that_was_watched_late_may_have_lent_all() {
        assertThat(ResourceText.nothingLent(pool(0, 37), true))
                .isEqualTo("0 of 3 connections lent while 37 threads wait: the pool has not created any yet.");
        assertThat(ResourceText.nothingLent(pool(0, 37), false)).isEmpty();
        assertThat(ResourceText.nothingLent(pool(3, 37), true)).isEmpty();
        assertThat(ResourceText.nothingLent(pool(0, 0), true)).isEmpty();
    }
}
