package io.vtmonitor.waits.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Has;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.VerdictText;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PoolsInDumpsTest {
    private static final String WAITS = "{\"tid\": \"$TID\", \"virtual\": true, \"name\": \"\", \"state\":"
            + " \"TIMED_WAITING\", \"parkBlocker\": {\"object\":"
            + " \"java.util.concurrent.SynchronousQueue$Transferer@1\"}, \"stack\":"
            + " [\"java.base/java.lang.VirtualThread.parkNanos(VirtualThread.java:700)\","
            + " \"java.base/java.util.concurrent.SynchronousQueue.poll(SynchronousQueue.java:1)\","
            + " \"com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)\","
            + " \"com.acme.Dao.load(Dao.java:10)\"]}";

    /** @param threads in each of some dumps */
    private static List<WaitVerdict> verdicts(int... threads) throws IOException {
        String[] texts = new String[threads.length];
        for (int i = 0; i < threads.length; i++) {
            texts[i] = DumpWaitsTest.dump("27", "2026-01-01T00:00:0" + i + "Z", DumpWaitsTest.many(threads[i], WAITS));
        }
        return DumpWaitsTest.waits(texts).verdicts();
    }

    @Test
    void a_pool_that_has_many_callers_in_one_of_several_dumps_is_busy() throws IOException {
        assertThat(verdicts(20, 9, 9)).isEmpty();
        assertThat(verdicts(9, 20, 20)).isEmpty();
        String some = DumpWaitsTest.dump("27", "2026-01-01T00:00:00Z", DumpWaitsTest.many(40, WAITS));
        String others = DumpWaitsTest.dump("27", "2026-01-01T00:00:01Z", DumpWaitsTest.many(20, WAITS));
        assertThat(DumpWaitsTest.waits(some, others).verdicts())
                .as("half of them are not there any more")
                .isEmpty();
    }

    @Test
    void many_that_wait_for_a_pool_in_each_dump_are_told_with_what_dumps_do_not_show() throws IOException {
        assertThat(verdicts(9, 9, 9)).isEmpty();
        WaitVerdict one = verdicts(20).get(0);
        assertThat(one.kind()).isEqualTo(WaitVerdictKind.POOL_EXHAUSTED);
        assertThat(VerdictText.evidence(one.facts()))
                .isEqualTo("In the one dump 20 virtual threads wait for the pool of HikariCP in"
                        + " com.zaxxer.hikari.util.ConcurrentBag.borrow, called by com.acme.Dao.load. One dump doesn't"
                        + " show how long they wait.");
        assertThat(VerdictText.evidence(verdicts(20, 20, 20).get(0).facts()))
                .startsWith("In each of the last 3 dumps 20 virtual threads or more wait for the pool of HikariCP in ")
                .endsWith("Nearly all of those that waited at one dump waited at the next, too. Whether they got any in"
                        + " between isn't shown.");
    }

    private static Thing thing(Thing.Kind kind, String key) {
        return new Thing(kind, "", null, key);
    }

    private static ResourcePool pool(String name) {
        return new ResourcePool(
                new ResourcePool.Description("HikariCP", name, "connection", 1, null),
                new ResourcePool.Occupancy(1, 1, 0, 1, 1),
                ResourcePool.Usage.NONE,
                null,
                null);
    }

    /**
     * A heap dump. Thread 100 has the connection of a pool and wants another one of it, and the others want one.
     *
     * @param last the name of the pool of which the last thread wants one
     */
    private static List<WaitVerdict> ofHeap(String last) throws IOException {
        ThreadDumpFile threads =
                DumpWaitsTest.read(DumpWaitsTest.dump("27", "2026-01-01T00:00:00Z", DumpWaitsTest.many(20, WAITS)));
        Map<Thing, ResourcePool> pools = Map.of(
                thing(Thing.Kind.POOLED_OBJECT, "orders"), pool("orders"),
                thing(Thing.Kind.POOLED_OBJECT, "users"), pool("users"));
        List<DumpedEdges.Wait> waits = new ArrayList<>();
        for (int tid = 100; tid < 120; tid++) {
            waits.add(new DumpedEdges.Wait(tid, thing(Thing.Kind.POOLED_OBJECT, tid == 119 ? last : "orders"), true));
        }
        DumpedEdges edges = new DumpedEdges(
                waits,
                List.of(new DumpedEdges.Hold(
                        thing(Thing.Kind.POOLED_OBJECT, "orders"), 100, -1, Has.How.OWNS, Confidence.EXACT)),
                Set.of(),
                false,
                pools,
                Map.of(),
                Map.of(),
                List.of());
        ThreadDumpFile heap = new ThreadDumpFile(
                "h.hprof", 7, threads.time(), "27", threads.threads(), 0, null, ThreadDumpFile.Form.HEAP, edges);
        return DumpWaits.of(List.of(heap), name -> null, RequestEvidence.Proofs.NONE)
                .verdicts();
    }

    @Test
    void a_pool_that_waits_for_itself_in_a_heap_dump_is_told_once() throws IOException {
        assertThat(ofHeap("orders")).singleElement().satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.DEADLOCK);
            assertThat(verdict.covers()).containsExactly("pool_exhausted com.zaxxer.hikari.util.ConcurrentBag.borrow");
        });
        assertThat(ofHeap("users"))
                .as("another pool of that kind may be exhausted without a deadlock")
                .extracting(WaitVerdict::kind)
                .containsExactlyInAnyOrder(WaitVerdictKind.DEADLOCK, WaitVerdictKind.POOL_EXHAUSTED);
    }

    @Test
    void a_pool_is_exhausted_from_the_dump_on_that_shows_those_who_stay() throws IOException {
        String[] texts = new String[6];
        for (int i = 0; i < texts.length; i++) {
            int callers = i < 3 ? 2 * i + 1 : 50; // in the first ones, callers come and go
            String threads = DumpWaitsTest.many(callers, i < 3 ? WAITS.replace("$TID", i + "$TID") : WAITS);
            texts[i] = DumpWaitsTest.dump("27", "2026-01-01T00:00:0" + i + "Z", threads);
        }
        assertThat(DumpWaitsTest.waits(texts).verdicts())
                .extracting(WaitVerdict::begin)
                .containsExactly(Instant.parse("2026-01-01T00:00:03Z"));
    }

    @Test
    void those_with_a_time_limit_do_not_hide_those_without_one_where_dumps_show_no_objects() throws IOException {
        String timed = "{\"tid\": \"$TID\", \"name\": \"\", \"stack\":"
                + " [\"java.base/java.lang.VirtualThread.parkNanos(VirtualThread.java:631)\","
                + " \"com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)\","
                + " \"com.acme.Dao.load(Dao.java:10)\","
                + " \"java.base/java.lang.VirtualThread.run(VirtualThread.java:309)\"]}";
        String untimed = timed.replace("parkNanos", "park").replace("$TID", "9$TID");
        String threads = DumpWaitsTest.many(50, untimed) + "," + DumpWaitsTest.many(2, timed);
        assertThat(DumpWaitsTest.waits(DumpWaitsTest.dump("21", "2026-01-01T00:00:00Z", threads))
                        .verdicts())
                .singleElement()
                .satisfies(verdict -> {
                    assertThat(verdict.kind()).isEqualTo(WaitVerdictKind.POOL_EXHAUSTED);
                    assertThat(verdict.threads()).isEqualTo(50);
                });
    }

    @Test
    void threads_that_wait_for_one_pool_in_two_of_its_methods_are_one_queue() throws IOException {
        String threads = DumpWaitsTest.many(
                12,
                WAITS.replace(
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow(",
                        "io.agroal.pool.ConnectionPool.waitAvailableHandler("));
        for (int i = 0; i < 5; i++) {
            threads = threads.replaceFirst("waitAvailableHandler", "handlerFromSharedCache");
        }
        WaitVerdict one = DumpWaitsTest.waits(DumpWaitsTest.dump("27", "2026-01-01T00:00:00Z", threads))
                .verdicts()
                .get(0);
        assertThat(VerdictText.evidence(one.facts()))
                .isEqualTo("In the one dump 12 virtual threads wait for the pool of Agroal, most of them in"
                        + " io.agroal.pool.ConnectionPool.waitAvailableHandler, called by com.acme.Dao.load. One dump"
                        + " doesn't show how long they wait.");
    }
}
