package io.vtmonitor.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusIT {
    @TempDir
    private Path folder;

    @Test
    void every_query_of_the_dashboard_tells_what_a_pinning_jvm_does() throws IOException, InterruptedException {
        Optional<Path> program = PrometheusServer.program();
        assumeTrue(program.isPresent(), "prometheus is not on the path (Debian: apt-get install prometheus)");
        int port = PrometheusServer.freePort();
        Path output = folder.resolve("application.log");
        Process application = application(port, output);
        try (PrometheusServer prometheus = PrometheusServer.start(program.get(), folder, port)) {
            DashboardScenario.check(prometheus);
        } catch (AssertionError e) {
            e.addSuppressed(new AssertionError("the application wrote: " + Files.readString(output)));
            throw e;
        } finally {
            application.destroyForcibly().waitFor();
        }
    }

    private static Process application(int port, Path output) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        jdk21().resolve("bin/java").toString(),
                        "-javaagent:" + System.getProperty("vtmonitor.test.jar") + "=port=" + port,
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        "-cp",
                        testClasses(),
                        PinForever.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    static Path jdk21() throws IOException, InterruptedException {
        Path finder = Path.of(System.getProperty("vtmonitor.test.root"), ".mvn", "find-jdk");
        Process search = new ProcessBuilder(finder.toString(), "21")
                .redirectError(Redirect.INHERIT)
                .start();
        String home = new String(search.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (search.waitFor() != 0) {
            throw new AssertionError("find-jdk 21 found no JDK");
        }
        return Path.of(home);
    }

    /** Where this class came from: failsafe's working directory tells nothing. */
    static String testClasses() {
        return Path.of(URI.create(PrometheusIT.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
    }
}
