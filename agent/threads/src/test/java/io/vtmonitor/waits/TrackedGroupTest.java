package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrackedGroupTest {
    private static final int OLD = 10;
    private long number;

    private void look(TrackedGroup group, int threads) {
        ThreadIdSketch ids = new ThreadIdSketch();
        LongStream.range(0, threads).forEach(ids::add);
        group.look(++number, number, Instant.ofEpochSecond(number), threads, 0, ids);
    }

    private static SiteShare share(WaitOperation operation, int threads) {
        return new SiteShare(new WaitSite(operation, null, null, "com.acme.A.a", null, null, List.of()), threads, 0);
    }

    @Test
    void a_verdict_on_a_queue_that_has_been_there_for_long_begins_with_the_looks_that_it_is_based_on() {
        TrackedGroup one = new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.locks.ReentrantLock");
        look(one, 30);
        assertThat(one.begin()).isEqualTo(Instant.ofEpochSecond(1));
        look(one, 30);
        look(one, 30);
        assertThat(one.begin()).isEqualTo(Instant.ofEpochSecond(1));
        look(one, 20);
        look(one, 25);
        assertThat(one.begin()).isEqualTo(Instant.ofEpochSecond(3));
        assertThat(one.growthBegin()).isEqualTo(Instant.ofEpochSecond(4));
    }

    /** Threads that left may have been those at the first place. */
    @Test
    void a_group_of_several_waits_that_shrinks_needs_new_stacks() {
        TrackedGroup several = new TrackedGroup(Phase.TIMED_PARKED, null, null);
        look(several, 30);
        several.sampled(List.of(share(WaitOperation.PARK, 28), share(WaitOperation.SLEEP, 2)));
        look(several, 30);
        assertThat(several.wantsStacks(OLD)).isFalse();
        look(several, 2);
        assertThat(several.wantsStacks(OLD)).isTrue();
    }

    @Test
    void a_group_that_waits_for_one_thing_needs_none_because_it_shrinks() {
        TrackedGroup one = new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.Semaphore$NonfairSync");
        look(one, 30);
        one.sampled(List.of(share(WaitOperation.SEMAPHORE, 30)));
        look(one, 2);
        assertThat(one.wantsStacks(OLD)).isFalse();
    }

    @Test
    void whether_a_queue_is_slow_is_undecided_where_its_carriers_lacked_a_processor_and_not_where_it_moves_fast() {
        TrackedGroup one = new TrackedGroup(Phase.PARKED, new Object(), "java.util.concurrent.locks.ReentrantLock");
        look(one, 449);
        one.moved(new GroupProgress(449, 140, 1).with(0.2));
        assertThat(one.pace().isSlow(1)).isFalse();
        assertThat(one.isUndecided(1))
                .as("3.2 s, a fifth of which with a processor")
                .isTrue();
        look(one, 449);
        one.moved(new GroupProgress(449, 449, 0.5).with(0.2));
        assertThat(one.isUndecided(1)).isFalse();
        assertThat(one.pace().isSlow(1)).isFalse();
    }
}
