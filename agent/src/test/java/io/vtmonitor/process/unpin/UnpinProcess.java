package io.vtmonitor.process.unpin;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Runs programs of {@code io.vtmonitor.unpinned} with the option {@code unpin}. */
abstract class UnpinProcess {
    static final String PACKAGE = "io.vtmonitor.unpinned.";

    @TempDir
    Path directory;

    /** The program begins when the agent watches, so that the agent is there at its end. */
    ChildJvm.Exit run(int jdk, List<String> flags, String option, Class<?> main, String... arguments) throws Exception {
        try (ChildJvm jvm = start(jdk, flags, option, main, arguments)) {
            jvm.awaitWatching();
            jvm.send("go");
            return jvm.awaitExit();
        }
    }

    ChildJvm.Exit runUnwatched(int jdk, String option, Class<?> main) throws Exception {
        try (ChildJvm jvm = start(jdk, List.of(), option, main)) {
            jvm.send("go");
            return jvm.awaitExit();
        }
    }

    ChildJvm start(int jdk, List<String> flags, String option, Class<?> main, String... arguments) throws Exception {
        return ChildJvm.on(jdk, directory)
                .flags(flags)
                .agent(option)
                .main(List.of(Watched.testClasses()), main.getName(), List.of(arguments))
                .start();
    }

    /** What was said of the rewriting. */
    static List<String> unpin(ChildJvm.Exit exit) {
        return exit.ours().stream()
                .filter(line -> line.startsWith("vt-monitor: unpin: "))
                .map(line -> line.substring("vt-monitor: unpin: ".length()))
                .toList();
    }
}
