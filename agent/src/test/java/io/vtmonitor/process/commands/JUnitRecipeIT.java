package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipe of {@code docs/ci.md}, with a build of its own: Maven runs the tests, then a condition is asked. */
class JUnitRecipeIT {
    @TempDir
    Path directory;

    @Test
    void tests_that_pass_are_held_to_what_they_pin() throws Exception {
        Path root = Path.of(System.getProperty("vtmonitor.test.root", "..")).toAbsolutePath();
        Path project = copy(root.resolve("docs/examples/junit"));
        ProcessBuilder maven = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-q",
                        "test",
                        "-Dvtmonitor.jar=" + ChildJvm.shippedJar().toAbsolutePath(),
                        "-Djvm=" + Jdks.home(21).resolve("bin/java"))
                .directory(project.toFile());
        maven.environment().put("JAVA_HOME", Jdks.home(25).toString());
        maven.environment().remove("MAVEN_OPTS");
        Process process = maven.start();
        process.getOutputStream().close();
        Lines out = Lines.of(process.getInputStream(), "Maven's output");
        Lines err = Lines.of(process.getErrorStream(), "Maven's messages");
        assertThat(process.waitFor())
                .as("exit code; %s %s", out.all(), err.all())
                .isZero();

        Path target = project.resolve("target");
        ChildJvm.Exit exit = ChildJvm.on(21, directory)
                .commandLine(
                        "analyze",
                        target.resolve("pins.jfr").toString(),
                        "--classpath",
                        target.resolve("test-classes").toString(),
                        "--fail-on",
                        "package:com.acme",
                        "-o",
                        target.resolve("surefire-reports/TEST-pinning.xml").toString())
                .run();
        assertThat(exit.code()).as("exit code of %s", exit).isEqualTo(3);
        assertThat(exit.ours())
                .anyMatch(line -> line.contains("TRIPPED package:com.acme")
                        && line.contains("at com.acme.OrdersTest.storeInMonitor [sleep]: ")
                        && line.contains(" in 1 pin"));
        assertThat(target.resolve("surefire-reports/TEST-pinning.xml"))
                .content()
                .contains("failures=\"1\"");
    }

    private Path copy(Path example) throws IOException {
        Path project = directory.resolve("project");
        try (Stream<Path> files = Files.walk(example)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path relative = example.relativize(file);
                boolean built = relative.startsWith("target");
                Path copy = project.resolve(relative.toString());
                if (!built && Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else if (!built) {
                    Files.copy(file, copy);
                }
            }
        }
        return project;
    }
}
