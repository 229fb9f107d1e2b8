package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.LoadsUnknown;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is said of a class that the JVM loads for one without a class file, as {@link LoadsUnknown} does. */
class LoadsUnknownIT {
    @TempDir
    private Path folder;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {21, 25})
    void it_pins_on_every_jdk_and_so_it_is_said_of_a_recording_of_any(int jdk) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(jdk, folder)
                .main(List.of(Watched.testClasses()), LoadsUnknown.class.getName(), List.of())
                .run();
        assertThat(exit.out()).as("%s", exit).containsExactly("done");
        Path json = folder.resolve("report.json");
        assertThat(ShippedCommandLine.run("analyze", folder.resolve("app.jfr").toString(), "-o", json.toString()))
                .isZero();
        JsonNode site = Watched.read(json).at("/sites/0");
        assertThat(site.path("verdict").asString()).as("%s", site).isEqualTo("stays");
        assertThat(site.path("holders").toString()).contains("class_load");
    }
}
