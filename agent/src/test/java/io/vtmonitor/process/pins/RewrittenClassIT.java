package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.scenario.NestedMonitors;
import io.vtmonitor.scenario.OtherAgent.Way;
import io.vtmonitor.scenario.SleepFree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another agent rewrites classes: what the JVM runs is not what lies on the class path. */
class RewrittenClassIT {
    private static final String NESTED = NestedMonitors.class.getName();
    private static final String FREE = SleepFree.class.getName();

    /** By the source lines, which the other agent left as they were. */
    private static final String[] LIKELY = {
        NESTED + ".inner by monitor of static field NestedMonitors.INNER, likely, agent",
        NESTED + ".outer by monitor of static field NestedMonitors.OUTER, likely, agent"
    };

    @TempDir
    Path directory;

    @ParameterizedTest(name = "rewrites {0}, before ours: {1}")
    @CsvSource({"ONCE, true", "ONCE, false", "AGAIN, true"})
    void holders_stay_exact_though_another_agent_moved_every_instruction(Way way, boolean before) throws Exception {
        Watched run = run(Rewriting.COUNTS, NestedMonitors.class, way, before, "3");

        assertThat(run.holders())
                .containsExactly(
                        NESTED + ".inner by monitor of static field NestedMonitors.INNER, exact, agent",
                        NESTED + ".outer by monitor of static field NestedMonitors.OUTER, exact, agent");
    }

    /** The JVM asks it after us, so what it makes of the class is not shown to us. */
    @Test
    void an_agent_after_ours_that_rewrites_whenever_asked_leaves_holders_only_likely() throws Exception {
        Watched run = run(Rewriting.COUNTS, NestedMonitors.class, Way.AGAIN, false, "3");

        assertThat(run.holders()).containsExactly(LIKELY);
        assertThat(run.exit().out()).contains("done 3", "called " + (2 + 3 * 3));
    }

    @ParameterizedTest(name = "rewrites {0}, before ours: {1}")
    @CsvSource({"ONCE, false", "AGAIN, true"})
    void a_lock_that_another_agent_added_is_named(Way way, boolean before) throws Exception {
        Watched run = run(Rewriting.LOCKS, SleepFree.class, way, before, "3");

        assertThat(run.holders()).containsExactly(FREE + ".release by monitor of class SleepFree, exact, agent");
    }

    /** Long enough for the look to come while it runs: what is not rewritten again must not be undone by looking. */
    @Test
    void looking_undoes_nothing_and_what_cannot_be_seen_is_never_exact() throws Exception {
        Watched run = run(Rewriting.COUNTS, NestedMonitors.class, Way.AT_LOAD_ONLY, true, "40");

        assertThat(run.holders()).containsExactly(LIKELY);
        assertThat(run.exit().err()).anyMatch(line -> line.contains("pinned for"));
        assertThat(run.exit().out()).contains("done 40", "called " + (2 + 3 * 40));
    }

    private Watched run(Rewriting change, Class<?> type, Way way, boolean before, String count) throws Exception {
        Path folder = directory.resolve("rewritten");
        change.write(type, folder);
        List<String> other = List.of("-javaagent:" + Rewriting.agent(directory) + "=" + way + ":" + folder);
        List<String> none = List.of();
        return Watched.run(
                ChildJvm.on(21, directory).flags(before ? other : none),
                agent -> agent.flags(before ? none : other)
                        .main(List.of(Watched.testClasses()), type.getName(), List.of(count)),
                directory,
                jvm -> jvm.send("exit"));
    }
}
