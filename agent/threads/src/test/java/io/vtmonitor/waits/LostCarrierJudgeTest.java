package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.ThreadView;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.text.VerdictText;
import io.vtmonitor.threads.ToldGraph;
import io.vtmonitor.waits.LostCarrierJudge.Carriers;
import io.vtmonitor.waits.LostCarrierJudge.Keeper;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LostCarrierJudgeTest {
    private static final long TEN_SECONDS = 10_000_000_000L;

    private final Thread waits = new Thread(() -> {}, "waits");
    private final Thread owner = new Thread(() -> {}, "owner");
    private final ToldGraph graph = new ToldGraph().thread(owner, false, Phase.MOUNTED, null);

    private WaitOperation operation = WaitOperation.SOCKET_READ;
    private List<HolderLine> holders = List.of();

    private Keeper keeper(long nanos) {
        StackTraceElement frame = new StackTraceElement("com.acme.Ledger", "post", "Ledger.java", 88);
        return new Keeper(
                new ThreadView(waits.threadId(), "waits", true, Phase.PARKED, "carrier", null, List.of(frame)),
                operation,
                holders,
                nanos);
    }

    private List<Judgment> judge(long nanos, int waiting, int ready) {
        return judge(nanos, new Carriers(2, 2, waiting, ready));
    }

    private List<Judgment> judge(long nanos, Carriers carriers) {
        return LostCarrierJudge.judge(List.of(keeper(nanos)), graph.graph(), Set.of(), carriers, Instant.EPOCH);
    }

    private void waitsForLock() {
        operation = WaitOperation.LOCK;
        Thing lock = new Thing(Kind.LOCK, "java.util.concurrent.locks.ReentrantLock$NonfairSync", null, "lock");
        graph.waits(waits, lock, false);
        graph.has(lock, owner, -1, How.OWNS, Confidence.EXACT);
    }

    @Test
    void a_wait_of_nine_seconds_for_a_lock_is_one_whatever_other_carriers_do() {
        waitsForLock();
        assertThat(judge(TEN_SECONDS, 1, 0)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(WaitVerdictKind.LOST_CARRIER);
            assertThat(VerdictText.evidence(found.facts()))
                    .contains(
                            "\"waits\" keeps its carrier, one of 2, and waits at com.acme.Ledger.post:88 for the lock")
                    .contains("that platform thread \"owner\" holds. Each look for 10.0 s found it so.");
        });
        assertThat(judge(TEN_SECONDS / 2, 1, 0)).isEmpty();
    }

    @Test
    void a_carrier_whose_thread_waits_for_a_peer_is_not_counted_with_the_lost_ones() {
        waitsForLock();
        Keeper reads = new Keeper(
                new ThreadView(owner.threadId(), "reads", true, Phase.PARKED, "carrier", null, List.of()),
                WaitOperation.SOCKET_READ,
                List.of(),
                TEN_SECONDS);
        List<Judgment> found = LostCarrierJudge.judge(
                List.of(keeper(TEN_SECONDS), reads), graph.graph(), Set.of(), new Carriers(2, 2, 2, 0), Instant.EPOCH);
        assertThat(found)
                .singleElement()
                .satisfies(lost ->
                        assertThat(VerdictText.evidence(lost.facts())).endsWith("Each look for 10.0 s found it so."));
    }

    private static HolderLine holder(String method, Hold hold) {
        return new HolderLine("com.acme.Ledger", method, 88, hold, 1, null, Confidence.EXACT, null);
    }

    @Test
    void another_jdk_is_advised_where_monitors_alone_keep_the_carrier() {
        waitsForLock();
        HolderLine post = holder("post", Hold.MONITOR);
        holders = List.of(post);
        assertThat(VerdictText.cure(judge(TEN_SECONDS, 1, 0).get(0).facts())).endsWith("or run on JDK 24 or later.");
        holders = List.of(post, holder("<clinit>", Hold.CLASS_INIT));
        assertThat(VerdictText.cure(judge(TEN_SECONDS, 1, 0).get(0).facts())).endsWith("from letting go.");
    }

    @Test
    void a_wait_for_a_peer_is_a_fact_unless_threads_wait_for_a_carrier() {
        assertThat(judge(TEN_SECONDS, 1, 0)).isEmpty();
        assertThat(judge(TEN_SECONDS, 1, 3))
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .endsWith("Meanwhile 3 threads wait for a carrier."));
        assertThat(LostCarrierJudge.kept(List.of(keeper(TEN_SECONDS)), Set.of(), 2))
                .isNotNull();
    }

    @Test
    void a_thread_that_is_about_to_get_a_carrier_that_is_free_waits_for_none() {
        assertThat(judge(TEN_SECONDS, new Carriers(2, 2, 1, 1))).hasSize(1);
        assertThat(judge(TEN_SECONDS, new Carriers(2, 1, 1, 1))).isEmpty();
    }

    @Test
    void a_thread_that_has_another_monitor_is_not_named_as_the_owner() {
        operation = WaitOperation.MONITOR_ENTER;
        Thing monitor = new Thing(Kind.MONITOR, "", "field lock", "entered by waits");
        graph.waits(waits, monitor, false);
        graph.has(monitor, owner, -1, How.MAY_OWN, Confidence.LIKELY);
        assertThat(judge(TEN_SECONDS, 1, 0))
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .contains("for the monitor")
                        .doesNotContain("\"owner\""));
    }

    @Test
    void a_thread_that_is_next_to_get_a_free_lock_is_not_said_to_hold_it() {
        operation = WaitOperation.LOCK;
        Thing lock = new Thing(Kind.LOCK, "java.util.concurrent.locks.ReentrantLock$NonfairSync", null, "lock");
        graph.waits(waits, lock, false);
        graph.has(lock, owner, -1, How.IS_NEXT, Confidence.EXACT);
        assertThat(judge(TEN_SECONDS, 1, 0))
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .contains("for the lock java.util.concurrent.locks.ReentrantLock. Each look"));
    }

    @Test
    void a_wait_for_other_threads_is_one_though_nobody_has_what_it_waits_for() {
        operation = WaitOperation.LATCH;
        assertThat(judge(TEN_SECONDS, 1, 0))
                .singleElement()
                .satisfies(found -> assertThat(VerdictText.evidence(found.facts()))
                        .contains("waits at com.acme.Ledger.post:88 for a latch. Each look"));
    }

    @Test
    void a_wait_for_what_a_peer_may_send_or_work_may_fill_is_a_fact() {
        operation = WaitOperation.QUEUE;
        assertThat(judge(TEN_SECONDS, 1, 0)).isEmpty();
        operation = WaitOperation.FUTURE;
        assertThat(judge(TEN_SECONDS, 1, 0)).isEmpty();
        Thing task = new Thing(Kind.TASK, "java.util.concurrent.FutureTask", null, "task");
        graph.waits(waits, task, false);
        graph.has(task, owner, -1, How.OWNS, Confidence.EXACT);
        assertThat(judge(TEN_SECONDS, 1, 0)).as("a known thread runs the task").hasSize(1);
    }

    @Test
    void where_no_carrier_is_left_for_those_that_wait_it_is_a_stall() {
        waitsForLock();
        assertThat(judge(TEN_SECONDS, 2, 3)).isEmpty();
    }

    @Test
    void threads_of_a_deadlock_are_left_to_that() {
        waitsForLock();
        Set<Long> deadlocked = Set.of(waits.threadId());
        assertThat(LostCarrierJudge.judge(
                        List.of(keeper(TEN_SECONDS)),
                        graph.graph(),
                        deadlocked,
                        new Carriers(2, 2, 1, 0),
                        Instant.EPOCH))
                .isEmpty();
        assertThat(LostCarrierJudge.kept(List.of(keeper(TEN_SECONDS)), deadlocked, 2))
                .isNull();
    }
}
