package io.vtmonitor.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * An installed Java.
 *
 * @param feature its feature version, such as 21
 * @param home its home folder
 */
public record Jdk(int feature, Path home) {
    public Path java() {
        return home.resolve("bin/java");
    }

    /** As its {@code release} file says, such as 21.0.8; the feature version where it has none. */
    public String version() {
        var release = new Properties();
        try (var in = Files.newInputStream(home.resolve("release"))) {
            release.load(in);
        } catch (IOException ignored) {
            return Integer.toString(feature);
        }
        return release.getProperty("JAVA_VERSION", Integer.toString(feature)).replace("\"", "");
    }

    /**
     * Finds it with the build's own script, which fetches one where none is installed and says so on standard error.
     */
    public static Jdk find(Path root, int feature) throws InterruptedException {
        try {
            var script = root.resolve(".mvn/find-jdk").toString();
            Process search = new ProcessBuilder(script, Integer.toString(feature))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            var home = new String(search.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (search.waitFor() != 0) {
                throw new DemoFailure("This needs Java " + feature + ", and none was found or could be fetched"
                        + " (the lines above say why). Nothing was measured with it.");
            }
            return new Jdk(feature, Path.of(home));
        } catch (IOException e) {
            throw new DemoFailure("Could not run .mvn/find-jdk " + feature + ": " + e.getMessage(), e);
        }
    }
}
