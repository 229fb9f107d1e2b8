package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpinned.ByName;
import io.vtmonitor.unpinned.Constructs;
import io.vtmonitor.unpinned.Database;
import io.vtmonitor.unpinned.Errors;
import io.vtmonitor.unpinned.Loaders;
import io.vtmonitor.unpinned.Loads;
import io.vtmonitor.unpinned.Many;
import io.vtmonitor.unpinned.Memory;
import io.vtmonitor.unpinned.Outside;
import io.vtmonitor.unpinned.Retransformer;
import io.vtmonitor.unpinned.SchedulerBooks;
import io.vtmonitor.unpinned.Strangers;
import io.vtmonitor.unpinned.Stuck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

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
        assertThat(exit.out())
                .hasSize(24)
                .contains(
                        "ok null NullPointerException in enterNull",
                        "ok not owner IllegalMonitorStateException in notifyUnowned",
                        "ok wait IllegalMonitorStateException in waitUnowned");
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
        // What the JVM would say of methods that it then never compiles is printed on standard output.
        ChildJvm.Exit exit = run(
                21,
                List.of("-Xverify:all", "-Xlog:monitormismatch=info"),
                "unpin=" + PACKAGE + "Driver,report=" + report(),
                Outside.class);
        assertThat(exit.out()).filteredOn(line -> !line.equals("exclusive")).containsExactly("done");
        assertThat(exit.out()).hasSize(9);
        assertThat(places())
                .anyMatch(line -> line.matches(".*Driver.useHandedIn both, what is in the field is passed in .*"))
                .anyMatch(line -> line.matches(".*Driver.useTable kept, java.util.Hashtable locks it in .*"))
                .anyMatch(line -> line.matches(".*Driver.Worker.use kept, java.lang.Thread locks it in .*"))
                .anyMatch(line -> line.matches(".*Outside\\..* both, .*"))
                .anyMatch(line -> line.matches(".*Outside.Handle.use rewritten, of the matched class .*"));
        assertThat(unpin(exit))
                .noneMatch(line -> line.startsWith("UNSOUND"))
                .anyMatch(line -> line.matches("report=FILE lists the \\d+ places that still use their monitor, .*"));
    }

    /** By reflection, by method handles and references, in hidden classes, in the pattern and out of it. */
    @Test
    void what_is_reached_by_name_waits_notifies_and_excludes_as_it_did() throws Exception {
        ChildJvm.Exit exit = run(
                21,
                List.of(
                        "-Xverify:all",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"),
                "unpin=" + PACKAGE + "ByName$Inside",
                ByName.class);
        assertThat(exit.out())
                .filteredOn(line -> !line.startsWith("ok "))
                .containsExactly("carriers marked as blocking 0, released 0");
        assertThat(exit.out()).hasSize(26);
        assertThat(unpin(exit)).noneMatch(line -> line.startsWith("UNSOUND") || line.startsWith("left alone"));
    }

    @Test
    void the_report_has_what_was_done_and_the_metrics_as_well() throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .agent("unpin=" + PACKAGE + "Driver", "report=" + report, "port=0")
                .main(
                        List.of(Watched.testClasses()),
                        Loads.class.getName(),
                        List.of(PACKAGE + "Driver", "--", PACKAGE + "Outside"))
                .start()) {
            jvm.awaitOut("ready"::equals);
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            assertThat(Scrape.value(serving, "vthread_unpin_places{how=\"rewritten\"}"))
                    .isPositive();
            assertThat(Scrape.value(serving, "vthread_unpin_unsound")).isZero();
            jvm.send("go");
            jvm.awaitExit();
        }
        JsonNode unpin = Watched.read(report).path("unpin").path(0);
        assertThat(unpin.path("patterns").toString()).isEqualTo("[\"" + PACKAGE + "Driver\"]");
        assertThat(unpin.path("places").toString()).contains("Driver.useTable", "Hashtable locks it in");
    }

    @Test
    void what_no_plan_foresees_is_met_as_it_runs_and_told_with_both_sites() throws Exception {
        ChildJvm.Exit exit = run(
                21, List.of(), "unpin=" + PACKAGE + "Driver;" + PACKAGE + "Lender,report=" + report(), Strangers.class);
        assertThat(exit.out())
                .containsExactly(
                        "used true",
                        "used true",
                        "used true",
                        "used true",
                        "used true",
                        "used true",
                        "count 1",
                        "done");
        assertThat(places()).anyMatch(line -> line.matches(".*Lender.use both, .*"));
        assertThat(unpin(exit))
                .noneMatch(line -> line.contains("UNSOUND: java.lang.StringBuffer"))
                .anyMatch(line -> line.matches("UNSOUND: objects of .*Strangers\\$Below: .*Below locks it in"
                        + " locksByTheMonitor and can't be rewritten: a synchronized native method.*, by the monitor;"
                        + " .*Driver in use:\\d+, by the lock"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void another_agent_that_retransforms_keeps_what_was_rewritten(boolean otherFirst) throws Exception {
        String other = "-javaagent:" + retransformer();
        ChildJvm.Builder builder = ChildJvm.on(21, directory).flags(otherFirst ? List.of(other) : List.of());
        builder.agent("unpin=" + PACKAGE + "Island").flags(otherFirst ? List.of("-Xverify:all") : List.of(other));
        try (ChildJvm jvm = builder.main(List.of(Watched.testClasses()), Retransformer.class.getName(), List.of())
                .start()) {
            jvm.awaitWatching();
            jvm.send("go");
            assertThat(jvm.awaitExit().out())
                    .containsExactly(
                            "loaded: locked true true false",
                            "retransformed 1: locked true true false",
                            "redefined: locked true true false");
        }
    }

    private Path retransformer() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Retransformer.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
        Path jar = directory.resolve("retransformer.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    @Test
    void an_audit_changes_nothing_and_tells_the_plan() throws Exception {
        try (ChildJvm jvm = start(21, List.of(), "port=0,unpin=audit:" + PACKAGE + "Island", Loaders.class)) {
            jvm.awaitWatching();
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            assertThat(Scrape.text(serving)).contains("vthread_").doesNotContain("vthread_unpin");
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.out()).contains("class path: locked true true true");
            assertThat(unpin(exit))
                    .anyMatch(line -> line.startsWith("would rewrite "))
                    .anyMatch(line -> line.startsWith("the plan would save "))
                    .anyMatch(line ->
                            line.matches(".*Island.tell:.* on this: rewritten, all that lock it are rewritten"));
            // The places may be more than the log takes.
            assertThat(unpin(exit))
                    .last(InstanceOfAssertFactories.STRING)
                    .matches(".*Island\\.\\w+:.* on this: rewritten, .*");
        }
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
    void who_waits_pinned_for_a_lock_whose_owner_has_no_carrier_makes_room_for_it() throws Exception {
        ChildJvm.Exit exit = run(
                21,
                List.of("-Djdk.virtualThreadScheduler.parallelism=1"),
                "unpin=" + PACKAGE + "Stuck",
                Stuck.class,
                "blocked");
        assertThat(exit.out()).containsExactly("done");
    }

    @Test
    void who_waits_pinned_for_a_notification_makes_room_for_who_will_notify() throws Exception {
        ChildJvm.Exit exit = run(
                21,
                List.of("-Djdk.virtualThreadScheduler.parallelism=1"),
                "unpin=" + PACKAGE + "Stuck",
                Stuck.class,
                "waits");
        assertThat(exit.out()).containsExactly("done");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void who_waits_leaves_the_scheduler_as_it_was(int parallelism) throws Exception {
        List<String> flags = List.of(
                "-Djdk.virtualThreadScheduler.parallelism=" + parallelism,
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        ChildJvm.Exit exit = run(21, flags, "unpin=" + PACKAGE + "SchedulerBooks$Shared", SchedulerBooks.class, "30");
        assertThat(exit.out()).containsExactly("contended", "carriers marked as blocking 0, released 0", "notified");
    }

    @Test
    void where_the_scheduler_makes_no_room_the_owner_without_a_carrier_is_named() throws Exception {
        List<String> one =
                List.of("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        try (ChildJvm jvm = start(21, one, "unpin=" + PACKAGE + "Stuck", Stuck.class, "blocked")) {
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitErr(line -> line.contains("STALL: no virtual thread got a carrier")
                    && line.contains("Virtual thread #")
                    && line.contains("\"owner\" owns java.lang.VtMonitorObjectLock"));
        }
    }

    @Test
    void a_deadlock_of_rewritten_locks_is_found_by_the_jvm() throws Exception {
        try (ChildJvm jvm = start(21, List.of(), "unpin=" + PACKAGE + "Stuck", Stuck.class, "deadlock")) {
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitOut("found 2"::equals);
            // jstack -l is the same command of the JVM.
            assertThat(Jcmd.ask(jvm, "Thread.print", "-l"))
                    .contains("Found one Java-level deadlock:", "Found 1 deadlock.")
                    .contains("waiting for ownable synchronizer", "java.lang.VtMonitorObjectLock");
            jvm.send("e");
            assertThat(jvm.awaitExit().out()).containsExactly("found 2", "done");
        }
    }

    /** Nobody else sees it: the JVM looks for deadlocks of platform threads, and no carrier is kept. */
    @Test
    void a_deadlock_of_virtual_threads_is_named_by_us() throws Exception {
        try (ChildJvm jvm = start(21, List.of(), "unpin=" + PACKAGE + "Stuck", Stuck.class, "virtual")) {
            jvm.awaitWatching();
            jvm.send("go");
            String line = jvm.awaitErr(said -> said.contains("DEADLOCK"));
            assertThat(line)
                    .matches(".*unpin: DEADLOCK: \"(one|other)\" #\\d+ waits at .*Stuck.(first|second)Then.*:\\d+ for"
                            + " java.lang.Object@\\w+, which \"(one|other)\" #\\d+ owns; \"(one|other)\" #.*");
            jvm.send("e");
            assertThat(jvm.awaitExit().out()).containsExactly("done");
        }
    }

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
        Path libraries = ChildJvm.shippedJar().resolveSibling("golden-libs").toAbsolutePath();
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
            assertThat(attached.code()).as("%s", attached).isZero();
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.ours())
                    .anyMatch(line -> line.contains("unpin=" + PACKAGE + "Driver: off, ")
                            && line.contains("in classes that are already loaded may lock the same objects: ")
                            && line.contains(PACKAGE + loaded));
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
                    .anyMatch(line -> line.matches("UNSOUND: objects of org.sqlite.core.NativeDB: .*NativeDB locks it"
                            + " in .* can't be rewritten: .*, by the monitor; org.sqlite.core.DB in .*, by the lock"));
        }
    }

    /** Told to begin. */
    private ChildJvm sqlite(String pattern) throws Exception {
        Path libraries = ChildJvm.shippedJar().resolveSibling("golden-libs").toAbsolutePath();
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

    @Tag("long")
    @Test
    void millions_of_short_lived_locks_leave_a_small_heap_as_it_was() throws Exception {
        ChildJvm.Exit exit = run(21, List.of("-Xmx32m", "-XX:+UseSerialGC"), "unpin=" + PACKAGE + "Many", Many.class);
        assertThat(exit.out()).containsExactly("locked 5000000");
        assertThat(unpin(exit)).anyMatch(line -> line.matches("rewrote 1 places .*"));
        String summary = unpin(exit).stream()
                .filter(line -> line.startsWith("rewrote "))
                .findFirst()
                .orElseThrow();
        Matcher locks = Pattern.compile("(\\d+) objects have a lock now").matcher(summary);
        assertThat(locks.find()).as(summary).isTrue();
        assertThat(Integer.parseInt(locks.group(1))).isLessThan(300_000);
    }

    @Tag("long")
    @Test
    void out_of_memory_in_enter_leaves_no_lock_behind() throws Exception {
        ChildJvm.Exit exit =
                run(21, List.of("-Xmx48m", "-XX:+UseSerialGC"), "unpin=" + PACKAGE + "Memory", Memory.class);
        // Flight Recorder may say of the full heap what it met, on standard output.
        assertThat(exit.out())
                .filteredOn(line -> !line.startsWith("["))
                .containsExactly("exact", "out of memory was met");
        assertThat(unpin(exit)).anyMatch(line -> line.startsWith("rewrote 2 places "));
        assertThat(exit.err()).noneMatch(line -> line.contains("in thread \"vt-monitor"));
    }

    /** The same program with monitors is the judge. */
    @Tag("long")
    @Test
    void when_heap_or_stack_end_in_enter_region_wait_or_exit_rewritten_locks_do_as_monitors_do() throws Exception {
        List<String> small = List.of("-Xmx48m", "-XX:+UseSerialGC");
        List<String> monitors;
        ChildJvm.Exit locks;
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .flags(small)
                .main(List.of(Watched.testClasses()), Errors.class.getName(), List.of())
                .start()) {
            jvm.send("go");
            locks = run(21, small, "unpin=" + PACKAGE + "Errors", Errors.class);
            monitors = jvm.awaitExit().out();
        }
        assertThat(monitors)
                .hasSize(14)
                .endsWith("done")
                .noneMatch(line -> line.contains("LEFT BEHIND") || line.contains("WRONG"));
        // What the JVM's own threads say of the full heap is between.
        assertThat(locks.out()).filteredOn(line -> !line.startsWith("[")).isEqualTo(monitors);
        assertThat(unpin(locks))
                .as("%s", locks.err())
                .anyMatch(line -> line.matches("rewrote \\d\\d places .* 1 take monitor and lock, 0 keep.*"));
    }

    @Test
    void a_program_that_ends_before_the_watch_is_ready_is_told_of_once_all_the_same() throws Exception {
        ChildJvm.Exit exit = runUnwatched(21, "unpin=" + PACKAGE + "Island", Loaders.class);
        assertThat(unpin(exit)).filteredOn(line -> line.startsWith("rewrote ")).hasSize(1);
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
                assertThat(answer.code()).as("%s", answer).isZero();
            }
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.out()).contains("class path: locked true true false");
            assertThat(exit.ours())
                    .anyMatch(line -> line.endsWith("this second -javaagent or attach is ignored."))
                    .anyMatch(
                            line -> line.endsWith(
                                    "unpin=" + PACKAGE
                                            + "Outside: unpin is already active and stays unchanged; restart the JVM to use another pattern"));
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

    private Path report() {
        return directory.resolve("report.json");
    }

    /** What became of the places by the report: the method, how, and why. */
    private List<String> places() throws IOException {
        List<String> places = new ArrayList<>();
        for (JsonNode place : Watched.read(report()).path("unpin").path(0).path("places")) {
            places.add(place.path("method").asString() + " " + place.path("how").asString() + ", "
                    + place.path("why").asString());
        }
        return places;
    }

    /** What was said of the rewriting. */
    private static List<String> unpin(ChildJvm.Exit exit) {
        return exit.ours().stream()
                .filter(line -> line.startsWith("vt-monitor: unpin: "))
                .map(line -> line.substring("vt-monitor: unpin: ".length()))
                .toList();
    }
}
