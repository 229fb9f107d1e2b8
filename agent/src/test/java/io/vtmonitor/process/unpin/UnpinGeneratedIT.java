package io.vtmonitor.process.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.unpinned.GeneratedPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs that lock one object from several classes, in the pattern and out of it: rewritten they count what
 * they count as they are, and everybody is notified. {@code -Dvtmonitor.unpin.programs=2000} tries more than 50,
 * {@code -Dvtmonitor.unpin.seed} the same ones again. The sources of one that fails are left in
 * {@code target/unpin-programs}.
 */
@Tag("unpin")
class UnpinGeneratedIT {
    private static final int PROGRAMS = Integer.getInteger("vtmonitor.unpin.programs", 50);
    private static final long SEED = Long.getLong("vtmonitor.unpin.seed", System.nanoTime());
    private static final int IN_ONE_JVM = 100;

    /** A program that hangs takes a minute, and those after it run in what it left. */
    private static final int MOST_FAILURES = 3;

    private static final Path FAILED = Path.of("target", "unpin-programs");

    @TempDir
    private Path directory;

    @Test
    void random_programs_do_rewritten_what_they_do_as_they_are() throws Exception {
        System.out.println(
                "unpin programs: -Dvtmonitor.unpin.seed=" + SEED + " -Dvtmonitor.unpin.programs=" + PROGRAMS);
        List<String> differences = new ArrayList<>();
        for (int from = 0; from < PROGRAMS; from += IN_ONE_JVM) {
            differences.addAll(differences(SEED + from, Math.min(IN_ONE_JVM, PROGRAMS - from)));
        }
        assertThat(differences).as("seed %s, sources in %s", SEED, FAILED).isEmpty();
    }

    private List<String> differences(long seed, int programs) throws Exception {
        Path sources = Files.createDirectories(directory.resolve("s" + seed));
        Path classes = Files.createDirectories(directory.resolve("c" + seed));
        List<String> options = new ArrayList<>(
                List.of("--release", "21", "-cp", Watched.testClasses().toString(), "-d", classes.toString()));
        for (int i = 0; i < programs; i++) {
            for (Map.Entry<String, String> one : ProgramSource.of(seed, i).entrySet()) {
                Path file = sources.resolve(one.getKey());
                Files.createDirectories(file.getParent());
                options.add(Files.writeString(file, one.getValue()).toString());
            }
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)))
                .as("seed %s compiles", seed)
                .isZero();
        List<String> plain = run(null, classes, programs).out();
        ChildJvm.Exit unpinned = run("unpin=generated.in.**", classes, programs);
        assertThat(plain)
                .hasSize(programs + 1)
                .endsWith("carriers marked as blocking 0, released 0")
                .filteredOn(line -> !line.startsWith("carriers"))
                .allMatch(line -> line.matches("p\\d+: counted \\d+, notified"));
        assertThat(unpinned.ours()).anyMatch(line -> line.matches(".*unpin: rewrote [1-9].*"));
        List<String> differences = new ArrayList<>();
        int ran = unpinned.out().size();
        for (int i = 0; i < Math.min(ran, programs + 1); i++) {
            String line = unpinned.out().get(i);
            if (!line.equals(plain.get(i))) {
                differences.add("seed " + seed + ", " + line);
                keep(seed, Math.min(i, programs - 1));
            }
        }
        if (ran <= programs) {
            differences.add("seed " + seed + ", p" + ran + ": ended before it");
        }
        return differences;
    }

    private static void keep(long seed, int number) throws IOException {
        for (Map.Entry<String, String> one : ProgramSource.of(seed, number).entrySet()) {
            Path file = FAILED.resolve("seed-" + seed).resolve(one.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, one.getValue());
        }
    }

    private ChildJvm.Exit run(@Nullable String option, Path classes, int programs) throws Exception {
        ChildJvm.Builder start = ChildJvm.on(21, directory)
                .flags(List.of(
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"));
        if (option != null) {
            start = start.agent(option);
        }
        try (ChildJvm jvm = start.main(
                        List.of(Watched.testClasses()),
                        GeneratedPrograms.class.getName(),
                        List.of(classes.toString(), String.valueOf(programs), String.valueOf(MOST_FAILURES)))
                .start()) {
            jvm.send("go");
            return jvm.awaitExit();
        }
    }
}
