package io.vtmonitor.process.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Watched;
import io.vtmonitor.unpinned.ByName;
import io.vtmonitor.unpinned.Constructs;
import io.vtmonitor.unpinned.Loaders;
import io.vtmonitor.unpinned.Loads;
import io.vtmonitor.unpinned.Named;
import io.vtmonitor.unpinned.Outside;
import io.vtmonitor.unpinned.Retransformer;
import io.vtmonitor.unpinned.Strangers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The shipped jar rewrites a program's monitors as it loads, on the JDK that needs it. */
@Tag("unpin")
class UnpinIT extends UnpinProcess {
    private static final String ROUNDS = System.getProperty("vtmonitor.unpin.rounds", "2000");

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
    void a_name_that_stands_for_an_inherited_method_or_a_hidden_class_locks_and_tells_as_it_did() throws Exception {
        ChildJvm.Exit exit = run(
                21,
                List.of("-Xverify:all"),
                "unpin=" + PACKAGE + "Named$Stamp;" + PACKAGE + "Named$Worker",
                Named.class);
        assertThat(exit.out()).containsExactly("holdsLock true true false false true", "hidden class true");
    }

    @Tag("sample")
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
    void a_program_that_ends_before_the_watch_is_ready_is_told_of_once_all_the_same() throws Exception {
        ChildJvm.Exit exit = runUnwatched(21, "unpin=" + PACKAGE + "Island", Loaders.class);
        assertThat(unpin(exit)).filteredOn(line -> line.startsWith("rewrote ")).hasSize(1);
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
}
