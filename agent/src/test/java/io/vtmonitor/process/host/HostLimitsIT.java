package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Under limits of the system, what does not fit is left out with one line, and the application runs as without us. */
@Execution(ExecutionMode.CONCURRENT)
class HostLimitsIT {
    private static final long MB = 1 << 20;

    /** Users of nobody else, one for each JVM: the limit counts all threads of a user. */
    private static final String FEW_THREADS = "54321";

    private static final String HARDLY_A_THREAD = "54322";

    @TempDir
    private Path directory;

    @BeforeEach
    void onlyRootCan() {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can start a JVM as another user");
    }

    @Test
    void a_jvm_that_may_start_few_more_threads_is_not_recorded() throws Exception {
        ChildJvm.Exit exit = endOf(asUser(FEW_THREADS, 44));
        assertThat(exit.ours())
                .anyMatch(
                        line -> line.matches("vt-monitor: pins are not recorded: this JVM can start only (1[6-9]|2\\d|3"
                                + "[01]) threads more, since \\d+ of 44 are in use \\(RLIMIT_NPROC of user 54321\\);"
                                + " 32 are needed to record\\. .*"));
        assertThat(directory.resolve("open/report.json")).isNotEmptyFile();
    }

    @Test
    void where_hardly_a_thread_can_be_started_it_stays_off() throws Exception {
        ChildJvm.Exit exit = endOf(asUser(HARDLY_A_THREAD, 28));
        assertThat(exit.ours())
                .singleElement()
                .asString()
                .matches("vt-monitor: off: this JVM can start only \\d+ threads? more, since \\d+ of 28 are in use"
                        + " \\(RLIMIT_NPROC of user 54322\\); 16 are needed to watch\\. The application runs"
                        + " without it\\.");
    }

    @Test
    void a_container_with_little_memory_left_is_not_recorded() throws Exception {
        Path groups = controlGroup("memory.max", 256 * MB, "memory.current", 180 * MB);
        assertThat(endOf(in(groups)).ours())
                .anyMatch(
                        line -> line.startsWith("vt-monitor: pins are not recorded: this JVM can take only 76 MB more,"
                                + " since 180 of 256 MB are in use (memory.max of control group /); 96 MB are"
                                + " needed to record."));
    }

    @Test
    void a_container_with_hardly_any_memory_left_is_left_alone() throws Exception {
        Path groups = controlGroup("memory.max", 256 * MB, "memory.current", 240 * MB);
        assertThat(endOf(in(groups)).ours())
                .singleElement()
                .asString()
                .startsWith("vt-monitor: off: this JVM can take only 16 MB more, since 240 of 256 MB are in use");
    }

    @Test
    void a_container_with_a_small_share_of_a_processor_is_not_recorded() throws Exception {
        Path groups = directory.resolve("cgroup");
        Files.createDirectories(groups);
        Files.writeString(groups.resolve("cpu.max"), "5000 100000\n");
        assertThat(endOf(in(groups)).ours())
                .anyMatch(line -> line.startsWith("vt-monitor: pins are not recorded: this JVM may use 0.050 processors"
                        + " (cpu.max of control group /); 0.1 are needed to record."));
    }

    private static ChildJvm.Exit endOf(ChildJvm.Builder program) throws Exception {
        try (ChildJvm jvm = program.start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitErr(line -> line.contains("pins are not recorded: ") || line.contains("off: "));
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).as("%s", exit).isEqualTo(7);
            assertThat(exit.out()).hasSize(9).noneMatch(line -> line.contains("jfr"));
            assertThat(exit.err()).isEqualTo(exit.ours());
            return exit;
        }
    }

    /** With copies of all that it reads: another user may not be able to read the folder of the build. */
    private ChildJvm.Builder asUser(String user, int threads) throws IOException {
        Path open = Files.createDirectories(directory.resolve("open"));
        Path jar = Files.copy(ChildJvm.shippedJar(), open.resolve("vt-monitor.jar"));
        String program = Host.class.getName().replace('.', '/') + ".class";
        Path copy = open.resolve(program);
        Files.createDirectories(copy.getParent());
        Files.copy(Watched.testClasses().resolve(program), copy);
        for (Path folder : List.of(directory, open, Files.createDirectories(open.resolve("tmp")))) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        return ChildJvm.on(25, open)
                .flags(List.of("-XX:+UseSerialGC"))
                .by("setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups", "prlimit", "--nproc=" + threads)
                .agent(jar, "report=report.json")
                .main(List.of(open), Host.class.getName(), List.of());
    }

    /** What this machine has instead is hidden from the JVM alone. */
    private ChildJvm.Builder in(Path groups) throws Exception {
        assumeTrue(
                new ProcessBuilder("unshare", "--mount", "mount", "--bind", groups.toString(), "/sys/fs/cgroup")
                                .start()
                                .waitFor()
                        == 0,
                "nothing can be mounted for one process here");
        assumeTrue(
                Files.exists(Path.of("/proc/self/cgroup"))
                        && Files.readString(Path.of("/proc/self/cgroup")).contains("0::"),
                "there are no control groups of version 2 here");
        return ChildJvm.on(25, directory)
                .flags(List.of("-XX:-UseContainerSupport"))
                .by(
                        "unshare",
                        "--mount",
                        "bash",
                        "-c",
                        "mount --bind " + groups + " /sys/fs/cgroup && exec \"$@\"",
                        "bash")
                .agent()
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of());
    }

    private Path controlGroup(Object... filesAndNumbers) throws IOException {
        Path groups = Files.createDirectories(directory.resolve("cgroup"));
        List<Object> all = Stream.of(filesAndNumbers).toList();
        for (int i = 0; i < all.size(); i += 2) {
            Files.writeString(groups.resolve(all.get(i).toString()), all.get(i + 1) + "\n");
        }
        return groups;
    }
}
