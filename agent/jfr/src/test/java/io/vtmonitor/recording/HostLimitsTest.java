package io.vtmonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostLimitsTest {
    private static final long CHUNK = 4 << 20;
    private static final long MB = 1 << 20;

    @TempDir
    private Path root;

    private HostLimits limits;

    @BeforeEach
    void aProcessWithoutLimits() throws IOException {
        limits = new HostLimits(root.resolve("proc"), root.resolve("cgroup"));
        write("proc/loadavg", "0.52 0.58 0.59 1/190 4711\n");
        write("proc/sys/kernel/threads-max", "192000\n");
        write(
                "proc/self/status",
                "Name:\tjava\nUid:\t1000\t1000\t1000\t1000\nThreads:\t30\nCapEff:\t0000000000000000\n");
        write("proc/7/status", "Name:\tjava\nUid:\t1000\t1000\t1000\t1000\nThreads:\t30\nCapEff:\t0000000000000000\n");
        write("proc/self/limits", "Max processes             unlimited            unlimited            processes \n");
        write("proc/self/cgroup", "0::/app/web\n");
    }

    @Test
    void where_there_is_room_or_nobody_tells_nothing_is_left_out() throws IOException {
        version2(512 * MB, 416 * MB, 0);
        write("cgroup/app/web/cpu.max", "50000 100000\n");
        assertThatItRecords();
        write("proc/self/cgroup", "3:memory:/nowhere\n");
        assertThatItRecords();
        HostLimits elsewhere = new HostLimits(root.resolve("no"), root.resolve("none"));
        assertThatCode(() -> elsewhere.checkRecording("self", CHUNK)).doesNotThrowAnyException();
        assertThat(elsewhere.lackingToWatch()).isNull();
    }

    @Test
    void a_user_who_may_start_few_more_threads_keeps_them() throws IOException {
        write("proc/self/limits", "Max processes             62                   unlimited            processes \n");
        assertThatItRecords();
        write("proc/self/limits", "Max processes             61                   unlimited            processes \n");
        assertThatItDoesNotRecord("this JVM can start only 31 threads more, since 30 of 61 are in use"
                + " (RLIMIT_NPROC of user 1000); 32 are needed to record");
        assertThat(limits.lackingToWatch()).isNull();
        write("proc/self/limits", "Max processes             31                   unlimited            processes \n");
        assertThat(limits.lackingToWatch())
                .isEqualTo("this JVM can start only 1 thread more, since 30 of 31 are in use"
                        + " (RLIMIT_NPROC of user 1000); 16 are needed to watch");
    }

    @Test
    void of_several_limits_on_threads_the_one_that_leaves_the_fewest_is_named() throws IOException {
        write("proc/self/limits", "Max processes             50                   unlimited            processes \n");
        write("cgroup/app/pids.max", "100\n");
        write("cgroup/app/pids.current", "95\n");
        assertThatItDoesNotRecord("this JVM can start only 5 threads more, since 95 of 100 are in use"
                + " (pids.max of control group /app); 32 are needed to record");
    }

    @Test
    void memory_that_holds_files_is_free() throws IOException {
        version2(256 * MB, 168 * MB, 8 * MB);
        assertThatItRecords();
        version2(256 * MB, 169 * MB, 8 * MB);
        assertThatItDoesNotRecord("this JVM can take only 95 MB more, since 161 of 256 MB are in use"
                + " (memory.max of control group /app/web); 96 MB are needed to record");
        assertThat(limits.lackingToWatch()).isNull();
        version2(256 * MB, 217 * MB, 8 * MB);
        assertThat(limits.lackingToWatch())
                .isEqualTo("this JVM can take only 47 MB more, since 209 of 256 MB are in use"
                        + " (memory.max of control group /app/web); 48 MB are needed to watch");
    }

    /** As in a container of an older engine, whose own group is mounted as the root. */
    @Test
    void control_groups_of_version_1_tell_the_same() throws IOException {
        write("proc/self/cgroup", "9:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n0::/\n");
        write("cgroup/memory/memory.limit_in_bytes", 160 * MB + "\n");
        write("cgroup/memory/memory.usage_in_bytes", 90 * MB + "\n");
        write(
                "cgroup/memory/memory.stat",
                "cache 31457280\nrss 62914560\nhierarchical_memory_limit 134217728\n"
                        + "total_inactive_file 20971520\ntotal_active_file 6291456\n");
        assertThatItRecords();
        write("cgroup/memory/memory.usage_in_bytes", 91 * MB + "\n");
        assertThatItDoesNotRecord("this JVM can take only 95 MB more, since 65 of 160 MB are in use"
                + " (memory.limit_in_bytes of control group /); 96 MB are needed to record");
        write("cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertThatItRecords();
        write("cgroup/cpu,cpuacct/cpu.cfs_quota_us", "5000\n");
        write("cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        assertThatItDoesNotRecord("this JVM may use 0.050 processors (cpu.cfs_quota_us of control group /); 0.1 are"
                + " needed to record");
        write("cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        assertThatItRecords();
    }

    @Test
    void the_smallest_share_of_the_processors_counts() throws IOException {
        write("cgroup/app/web/cpu.max", "200000 100000\n");
        write("cgroup/app/cpu.max", "9999 100000\n");
        write("cgroup/cpu.max", "max 100000\n");
        assertThatItDoesNotRecord(
                "this JVM may use 0.100 processors (cpu.max of control group /app); 0.1 are needed to record");
        write("cgroup/app/cpu.max", "10000 100000\n");
        assertThatItRecords();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "lots\n", "12 apples", "-1", "0::"})
    void files_that_say_something_else_leave_nothing_out(String text) throws IOException {
        for (String file : new String[] {"memory.max", "memory.current", "memory.stat", "cpu.max", "pids.max"}) {
            write("cgroup/app/" + file, text);
        }
        write("proc/self/limits", text);
        assertThatItRecords();
    }

    private void assertThatItRecords() {
        assertThatCode(() -> limits.checkRecording("self", CHUNK)).doesNotThrowAnyException();
        assertThat(limits.lackingToWatch()).isNull();
    }

    private void assertThatItDoesNotRecord(String why) {
        assertThatThrownBy(() -> limits.checkRecording("self", CHUNK))
                .isInstanceOf(HostLimitException.class)
                .hasMessage(why);
    }

    private void version2(long most, long used, long files) throws IOException {
        write("cgroup/app/web/memory.max", most + "\n");
        write("cgroup/app/web/memory.current", used + "\n");
        write("cgroup/app/web/memory.stat", """
                anon 104857600
                file 20971520
                inactive_file %d
                active_file %d
                slab_reclaimable 0
                """.formatted(files / 2, files / 2));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
