package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadLimitsTest {
    private static final String NO_PRIVILEGES = "0000000000000000";

    @TempDir
    private Path root;

    private ThreadLimits limits;

    @BeforeEach
    void aProcessWithoutLimits() throws IOException {
        limits = new ThreadLimits(root.resolve("proc"), root.resolve("cgroup"));
        write("proc/loadavg", "0.52 0.58 0.59 1/190 4711\n");
        write("proc/sys/kernel/threads-max", "192000\n");
        process(7, "1000", 30, NO_PRIVILEGES);
        write("proc/7/limits", limits("unlimited"));
        write("proc/7/cgroup", "0::/app/web\n");
        write("proc/7/task/7/comm", "java\n");
    }

    @Test
    void nothing_is_said_where_no_limit_is_reached() {
        assertThat(limits.fatalForAttach(7)).isNull();
        assertThat(limits.fatalForAttach(8)).as("no such process").isNull();
    }

    @Test
    void the_limit_of_a_user_counts_the_threads_of_all_its_processes() throws IOException {
        process(8, "1000", 20, NO_PRIVILEGES);
        process(9, "1001", 500, NO_PRIVILEGES);
        write("proc/7/limits", limits("51"));
        assertThat(limits.fatalForAttach(7)).isNull();
        write("proc/7/limits", limits("50"));
        assertThat(limits.fatalForAttach(7)).isEqualTo(new ThreadLimits.Limit("RLIMIT_NPROC of user 1000", 50, 50));
    }

    @Test
    void root_and_processes_with_privileges_are_exempt_from_the_limit_of_their_user() throws IOException {
        write("proc/7/limits", limits("30"));
        process(7, "1000", 30, "0000000001000000");
        assertThat(limits.fatalForAttach(7)).isNull();
        process(7, "0", 30, NO_PRIVILEGES);
        assertThat(limits.fatalForAttach(7)).isNull();
    }

    @Test
    void a_control_group_bounds_those_that_lie_in_it() throws IOException {
        write("cgroup/app/web/pids.max", "max\n");
        write("cgroup/app/pids.max", "100\n");
        write("cgroup/app/pids.current", "100\n");
        assertThat(limits.fatalForAttach(7))
                .isEqualTo(new ThreadLimits.Limit("pids.max of control group /app", 100, 100));
    }

    @Test
    void in_a_container_its_own_group_may_be_the_root_and_of_version_1() throws IOException {
        write("proc/7/cgroup", "4:cpu,cpuacct:/docker/abc\n3:pids:/docker/abc\n0::/\n");
        write("cgroup/pids/pids.max", "40\n");
        write("cgroup/pids/pids.current", "40\n");
        assertThat(limits.fatalForAttach(7)).isEqualTo(new ThreadLimits.Limit("pids.max of control group /", 40, 40));
    }

    @Test
    void a_jvm_that_was_attached_to_before_has_the_thread_that_it_takes() throws IOException {
        write("proc/sys/kernel/threads-max", "190\n");
        assertThat(limits.fatalForAttach(7)).isEqualTo(new ThreadLimits.Limit("kernel.threads-max", 190, 190));
        write("proc/7/task/12/comm", "Attach Listener\n");
        assertThat(limits.fatalForAttach(7)).isNull();
    }

    private void process(int pid, String user, int threads, String privileges) throws IOException {
        write("proc/" + pid + "/status", """
                Name:\tjava
                Uid:\t%s\t0\t0\t0
                Threads:\t%d
                CapEff:\t%s
                """.formatted(user, threads, privileges));
    }

    private static String limits(String processes) {
        return """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             %s                   unlimited            processes
                """.formatted(processes);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
