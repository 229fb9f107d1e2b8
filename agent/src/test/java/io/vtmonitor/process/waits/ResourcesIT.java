package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.pooling.Pooling;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Scrape;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pools of real libraries with {@code resources=on}, under the shipped jar. */
class ResourcesIT {
    private static final List<String> DATABASE = List.of("h2-2.5.252", "slf4j-api-2.0.20");

    /** What other programs are given to read. */
    private static final Path OUTPUTS = ChildJvm.shippedJar().resolveSibling("outputs");

    @TempDir
    Path directory;

    /**
     * A program.
     *
     * @param argument which pool it makes
     * @param pool what we call it
     * @param name its own name, null where it has none
     */
    record Case(int jdk, String argument, String pool, String name, List<String> jars) {
        @Override
        public String toString() {
            return jars.get(0) + " on JDK " + jdk;
        }
    }

    static Stream<Case> pools() {
        return Stream.of(
                new Case(21, "hikari", "HikariCP", "orders", List.of("HikariCP-5.1.0")),
                new Case(25, "hikari", "HikariCP", "orders", List.of("HikariCP-7.1.0")),
                new Case(21, "tomcat", "Tomcat JDBC", "orders", List.of("tomcat-jdbc-10.1.48", "tomcat-juli-10.1.48")),
                new Case(
                        25,
                        "dbcp2",
                        "Commons DBCP2",
                        null,
                        List.of("commons-dbcp2-2.14.0", "commons-pool2-2.13.1", "commons-logging-1.3.5")),
                new Case(25, "c3p0", "c3p0", null, List.of("c3p0-0.14.1", "mchange-commons-java-0.6.1")),
                new Case(
                        25,
                        "agroal",
                        "Agroal",
                        null,
                        List.of(
                                "agroal-pool-2.8",
                                "agroal-api-2.8",
                                "jboss-logging-3.6.3.Final",
                                "jakarta.transaction-api-1.3.3")),
                new Case(
                        25,
                        "http4",
                        "Apache HttpClient 4",
                        null,
                        List.of(
                                "httpclient-4.5.14",
                                "httpcore-4.4.16",
                                "commons-logging-1.3.5",
                                "commons-codec-1.19.0")),
                new Case(
                        25,
                        "http5",
                        "Apache HttpClient 5",
                        null,
                        List.of("httpclient5-5.6.4", "httpcore5-5.4.3", "httpcore5-h2-5.4.3")));
    }

    /** One in two, unless {@code -Dvtmonitor.test.pools=all} asks for all. */
    static Stream<Case> sampledPools() {
        List<Case> all = pools().toList();
        return "all".equals(System.getProperty("vtmonitor.test.pools"))
                ? all.stream()
                : Stream.of(all.get(0), all.get(1), all.get(3), all.get(7));
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("sampledPools")
    void who_has_what_an_exhausted_pool_lends_is_reported_live_and_by_the_recording(Case each) throws Exception {
        Path report = directory.resolve("report.json");
        Path recording = directory.resolve("app.jfr");
        try (ChildJvm jvm = start(
                each,
                "export",
                List.of("resources=on", "waits=500ms", "port=0", "report=" + report, "recording=" + recording))) {
            jvm.awaitErr(line -> line.contains("Pool exhausted")
                    && line.matches(".* [23] of 3 connections lent while .*") // one may be on its way to who waits
                    && line.contains(" of them for "));
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            String labels = labels(each);
            assertThat(Scrape.value(serving, "vthread_pool_size" + labels)).isEqualTo(3);
            assertThat(Scrape.value(serving, "vthread_pool_borrowings_total" + labels))
                    .isPositive();
            jvm.send("stop");
            jvm.awaitOut(line -> line.startsWith("done"));
            jvm.send("");
            assertThat(jvm.awaitExit().code()).isZero();
        }
        JsonNode pool = resources(report).path(0);
        assertThat(pool.path("pool").asString()).isEqualTo(each.pool());
        assertThat(pool.path("name").asString(null)).isEqualTo(each.name());
        assertThat(pool.path("size").asInt()).isEqualTo(3);
        assertThat(pool.path("inUse").asInt()).as("all were given back").isZero();
        assertThat(pool.path("mostInUse").asInt()).isEqualTo(3);
        assertThat(pool.path("mostWaiting").asInt()).isBetween(10, 20);
        assertThat(pool.path("returns").asLong())
                .isEqualTo(pool.path("borrowings").asLong());
        assertThat(pool.path("failures").asLong()).isZero();
        assertThat(pool.at("/worst/holders/0/place").asString()).startsWith("io.vtmonitor.pooling.");
        assertThat(pool.at("/worst/holders/0/frames")).isNotEmpty();

        Path again = directory.resolve("recorded.json");
        Path collapsed = Files.createDirectories(OUTPUTS).resolve("waits.collapsed");
        ChildJvm.Exit analyzed = ChildJvm.on(25, directory)
                .commandLine("analyze", recording.toString(), "-o", again.toString(), "-o", collapsed.toString())
                .run();
        assertThat(analyzed.code()).as("%s", analyzed.err()).isZero();
        assertThat(Files.readString(collapsed)).contains("ReportService.export");
        for (Path file : List.of(report, again)) {
            JsonNode course = JsonMapper.shared().readTree(file.toFile()).at("/waits/timelines/0");
            assertThat(course.path("looks").size()).as("%s", course).isPositive();
            assertThat(course.path("series").findValuesAsString("pool"))
                    .as("%s", course)
                    .containsExactly(each.pool());
        }
        JsonNode recorded = resources(again).path(0);
        for (String field : List.of("pool", "name", "size", "mostInUse", "borrowings", "returns", "worst")) {
            assertThat(recorded.path(field)).as(field).isEqualTo(pool.path(field));
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_bulkhead_of_resilience4j_is_known_by_the_frames_its_callers_wait_in() throws Exception {
        Case bulkhead = new Case(
                25,
                "bulkhead",
                "Resilience4j bulkhead",
                null,
                List.of("resilience4j-bulkhead-2.3.0", "resilience4j-core-2.3.0"));
        try (ChildJvm jvm = start(bulkhead, "export", List.of("waits=500ms"))) {
            assertThat(jvm.awaitErr(line -> line.contains("Pool exhausted")))
                    .contains("for a permit of Resilience4j bulkhead in ", "SemaphoreBulkhead");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_pool_whose_borrowers_all_want_one_more_is_reported_as_a_deadlock() throws Exception {
        try (ChildJvm jvm = start(pools().toList().get(1), "nest", List.of("resources=on"))) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock (likely)")))
                    .contains(
                            "all 3 connections of orders (HikariCP) are lent to threads that wait for one more of it");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_pool_whose_borrowers_join_threads_that_want_one_is_reported_as_a_deadlock() throws Exception {
        try (ChildJvm jvm = start(pools().toList().get(1), "join", List.of("resources=on"))) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock (likely)")))
                    .contains("all 3 connections of orders (HikariCP) are lent to threads that wait for the end of a"
                            + " thread that waits for one more of it");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void who_keeps_the_borrowers_of_an_exhausted_pool_waiting_is_reported_with_what_that_one_does() throws Exception {
        try (ChildJvm jvm = start(pools().toList().get(1), "lock", List.of("resources=on"))) {
            assertThat(jvm.awaitErr(line -> line.contains("Pool exhausted") && line.contains("bookkeeper")))
                    .containsPattern("3 of 3 connections lent while \\d+ threads waited.*"
                            + "which waits for a lock; at the end of that wait is virtual thread #\\d+ \"bookkeeper\", "
                            + "which took the lock at io\\.vtmonitor\\.pooling\\.Pooling\\.keepBooks:\\d+ and sleeps");
        }
    }

    /** Pools that could lend more, to others. */
    static Stream<Case> keyed() {
        Case http4 = pools().toList().get(6);
        Case http5 = pools().toList().get(7);
        return Stream.of(
                new Case(21, "keyed", "Commons Pool 2", null, List.of("commons-pool2-2.13.1", "commons-logging-1.3.5")),
                new Case(25, "http4-route", http4.pool(), null, http4.jars()),
                new Case(25, "http5-route", http5.pool(), null, http5.jars()));
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("keyed")
    void all_that_a_pool_lends_for_one_key_or_route_lent_to_threads_that_want_one_more_is_reported_as_a_deadlock(
            Case each) throws Exception {
        try (ChildJvm jvm = start(each, "nest", List.of("resources=on"))) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock (likely)")))
                    .contains(" of " + each.pool()
                            + " for one route or key are lent to threads that wait for one more for the same");
        }
    }

    /**
     * HikariCP and Commons DBCP2, from JDK 25 on, where the JVM shows who owns a monitor; each on one of these JDKs,
     * unless {@code -Dvtmonitor.test.pools=all} asks for all.
     */
    static Stream<Case> poolsAndMonitors() {
        Case hikari = pools().toList().get(1);
        Case dbcp = pools().toList().get(3);
        return "all".equals(System.getProperty("vtmonitor.test.pools"))
                ? Stream.of(hikari, dbcp, on(26, hikari), on(27, hikari), on(27, dbcp))
                : Stream.of(hikari, on(27, dbcp));
    }

    private static Case on(int jdk, Case each) {
        return new Case(jdk, each.argument(), each.pool(), each.name(), each.jars());
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("poolsAndMonitors")
    void a_pool_whose_borrowers_want_a_monitor_that_who_waits_for_the_pool_owns_is_reported_as_a_deadlock(Case each)
            throws Exception {
        Path recording = directory.resolve("app.jfr");
        String lent = "all 3 connections of " + (each.name() == null ? "" : each.name() + " (") + each.pool()
                + (each.name() == null ? "" : ")")
                + " are lent to threads that wait for a monitor whose owner waits for one more of it";
        try (ChildJvm jvm = start(each, "monitor", List.of("resources=on", "recording=" + recording))) {
            assertThat(jvm.awaitErr(line -> line.contains("Deadlock (likely)")))
                    .contains(lent, "borrow it before the monitor is taken");
            jvm.terminate();
            jvm.awaitExit();
        }
        Path report = directory.resolve("recorded.json");
        assertThat(commandLine("analyze", recording.toString(), "-o", report.toString())
                        .code())
                .isZero();
        JsonNode waits = JsonMapper.shared().readTree(Files.readString(report)).path("waits");
        assertThat(waits.path("verdicts").findValuesAsString("evidence"))
                .as("%s", waits)
                .anyMatch(evidence -> evidence.startsWith(lent));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_running_jvm_is_woven_by_attach_and_continues_unwoven_after_detach() throws Exception {
        Case each = pools().toList().get(1);
        try (ChildJvm jvm = start(each, "export", null)) {
            jvm.awaitOut("ready"::equals);
            String pid = Long.toString(jvm.pid());
            ChildJvm.Exit attached = commandLine("attach", pid, "resources=on", "waits=500ms", "port=0");
            assertThat(attached.code()).as("%s", attached.err()).isZero();
            String serving = jvm.awaitErr(line -> line.startsWith("vt-monitor: serving"));
            Until.holds(
                    "borrowings are counted",
                    () -> Scrape.text(serving).contains("vthread_pool_borrowings_total{")
                            && Scrape.value(serving, "vthread_pool_borrowings_total" + labels(each)) >= 3);
            assertThat(commandLine("detach", pid).code()).isZero();

            jvm.send("first");
            long before =
                    Long.parseLong(jvm.awaitOut(line -> line.startsWith("done")).substring(5));
            assertThat(Jcmd.ask(jvm, "Thread.print")).doesNotContain("vt-monitor-watch");
            assertThat(commandLine("attach", pid, "resources=on").code())
                    .as("again")
                    .isZero();
            assertThat(commandLine("detach", pid).code()).isZero();
            jvm.send("stop");
            long after = Long.parseLong(
                    jvm.awaitOut(line -> line.startsWith("done") && Long.parseLong(line.substring(5)) > before)
                            .substring(5));
            assertThat(after).isGreaterThan(before);
            jvm.send("");
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    private ChildJvm start(Case each, String what, List<String> options) throws IOException {
        List<Path> classPath = new ArrayList<>(List.of(Watched.testClasses()));
        Path libraries = RepositoryRoot.resolve("agent/threads/target/pool-libs");
        Stream.concat(each.jars().stream(), DATABASE.stream())
                .forEach(jar -> classPath.add(libraries.resolve(jar + ".jar")));
        ChildJvm.Builder jvm = ChildJvm.on(each.jdk(), directory);
        if (options != null) {
            jvm.agent(options.toArray(String[]::new));
        }
        return jvm.main(classPath, Pooling.class.getName(), List.of(each.argument(), what))
                .start();
    }

    private ChildJvm.Exit commandLine(String... arguments) throws Exception {
        return ChildJvm.on(25, directory).commandLine(arguments).run();
    }

    private static String labels(Case each) {
        return "{name=\"" + (each.name() == null ? "" : each.name()) + "\",pool=\"" + each.pool() + "\"}";
    }

    private static JsonNode resources(Path report) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(report)).at("/waits/resources");
    }
}
