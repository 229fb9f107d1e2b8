package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpinned.Constructs;
import io.vtmonitor.unpinned.Loaders;
import io.vtmonitor.unpinned.Outside;
import io.vtmonitor.unpinned.Stuck;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped jar rewrites a program's monitors as it loads, on the JDK that needs it. */
class UnpinIT {
    private static final String PACKAGE = "io.vtmonitor.unpinned.";
    private static final String ROUNDS = System.getProperty("vtmonitor.unpin.rounds", "2000");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation"})
    void every_way_to_lock_still_excludes_and_wakes(String compiler) throws Exception {
        ChildJvm.Exit exit =
                run(21, List.of(compiler, "-Xverify:all"), "unpin=" + PACKAGE + "**", Constructs.class, ROUNDS);
        assertThat(exit.out()).filteredOn(line -> !line.startsWith("ok ")).containsExactly("done");
        assertThat(exit.out()).hasSize(17);
        assertThat(unpin(exit))
                .anyMatch(line -> line.matches("rewrote \\d\\d places .* 0 take monitor and lock, 0 keep.*"));
        assertThat(unpin(exit)).noneMatch(line -> line.startsWith("UNSOUND"));
    }

    @Test
    void what_is_called_is_seen_from_the_class_path_a_war_a_bundle_and_a_named_module() throws Exception {
        ChildJvm.Exit exit = run(21, List.of("-Xverify:all"), "unpin=" + PACKAGE + "Island", Loaders.class);
        assertThat(exit.out())
                .containsExactly(
                        "class path: locked true true false",
                        "war: locked true true false",
                        "bundle: locked true true false",
                        "module: locked true true false in island");
    }

    @Test
    void code_outside_the_pattern_that_locks_the_same_objects_still_excludes_them() throws Exception {
        ChildJvm.Exit exit = run(21, List.of("-Xverify:all"), "unpin=" + PACKAGE + "Driver", Outside.class);
        assertThat(exit.out()).containsExactly("exclusive", "exclusive", "exclusive", "exclusive", "exclusive", "done");
        assertThat(unpin(exit))
                .anyMatch(line -> line.matches(".*Driver.useHandedIn:.* both, what is in the field is handed in .*"))
                .anyMatch(line -> line.matches(".*Driver.useTable:.* kept, java.util.Hashtable locks it in .*"))
                .anyMatch(line -> line.matches(".*Driver.Worker.use:.* kept, java.lang.Thread locks it in .*"))
                .anyMatch(line -> line.matches(".*Outside\\..*: both, .*"))
                .noneMatch(line -> line.startsWith("UNSOUND"));
    }

    @Test
    void an_audit_changes_nothing_and_tells_the_plan() throws Exception {
        ChildJvm.Exit exit = run(21, List.of(), "unpin=audit:" + PACKAGE + "Island", Loaders.class);
        assertThat(exit.out()).contains("class path: locked true true true");
        assertThat(unpin(exit))
                .anyMatch(line -> line.startsWith("would rewrite "))
                .anyMatch(line -> line.matches(".*Island.tell:.* on this: rewritten, all that lock it are rewritten"));
    }

    @Test
    void a_lock_whose_next_owner_has_no_carrier_is_taken_by_who_has_one() throws Exception {
        ChildJvm.Exit exit = run(
                21,
                List.of("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1"),
                "unpin=" + PACKAGE + "Stuck",
                Stuck.class,
                "carriers");
        assertThat(exit.out()).containsExactly("done");
    }

    @Test
    void a_deadlock_of_rewritten_locks_is_found_by_the_jvm() throws Exception {
        ChildJvm.Exit exit = run(21, List.of(), "unpin=" + PACKAGE + "Stuck", Stuck.class, "deadlock");
        assertThat(exit.out()).containsExactly("found 2", "done");
    }

    @Test
    void on_java_25_it_says_that_it_is_not_needed_and_changes_nothing() throws Exception {
        ChildJvm.Exit exit = run(25, List.of(), "unpin=" + PACKAGE + "Island", Loaders.class);
        assertThat(exit.out()).contains("class path: locked true true true");
        assertThat(exit.ours()).anyMatch(line -> line.contains("not needed on Java 25, where monitors don't pin"));
    }

    @Test
    void a_pattern_that_can_not_be_rewritten_is_refused_and_the_application_runs() throws Exception {
        ChildJvm.Exit exit = runUnwatched(21, "unpin=java.util.**", Loaders.class);
        assertThat(exit.out()).contains("class path: locked true true true");
        assertThat(exit.ours()).anyMatch(line -> line.contains("the JDK's own classes can't be rewritten"));
    }

    /** The program begins when the agent watches, so that the agent is there at its end. */
    private ChildJvm.Exit run(int jdk, List<String> flags, String option, Class<?> main, String... arguments)
            throws Exception {
        try (ChildJvm jvm = start(jdk, flags, option, main, arguments)) {
            jvm.awaitWatching();
            jvm.send("go");
            return jvm.awaitExit();
        }
    }

    private ChildJvm.Exit runUnwatched(int jdk, String option, Class<?> main) throws Exception {
        try (ChildJvm jvm = start(jdk, List.of(), option, main)) {
            jvm.send("go");
            return jvm.awaitExit();
        }
    }

    private ChildJvm start(int jdk, List<String> flags, String option, Class<?> main, String... arguments)
            throws Exception {
        return ChildJvm.on(jdk, directory)
                .flags(flags)
                .agent(option)
                .main(List.of(Watched.testClasses()), main.getName(), List.of(arguments))
                .start();
    }

    /** What was said of the rewriting. */
    private static List<String> unpin(ChildJvm.Exit exit) {
        return exit.ours().stream()
                .filter(line -> line.startsWith("vt-monitor: unpin: "))
                .map(line -> line.substring("vt-monitor: unpin: ".length()))
                .toList();
    }
}
