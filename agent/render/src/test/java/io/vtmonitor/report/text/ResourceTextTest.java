package io.vtmonitor.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ResourcePool.Holder;
import io.vtmonitor.report.ResourcePool.Look;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
    void what_nobody_returns_names_who_borrowed_it_and_where_as_far_as_the_pool_notes_that() {
        List<String> threads = List.of("thread \"a\"", "thread \"b\"", "thread \"c\"", "thread \"d\"");
        StackFrame place = StackFrame.parse("com.acme.Orders.export:43");
        assertThat(leaked(place, Confidence.EXACT, WaitOperation.UNKNOWN, threads.subList(0, 1)))
                .endsWith("; 3 of them, borrowed in com.acme.Orders.export:43 by thread \"a\".");
        assertThat(leaked(null, Confidence.UNKNOWN, WaitOperation.ENDED, threads.subList(0, 1)))
                .endsWith("; 3 of them, borrowed by thread \"a\", which has ended.");
        assertThat(leaked(null, Confidence.UNKNOWN, WaitOperation.ENDED, threads))
                .endsWith("; 3 of them, borrowed by thread \"a\", thread \"b\", thread \"c\", and others, which have"
                        + " ended.");
        assertThat(leaked(place, Confidence.LIKELY, WaitOperation.SLEEP, threads.subList(0, 2)))
                .endsWith("; 3 of them, borrowed by thread \"a\", thread \"b\", each of which sleeps in "
                        + "com.acme.Orders.export:43 (likely).");
    }

    @Test
    void a_heap_dump_does_not_show_what_became_of_the_threads_that_borrowed() {
        assertThat(leaked(null, Confidence.UNKNOWN, WaitOperation.UNKNOWN, List.of()))
                .endsWith("; 3 of them in no single thread's stack that the dump has.");
        Holder live = new Holder(
                null, Confidence.UNKNOWN, WaitOperation.UNKNOWN, 3, 2_000_000_000, List.of(), null, List.of());
        assertThat(ResourceText.holders(pool(3, 37).with(new Look(Instant.EPOCH, 3, 37, 0, 3, List.of(live)))))
                .endsWith("; 3 of them for up to 2.00 s by threads that have ended, have several, or handed on what"
                        + " they borrowed.");
    }

    private static String leaked(
            @Nullable StackFrame place, Confidence confidence, WaitOperation doing, List<String> borrowers) {
        Holder holder = new Holder(place, confidence, doing, 3, 0, List.of(), null, borrowers);
        Look look = new Look(Instant.EPOCH, 3, 37, 0, 3, List.of(holder));
        return ResourceText.holders(pool(3, 37).with(look));
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
