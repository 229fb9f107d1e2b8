package io.vtmonitor.process.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.RepositoryRoot;
import io.vtmonitor.pooling.Pooling;
import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Pools of real libraries that are known by the frames that their callers wait in, under the shipped jar. */
class PoolFramesIT {
    /** What each is called, what it lends, and where its callers wait. */
    private static final Map<String, String> POOLS = Map.of(
            "Kafka producer", "buffer of Kafka producer in org.apache.kafka.clients.producer.internals.BufferPool.",
            "Jedis", "connection of Jedis in org.apache.commons.pool2.impl.LinkedBlockingDeque.",
            "Lettuce", "connection of Lettuce in org.apache.commons.pool2.impl.LinkedBlockingDeque.",
            "Vibur DBCP", "connection of Vibur DBCP in org.vibur.objectpool.ConcurrentPool.",
            "Tomcat DBCP", "connection of Tomcat DBCP in org.apache.tomcat.dbcp.pool2.impl.LinkedBlockingDeque.");

    @TempDir
    Path directory;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void five_pools_in_one_jvm_are_each_reported_by_name() throws Exception {
        Path libraries = RepositoryRoot.resolve("agent/threads/target/pool-libs");
        List<Path> classPath = new ArrayList<>(List.of(Watched.testClasses()));
        Stream.of(
                        "commons-pool2-2.13.1",
                        "concurrentlinkedhashmap-lru-1.4.2",
                        "h2-2.5.252",
                        "jedis-5.2.0",
                        "kafka-clients-3.9.1",
                        "lettuce-core-6.5.5.RELEASE",
                        "slf4j-api-2.0.20",
                        "tomcat-dbcp-10.1.48",
                        "tomcat-juli-10.1.48",
                        "vibur-dbcp-26.0",
                        "vibur-object-pool-26.0")
                .forEach(jar -> classPath.add(libraries.resolve(jar + ".jar")));
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .agent("waits=500ms", "resources=on", "report=" + report)
                .main(classPath, Pooling.class.getName(), List.of("kafka,jedis,lettuce,vibur,tomcat-dbcp", "hold"))
                .start()) {
            for (Map.Entry<String, String> pool : POOLS.entrySet()) {
                jvm.awaitErr(line -> line.contains("Pool exhausted") && line.contains(pool.getValue()));
            }
            jvm.terminate();
            jvm.awaitExit();
        }
        JsonNode waits = Watched.read(report).path("waits");
        assertThat(waits.path("verdicts").findValuesAsString("pool"))
                .containsExactlyInAnyOrderElementsOf(POOLS.keySet());
        assertThat(waits.path("resources").findValuesAsString("pool"))
                .as("those that are woven")
                .containsExactlyInAnyOrder("Jedis", "Lettuce");
    }
}
