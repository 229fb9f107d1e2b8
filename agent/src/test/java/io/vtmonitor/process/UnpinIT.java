package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpinned.Constructs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped jar rewrites a program's monitors as it loads, on the JDK that needs it. */
class UnpinIT {
    private static final String ROUNDS = System.getProperty("vtmonitor.unpin.rounds", "2000");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation"})
    void every_way_to_lock_still_excludes_and_wakes(String compiler) throws Exception {
        ChildJvm.Exit exit =
                run(List.of(compiler, "-Xverify:all"), "unpin=io.vtmonitor.unpinned.**", Constructs.class, ROUNDS);
        assertThat(exit.out()).filteredOn(line -> !line.startsWith("ok ")).containsExactly("done");
        assertThat(exit.out()).hasSize(17);
        assertThat(unpin(exit))
                .anyMatch(line -> line.matches("rewrote \\d\\d places .* 0 take monitor and lock, 0 keep.*"));
        assertThat(unpin(exit)).noneMatch(line -> line.startsWith("UNSOUND"));
    }

    private ChildJvm.Exit run(List<String> flags, String option, Class<?> main, String... arguments) throws Exception {
        return ChildJvm.on(21, directory)
                .flags(flags)
                .agent(option)
                .main(List.of(Watched.testClasses()), main.getName(), List.of(arguments))
                .run();
    }

    /** What was said of the rewriting. */
    private static List<String> unpin(ChildJvm.Exit exit) {
        List<String> lines = new ArrayList<>();
        for (String line : exit.ours()) {
            if (line.startsWith("vt-monitor: unpin: ")) {
                lines.add(line.substring("vt-monitor: unpin: ".length()));
            }
        }
        return lines;
    }
}
