package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.HolderNote;
import io.vtmonitor.report.WaitGroup.Held;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whose time it is that threads waited. */
class HeldTimeTest {
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";
    private static final long SECOND = 1_000_000_000;

    private final WaitTotals totals = new WaitTotals();
    private final TrackedGroup one = new TrackedGroup(Phase.PARKED, new Object(), LOCK);
    private int looks;

    @Test
    void the_time_to_the_next_look_is_that_of_the_place_that_had_the_lock_at_the_look() {
        look(one, 10, taken("com.acme.Log.append:7", Confidence.LIKELY));
        look(one, 20, taken("com.acme.Log.append:9", Confidence.LIKELY));
        look(one, 30, taken("com.acme.Log.rotate", Confidence.EXACT));
        look(one, 40, WaitHolder.unknown(HolderNote.of(HolderNote.Why.NOBODY)));
        look(one, 50, released());
        look(one, 60, null);
        totals.look(7 * SECOND, Instant.ofEpochSecond(7), List.of());
        assertThat(totals.groups()).singleElement().satisfies(group -> {
            assertThat(group.count().threadNanos()).isEqualTo(210 * SECOND);
            assertThat(group.heldBy())
                    .containsExactly(
                            new Held("com.acme.Log.rotate", true, Confidence.EXACT, 30, 30 * SECOND),
                            new Held("com.acme.Log.append", true, Confidence.LIKELY, 20, 30 * SECOND));
        });
    }

    @Test
    void a_holder_that_took_it_somewhere_else_is_named_by_where_it_is_and_one_that_has_ended_by_no_place() {
        look(one, 10, in("com.acme.Report.export:3"));
        look(one, 20, WaitHolder.ended("virtual thread #7"));
        look(one, 1, in("com.acme.Report.export:4"));
        assertThat(totals.groups().get(0).heldBy())
                .containsExactly(
                        new Held(null, false, Confidence.EXACT, 20, 20 * SECOND),
                        new Held("com.acme.Report.export", false, Confidence.EXACT, 10, 10 * SECOND));
    }

    @Test
    void one_look_has_threads_and_no_time() {
        look(one, 10, in("com.acme.Report.export:3"));
        assertThat(totals.groups().get(0).heldBy())
                .containsExactly(new Held("com.acme.Report.export", false, Confidence.EXACT, 10, 0));
    }

    @Test
    void of_two_locks_at_one_place_each_has_its_holder_and_of_a_group_of_several_none_is_known() {
        TrackedGroup other = new TrackedGroup(Phase.PARKED, new Object(), LOCK);
        TrackedGroup several = new TrackedGroup(Phase.PARKED, null, LOCK);
        for (int i = 0; i < 2; i++) {
            looks++;
            at(one, 10, taken("com.acme.Log.append", Confidence.LIKELY));
            at(other, 5, taken("com.acme.Log.rotate", Confidence.LIKELY));
            at(several, 3, taken("com.acme.Log.close", Confidence.LIKELY));
            totals.look(looks * SECOND, Instant.ofEpochSecond(looks), List.of(one, other, several));
        }
        assertThat(totals.groups().get(0).heldBy())
                .containsExactly(
                        new Held("com.acme.Log.append", true, Confidence.LIKELY, 10, 10 * SECOND),
                        new Held("com.acme.Log.rotate", true, Confidence.LIKELY, 5, 5 * SECOND));
    }

    @Test
    void holders_beyond_the_bound_are_time_without_one() {
        for (int i = 0; i < 100; i++) {
            look(one, 10, taken("com.acme.Log.append" + i, Confidence.LIKELY));
        }
        assertThat(totals.groups()).singleElement().satisfies(group -> {
            assertThat(group.count().threadNanos()).isEqualTo(990 * SECOND);
            assertThat(group.heldBy()).hasSize(Held.MOST);
        });
    }

    @Test
    void time_that_is_too_much_for_a_number_stays_at_the_most_and_does_not_become_negative() {
        for (int i = 0; i < 100; i++) {
            looks += 3600;
            at(one, 100_000, taken("com.acme.Log.append", Confidence.LIKELY));
            totals.look(looks * SECOND, Instant.ofEpochSecond(looks), List.of(one));
        }
        assertThat(totals.groups()).singleElement().satisfies(group -> {
            assertThat(group.count().threadNanos()).isEqualTo(Long.MAX_VALUE);
            assertThat(group.heldBy().get(0).threadNanos()).isEqualTo(Long.MAX_VALUE);
            assertThat(group.count().plus(group.count()).threadNanos()).isEqualTo(Long.MAX_VALUE);
            assertThat(group.heldBy().get(0).plus(group.heldBy().get(0)).threadNanos())
                    .isEqualTo(Long.MAX_VALUE);
        });
    }

    private void look(TrackedGroup group, int threads, @Nullable WaitHolder holder) {
        looks++;
        at(group, threads, holder);
        totals.look(looks * SECOND, Instant.ofEpochSecond(looks), List.of(group));
    }

    private void at(TrackedGroup group, int threads, @Nullable WaitHolder holder) {
        group.look(looks, looks * SECOND, Instant.ofEpochSecond(looks), threads, threads, new ThreadIdSketch());
        WaitSite site = new WaitSite(WaitOperation.LOCK, null, null, "com.acme.Log.append", null, null, List.of());
        group.sampled(List.of(new SiteShare(site, threads, 0)));
        group.heldBy(holder, holder == null || holder.thread() == null ? 0 : 7, looks * SECOND);
    }

    private static WaitHolder taken(String frame, Confidence confidence) {
        return holder(StackFrame.parse(frame), confidence, List.of());
    }

    private static WaitHolder in(String frame) {
        return holder(null, Confidence.UNKNOWN, StackFrame.parse(List.of("java.lang.Thread.sleep", frame)));
    }

    private static WaitHolder released() {
        return holder(null, Confidence.UNKNOWN, List.of());
    }

    private static WaitHolder holder(@Nullable StackFrame took, Confidence confidence, List<StackFrame> frames) {
        return new WaitHolder(
                "virtual thread #7", Confidence.EXACT, took, confidence, WaitOperation.SLEEP, 0, null, frames);
    }
}
