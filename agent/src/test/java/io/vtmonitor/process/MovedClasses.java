package io.vtmonitor.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program's recording, and its class files, which lie elsewhere since: the folder that the recording names is gone.
 *
 * @param recording that the agent left
 * @param classes where they lie now
 */
public record MovedClasses(Path recording, Path classes) {
    private static final List<String> PACKAGES = List.of("io/vtmonitor/scenario", "io/vtmonitor/unpinned");

    /** Runs a program of those packages on JDK 21, which talks like a scenario. */
    public static MovedClasses run(String program, List<String> flags, Path directory)
            throws IOException, InterruptedException {
        Path then = directory.resolve("then");
        for (String name : PACKAGES) {
            copy(Watched.testClasses(), name, then);
        }
        Path recording = Watched.run(
                        ChildJvm.on(21, directory).flags(flags),
                        agent -> agent.main(List.of(then), program, List.of()),
                        directory,
                        jvm -> jvm.send("exit"))
                .recording();
        return new MovedClasses(recording, Files.move(then, directory.resolve("now")));
    }

    private static void copy(Path root, String name, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve(name))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(root.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
