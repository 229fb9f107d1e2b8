package io.vtmonitor.waits.census;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Has.How;
import io.vtmonitor.graph.Thing;
import io.vtmonitor.graph.Thing.Kind;
import io.vtmonitor.graph.WaitGraph;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.threads.ToldGraph;
import io.vtmonitor.waits.DeadlockJudge;
import io.vtmonitor.waits.PoolDeadlocks;
import io.vtmonitor.waits.Verdicts.Judgment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlockEffectsTest {
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

    private final Thread one = new Thread(() -> {}, "one");
    private final Thread other = new Thread(() -> {}, "other");
    private final Thread sleeper = new Thread(() -> {}, "sleeper");
    private final DeadlockJudge judge = new DeadlockJudge(false);

    /** A look at two threads that wait for each other. */
    private DeadlockEffects look() {
        Thing left = new Thing(Kind.LOCK, LOCK, null, "left");
        Thing right = new Thing(Kind.LOCK, LOCK, null, "right");
        ToldGraph told = new ToldGraph();
        told.has(left, one, -1, How.OWNS, Confidence.EXACT);
        told.has(right, other, -1, How.OWNS, Confidence.EXACT);
        told.waits(one, right, false);
        told.waits(other, left, false);
        WaitGraph graph = told.graph();
        judge.judge(graph, Instant.EPOCH, circle -> graph);
        return new DeadlockEffects(judge, PoolDeadlocks.NONE);
    }

    private static Judgment found(WaitVerdictKind kind, String site) {
        return new Judgment(
                kind,
                "about " + site,
                Confidence.EXACT,
                Instant.EPOCH,
                12,
                site,
                kind == WaitVerdictKind.POOL_EXHAUSTED ? "HikariCP" : null,
                new WaitFacts.Worded("12 wait.", "Split the lock."),
                List.of());
    }

    @Test
    void a_convoy_behind_threads_that_seem_to_be_in_a_deadlock_is_not_due_before_the_next_look_which_covers_it() {
        Judgment convoy = found(WaitVerdictKind.LOCK_CONVOY, "Cache.load");
        DeadlockEffects first = look();
        assertThat(first.arePossible()).isTrue();
        assertThat(first.take(convoy, List.of(0L, one.threadId()))).isTrue();
        assertThat(first.covered()).isEmpty();
        assertThat(first.withheld()).as("if it lasts, it goes on").containsExactly("about Cache.load");

        DeadlockEffects second = look();
        assertThat(second.take(convoy, List.of(0L, one.threadId()))).isTrue();
        assertThat(second.withheld()).isEmpty();
        assertThat(second.covered())
                .hasSize(1)
                .allSatisfy((deadlock, effects) -> assertThat(effects).containsExactly("lock_convoy Cache.load"));
    }

    /** A watch over pools that has found deadlocks of some kinds of pools. */
    private record Found(String suspected, String reported, List<String> effects) implements PoolDeadlocks {
        @Override
        public boolean suspects(String kind) {
            return kind.equals(suspected);
        }

        @Override
        public boolean cover(String kind, String effect) {
            return kind.equals(reported) && effects.add(effect);
        }

        private DeadlockEffects look() {
            return new DeadlockEffects(new DeadlockJudge(false), this);
        }
    }

    @Test
    void an_exhausted_pool_that_waits_for_itself_is_told_once_with_the_deadlock() {
        Judgment exhausted = found(WaitVerdictKind.POOL_EXHAUSTED, "Dao.load");
        Found seems = new Found("HikariCP", "", new ArrayList<>());
        DeadlockEffects first = seems.look();
        assertThat(first.take(exhausted, List.of())).isTrue();
        assertThat(first.withheld()).containsExactly("about Dao.load");

        Found surely = new Found("", "HikariCP", new ArrayList<>());
        DeadlockEffects second = surely.look();
        assertThat(second.take(exhausted, List.of())).isTrue();
        assertThat(second.withheld()).isEmpty();
        assertThat(surely.effects).containsExactly("pool_exhausted Dao.load");

        assertThat(new Found("c3p0", "c3p0", new ArrayList<>()).look().take(exhausted, List.of()))
                .isFalse();
    }

    @Test
    void a_convoy_behind_another_thread_and_what_is_no_convoy_are_reported() {
        DeadlockEffects effects = look();
        assertThat(effects.take(found(WaitVerdictKind.LOCK_CONVOY, "Cache.load"), List.of(sleeper.threadId())))
                .isFalse();
        assertThat(effects.take(found(WaitVerdictKind.STUCK, "Cache.load"), List.of(one.threadId())))
                .isFalse();
        assertThat(effects.withheld()).isEmpty();
        assertThat(new DeadlockEffects(new DeadlockJudge(false), PoolDeadlocks.NONE).arePossible())
                .isFalse();
    }
}
