package io.vtmonitor.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * An installed Java.
 *
 * @param feature its feature version, such as 21
 * @param home its home folder
 */
record Jdk(int feature, Path home) {
    Path java() {
        return home.resolve("bin/java");
    }

    /** Finds it with the build's own script, which fetches one where none is installed and says so on standard error. */
    static Jdk find(Path root, int feature) throws InterruptedException {
        try {
            var script = root.resolve(".mvn/find-jdk").toString();
            Process search = new ProcessBuilder(script, Integer.toString(feature))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            var home = new String(search.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (search.waitFor() != 0) {
                throw new DemoFailure("The demo needs a Java " + feature + ", and none was found or could be fetched"
                        + " (the lines above say why). It was not started.");
            }
            return new Jdk(feature, Path.of(home));
        } catch (IOException failed) {
            throw new DemoFailure("Could not run .mvn/find-jdk " + feature + ": " + failed.getMessage(), failed);
        }
    }
}
