package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.LateClasses;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Classes without a file, of which the JVM is asked for twenty in ten seconds. */
class LateClassesIT {
    private static final int CLASSES = 26;
    private static final String HOLDS = LateClasses.class.getName() + ".outer";

    @TempDir
    private Path directory;

    @Test
    void pins_of_a_class_that_could_be_read_only_later_are_then_of_the_holder_that_it_proves() throws Exception {
        Path report = directory.resolve("report.json");
        List<String> proven = IntStream.rangeClosed(1, CLASSES)
                .mapToObj(number -> "io.vtmonitor.process.programs.Late%04d.run < %s [park]".formatted(number, HOLDS))
                .toList();
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .flags(List.of("-Djdk.virtualThreadScheduler.parallelism=32", "-XX:+UseSerialGC"))
                .agent("port=0", "threshold=10ms", "monitor.threshold=30ms", "report=" + report)
                .main(List.of(Watched.testClasses()), LateClasses.class.getName(), List.of("" + CLASSES))
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            jvm.awaitWatching();
            jvm.send("go");
            jvm.awaitOut("pinned"::equals);
            Until.holds("most holders are known", () -> ids(served(serving)).size() >= CLASSES / 2);
            Until.holds("all holders are known", () -> ids(served(serving)).containsAll(proven));

            assertThat(ids(served(serving))).containsExactlyElementsOf(proven);
            jvm.send("exit");
            assertThat(jvm.awaitExit().code()).isEqualTo(7);
        }
        JsonNode left = Watched.read(report);
        assertThat(ids(left)).containsExactlyElementsOf(proven);
        assertThat(sites(left).map(site -> site.path("pins").asInt())).allMatch(pins -> pins == 1 || pins == 2);
        assertThat(sites(left)
                        .flatMap(site -> site.path("holders").valueStream())
                        .map(holder -> holder.path("confidence").asString()))
                .containsOnly("exact");
    }

    private static Stream<JsonNode> sites(JsonNode report) {
        return report.path("sites")
                .valueStream()
                .filter(site -> site.path("id").asString().contains(HOLDS));
    }

    private static TreeSet<String> ids(JsonNode report) {
        return sites(report).map(site -> site.path("id").asString()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static JsonNode served(String serving) throws IOException {
        String url = serving.replaceAll(".*(http://\\S+?/).*", "$1report.json");
        try (var in = URI.create(url).toURL().openStream()) {
            return JsonMapper.shared().readTree(in.readAllBytes());
        }
    }
}
