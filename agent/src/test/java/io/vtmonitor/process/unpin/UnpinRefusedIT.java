package io.vtmonitor.process.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.unpinned.Database;
import io.vtmonitor.unpinned.Loaders;
import io.vtmonitor.unpinned.Loads;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not rewritten, and says why. */
@Tag("unpin")
class UnpinRefusedIT extends UnpinProcess {
    @Test
    void on_java_25_it_says_that_it_is_not_needed_and_changes_nothing() throws Exception {
        ChildJvm.Exit exit = run(25, List.of(), "unpin=" + PACKAGE + "Island", Loaders.class);
        assertThat(exit.out()).contains("class path: locked true true true");
        assertThat(exit.ours()).anyMatch(line -> line.contains("not needed on Java 25, where monitors don't pin"));
    }

    @Test
    void auto_rewrites_the_releases_that_are_proven_and_names_those_that_it_leaves_alone() throws Exception {
        ChildJvm.Exit proven = loads("unpin=auto", "mysql-connector-j-8.0.33.jar", "h2-2.2.220.jar");
        assertThat(unpin(proven))
                .anyMatch(line -> line.matches("rewrote \\d{3} places that lock in \\d+ classes; .*"))
                .noneMatch(line -> line.contains("not among the proven releases"));
        ChildJvm.Exit other = loads("unpin=auto", "mysql-connector-java-8.0.28.jar", "h2-2.5.252.jar");
        assertThat(unpin(other))
                .anyMatch(line -> line.startsWith("rewrote 0 places that lock in "))
                .contains("left alone: h2 2.5.252: not among the proven releases (2.2.220); unpin=org.h2.**"
                        + " rewrites it anyway")
                .anyMatch(line ->
                        line.startsWith("left alone: mysql-connector-java 8.0.28: not among the proven releases"));
    }

    private ChildJvm.Exit loads(String option, String mysql, String h2) throws Exception {
        Path libraries = RepositoryRoot.resolve("agent/classes/target/golden-libs");
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .agent(option)
                .main(
                        List.of(Watched.testClasses(), libraries.resolve(mysql), libraries.resolve(h2)),
                        Loads.class.getName(),
                        List.of("--", "com.mysql.cj.jdbc.ConnectionImpl", "org.h2.engine.SessionLocal"))
                .start()) {
            jvm.awaitWatching();
            jvm.send("go");
            return jvm.awaitExit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Driver", "Outside"})
    void an_attach_is_refused_where_a_loaded_class_may_lock_the_same_objects(String loaded) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .main(
                        List.of(Watched.testClasses()),
                        Loads.class.getName(),
                        List.of(PACKAGE + loaded, "--", PACKAGE + "Outside"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            ChildJvm.Exit attached = ChildJvm.on(25, directory)
                    .commandLine("attach", String.valueOf(jvm.pid()), "unpin=" + PACKAGE + "Driver")
                    .run();
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            for (List<String> told : List.of(attached.err(), exit.ours())) {
                assertThat(told)
                        .anyMatch(line -> line.contains("unpin=" + PACKAGE + "Driver: off, ")
                                && line.contains("in classes that are already loaded may lock the same objects: ")
                                && line.contains(PACKAGE + loaded));
            }
            assertThat(attached.code()).as("%s", attached).isEqualTo(1);
            assertThat(unpin(exit)).isEmpty();
        }
    }

    @Test
    void an_attach_rewrites_what_loads_later_where_no_loaded_class_locks_the_same() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .main(
                        List.of(Watched.testClasses()),
                        Loads.class.getName(),
                        List.of(PACKAGE + "Database", "--", PACKAGE + "Outside"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            ChildJvm.Exit attached = ChildJvm.on(25, directory)
                    .commandLine("attach", String.valueOf(jvm.pid()), "unpin=" + PACKAGE + "Driver")
                    .run();
            assertThat(attached.code()).as("%s", attached).isZero();
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(unpin(exit))
                    .anyMatch(line -> line.matches("rewrote [1-9].*"))
                    .noneMatch(line -> line.startsWith("UNSOUND"));
        }
    }

    @Test
    void classes_that_can_not_be_made_safe_are_refused_with_the_reason_and_work_as_before() throws Exception {
        try (ChildJvm jvm = sqlite("org.sqlite.core.NativeDB")) {
            jvm.awaitErr(line -> line.endsWith(
                    "unpin: left alone: org.sqlite.core.NativeDB: a synchronized native method" + " in _open_utf8"));
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.out()).containsExactly("answer 42");
            assertThat(unpin(exit))
                    .anyMatch(line -> line.startsWith("rewrote 0 places "))
                    .noneMatch(line -> line.startsWith("UNSOUND"));
        }
    }

    /** Its base class locks its objects by the lock, and the class below it can't. */
    @Test
    void a_pattern_whose_class_is_refused_below_one_that_is_rewritten_is_told_to_be_unsound() throws Exception {
        try (ChildJvm jvm = sqlite("org.sqlite.**")) {
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.out()).containsExactly("answer 42");
            assertThat(unpin(exit))
                    .anyMatch(line -> line.matches("left alone: org.sqlite.core.NativeDB: a synchronized native.*"))
                    .anyMatch(line -> line.startsWith("native methods of org.sqlite.core.NativeDB get objects of"
                            + " org.sqlite.Function. If they lock them, no bytecode shows it: "))
                    .anyMatch(line -> line.matches("UNSOUND: objects of org.sqlite.core.NativeDB: .*NativeDB locks it"
                            + " in .* can't be rewritten: .*, by the monitor; org.sqlite.core.DB in .*, by the lock"));
        }
    }

    /** Told to begin. */
    private ChildJvm sqlite(String pattern) throws Exception {
        Path libraries = RepositoryRoot.resolve("agent/classes/target/golden-libs");
        ChildJvm jvm = ChildJvm.on(21, directory)
                .agent("unpin=" + pattern)
                .main(
                        List.of(
                                Watched.testClasses(),
                                libraries.resolve("sqlite-jdbc-3.54.1.0.jar"),
                                libraries.resolve("slf4j-api-2.0.20.jar")),
                        Database.class.getName(),
                        List.of())
                .start();
        jvm.awaitWatching();
        jvm.send("go");
        return jvm;
    }

    @Test
    void a_second_request_to_rewrite_is_refused_and_the_first_stays() throws Exception {
        String second = "-javaagent:" + ChildJvm.shippedJar() + "=unpin=" + PACKAGE + "Driver";
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .agent("unpin=" + PACKAGE + "Island")
                .flags(List.of(second))
                .main(List.of(Watched.testClasses()), Loaders.class.getName(), List.of())
                .start()) {
            jvm.awaitWatching();
            for (String command : List.of("detach", "attach")) {
                ChildJvm.Builder asked = ChildJvm.on(25, directory);
                ChildJvm.Exit answer = (command.equals("detach")
                                ? asked.commandLine(command, String.valueOf(jvm.pid()))
                                : asked.commandLine(command, String.valueOf(jvm.pid()), "unpin=" + PACKAGE + "Outside"))
                        .run();
                assertThat(answer.code()).as("%s", answer).isEqualTo(command.equals("detach") ? 0 : 1);
            }
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.out()).contains("class path: locked true true false");
            assertThat(exit.ours())
                    .anyMatch(line -> line.endsWith("this second -javaagent or attach is ignored."))
                    .anyMatch(line -> line.endsWith("unpin=" + PACKAGE
                            + "Outside: unpin is already active and stays unchanged; restart the JVM"
                            + " to use another pattern"));
            assertThat(unpin(exit))
                    .anyMatch(line -> line.startsWith("rewrote "))
                    .noneMatch(line -> line.contains("Outside"));
        }
    }

    @Test
    void a_pattern_that_can_not_be_rewritten_is_refused_and_the_application_runs() throws Exception {
        ChildJvm.Exit exit = runUnwatched(21, "unpin=java.util.**", Loaders.class);
        assertThat(exit.out()).contains("class path: locked true true true");
        assertThat(exit.ours()).anyMatch(line -> line.contains("the JDK's own classes can't be rewritten"));
    }
}
