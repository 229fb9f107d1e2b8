package io.vtmonitor.process.pins;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.JsonDifferences;
import io.vtmonitor.process.Watched;
import io.vtmonitor.scenario.Driver;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However an application is shipped, the holder is exact and its library is named with its version. */
class LayoutsIT {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void the_library_is_the_driver_live_and_from_the_recording(Layout layout) throws Exception {
        Layout.Shipped shipped = layout.in(directory);
        Watched live = Watched.run(
                ChildJvm.on(21, directory),
                agent -> agent.flags(shipped.command()),
                directory,
                jvm -> jvm.send("exit"));

        assertThat(live.exit().out()).containsExactly("ready", "done 3");
        assertThat(live.holders())
                .containsExactly(Driver.class.getName() + ".read by monitor of field session, exact, driver 8.0.33");

        Path json = directory.resolve("analyzed.json");
        ChildJvm.Exit exit = ChildJvm.on(21, directory)
                .commandLine(
                        "analyze",
                        live.recording().toString(),
                        "--classpath",
                        shipped.classPath() + File.pathSeparator + Jdks.home(21),
                        "-o",
                        json.toString())
                .run();
        assertThat(exit.code()).as("exit code of %s", exit).isZero();
        assertThat(JsonDifferences.between(live.report(), Watched.read(json), JsonDifferences.OF_THE_SOURCE))
                .as("live <> analyzed")
                .isEmpty();
    }
}
