package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.pooling.Leaking;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What heap dumps show of connections that nobody returns, and to which no frame refers. */
class LeaksInHeapDumpsIT {
    private static final List<String> JARS = List.of(
            "HikariCP-7.1.0",
            "agroal-api-2.8",
            "agroal-pool-2.8",
            "commons-dbcp2-2.14.0",
            "commons-logging-1.3.5",
            "commons-pool2-2.13.1",
            "concurrentlinkedhashmap-lru-1.4.2",
            "druid-1.2.27",
            "h2-2.5.252",
            "jakarta.transaction-api-1.3.3",
            "jboss-logging-3.6.3.Final",
            "slf4j-api-2.0.20",
            "vibur-dbcp-26.0",
            "vibur-object-pool-26.0");

    @TempDir
    private Path folder;

    /** @param borrower what its name begins with, in each of the three names; empty where nobody is named */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "hikari        | end  | unknown unknown null |",
                "hikari        | drop | unknown unknown null |",
                "dbcp2         | drop | unknown unknown null |",
                "hikari-noting | end  | exact unknown io.vtmonitor.pooling.Leaking.leak | thread",
                "agroal-noting | end  | exact ended io.vtmonitor.pooling.Leaking.leak | virtual thread #",
                "druid         | end  | unknown ended null | virtual thread #",
                "vibur-noting  | end  | unknown ended null | virtual thread #",
                "druid         | park | likely park io.vtmonitor.pooling.Leaking.lambda$main | virtual thread #"
            })
    void who_borrowed_a_leaked_connection_is_named_if_its_pool_notes_it(
            String pool, String then, String holder, String borrower) throws Exception {
        try (ChildJvm jvm = start(pool, then)) {
            jvm.awaitOut("ready"::equals);
            Until.holds(
                    "all three", () -> holders(jvm).path(0).path("resources").asInt() == 3);
            Until.holds(holder, () -> holder(holders(jvm).path(0)).equals(holder));
            assertThat(holders(jvm)).hasSize(1);
            assertThat(holders(jvm).path(0).path("borrowers").valueStream().map(JsonNode::asString))
                    .hasSize(borrower == null ? 0 : 3)
                    .allMatch(name -> name.startsWith(borrower) && name.matches(".*\"careless-[012]\""));
        }
    }

    private static String holder(JsonNode holder) {
        return String.join(
                " ",
                holder.path("confidence").asString(),
                holder.path("doing").asString(),
                holder.path("place").asString("null").replaceFirst(":\\d+$", ""));
    }

    private JsonNode holders(ChildJvm jvm) throws Exception {
        return told(jvm).at("/waits/resources/0/worst/holders");
    }

    private JsonNode told(ChildJvm jvm) throws Exception {
        Path file = folder.resolve("app.hprof");
        Path report = folder.resolve("report.json");
        Files.deleteIfExists(file);
        Jcmd.ask(jvm, "GC.heap_dump", file.toString());
        assertThat(ShippedCommandLine.run("analyze", "-o", report.toString(), file.toString()))
                .isZero();
        return Watched.read(report);
    }

    private ChildJvm start(String pool, String then) throws IOException {
        List<Path> classPath = new ArrayList<>(List.of(Watched.testClasses()));
        Path libraries = RepositoryRoot.resolve("agent/threads/target/pool-libs");
        JARS.forEach(jar -> classPath.add(libraries.resolve(jar + ".jar")));
        return ChildJvm.on(25, folder)
                .main(classPath, Leaking.class.getName(), List.of(pool, then))
                .start();
    }

    @Test
    void threads_that_borrowed_all_by_the_word_of_the_pool_and_want_one_more_are_in_a_deadlock() throws Exception {
        try (ChildJvm jvm = start("druid", "borrow")) {
            jvm.awaitOut("ready"::equals);
            Until.holds(
                    "a deadlock",
                    () -> told(jvm)
                            .at("/waits/verdicts")
                            .valueStream()
                            .anyMatch(verdict -> verdict.path("kind").asString().equals("deadlock")
                                    && verdict.path("confidence").asString().equals("likely")));
        }
    }
}
