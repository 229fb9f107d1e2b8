package io.vtmonitor.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * {@code bin/vt-monitor} as a user's shell runs it, with a cache of its own.
 *
 * @param script the launcher
 * @param java home of the JDK that it is to take
 * @param cache the folder for its cache
 */
record OfflineLauncher(Path script, Path java, Path cache) {
    /** The launcher makes its cache after the second run. */
    static final int RUNS_TO_CACHE = 2;

    private static final int MINUTES = 5;

    static OfflineLauncher of(Path jar, Path java, Path folder) throws IOException {
        return new OfflineLauncher(
                jar.resolve("../../../bin/vt-monitor").normalize(),
                java,
                Files.createDirectories(folder.resolve("cache")));
    }

    /** On a CI server the launcher keeps no cache. */
    List<String> analyze(Path recording) {
        return List.of(
                "env",
                "-u",
                "CI",
                "VT_MONITOR_JAVA_HOME=" + java,
                "VT_MONITOR_CACHE=" + cache,
                script.toString(),
                "analyze",
                recording.toString());
    }

    void awaitCache() throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        while (!isThere()) {
            if (System.nanoTime() > until) {
                throw new IOException("the launcher made no cache in " + cache);
            }
            Thread.sleep(500);
        }
    }

    private boolean isThere() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            return names.stream().anyMatch(name -> name.endsWith(".aot"))
                    && names.stream().noneMatch(name -> name.endsWith(".work"));
        }
    }
}
