package io.vtmonitor.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.cli.jvm.RunningJvm.Sign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningJvmTest {
    private static final RunningJvm SHOP = new RunningJvm(11, "shop.jar", "21.0.8", Sign.YES, Sign.NO);
    private static final RunningJvm OLD = new RunningJvm(12, "old-shop.jar", "17.0.15", Sign.NO, Sign.NO);
    private static final RunningJvm UNKNOWN = new RunningJvm(13, "other.Main", "", Sign.UNKNOWN, Sign.UNKNOWN);

    @Test
    void a_program_is_shown_without_its_folder_and_its_arguments() {
        assertThat(RunningJvm.program("/opt/app/shop.jar --password=secret")).isEqualTo("shop.jar");
        assertThat(RunningJvm.program("com.acme.Main secret")).isEqualTo("com.acme.Main");
        assertThat(RunningJvm.program("module.name/com.acme.Main")).isEqualTo("com.acme.Main");
        assertThat(RunningJvm.program("")).isEqualTo("(unknown)");
    }

    @Test
    void a_jar_in_a_folder_with_spaces_in_its_name_is_shown_and_no_argument_that_looks_like_one(@TempDir Path folder)
            throws Exception {
        Path jar = Files.createDirectory(folder.resolve("my first app")).resolve("my shop.jar");
        Files.createFile(jar);
        assertThat(RunningJvm.program(jar + " --password=secret other.jar")).isEqualTo("my shop.jar");
        assertThat(RunningJvm.program(jar.toString())).isEqualTo("my shop.jar");
        assertThat(RunningJvm.program("/opt/app/shop --password=secret other.jar"))
                .isEqualTo("shop");
        assertThat(RunningJvm.program("com.acme.Main --password=secret " + jar)).isEqualTo("com.acme.Main");
    }

    @Test
    void a_program_that_is_run_from_its_source_is_no_tool_of_the_jdk() {
        String from17 = "jdk.compiler/com.sun.tools.javac.launcher.Main Hang.java secret";
        String from22 = "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher /srv/Hang.java secret";
        assertThat(RunningJvm.isTool(from17)).isFalse();
        assertThat(RunningJvm.program(from17)).isEqualTo("Hang.java");
        assertThat(RunningJvm.isTool(from22)).isFalse();
        assertThat(RunningJvm.program(from22)).isEqualTo("Hang.java");
        assertThat(RunningJvm.isTool("jdk.compiler/com.sun.tools.javac.Main Hang.java"))
                .isTrue();
        assertThat(RunningJvm.isTool("sun.tools.jps.Jps")).isTrue();
        assertThat(RunningJvm.isTool("com.acme.Main")).isFalse();
    }

    @Test
    void the_command_line_of_a_process_that_does_not_answer_is_not_shown() {
        assertThat(TargetJvm.reason("pid: 1 cmd: '/db\u0000--password=secret' state is not ready to participate in"
                        + " attach handshake!"))
                .isEqualTo("it does not take part in the attach handshake");
        assertThat(TargetJvm.reason("Unable to open socket file")).isEqualTo("Unable to open socket file");
    }

    @Test
    void a_process_that_does_not_answer_is_named_with_what_it_was_asked_for() {
        assertThat(TargetJvm.unanswered(12, "JFR.start"))
                .isEqualTo("process 12 was asked for JFR.start 10 s ago and has not answered yet; it may be stopped or"
                        + " busy. Still waiting.");
    }

    @Test
    void a_process_that_can_not_read_the_jar_is_not_said_to_refuse_agents() {
        assertThat(TargetJvm.notLoaded(12, "/srv/vt.jar", "Agent JAR not found or no Agent-Class attribute"))
                .startsWith("process 12 can't read /srv/vt.jar, so no agent was loaded. If");
        assertThat(TargetJvm.notLoaded(12, "/srv/vt.jar", "Dynamic agent loading is not enabled"))
                .isEqualTo("process 12 does not accept an agent: Dynamic agent loading is not enabled");
    }

    @Test
    void a_command_that_does_not_start_is_not_said_to_be_missing(@TempDir Path folder) throws Exception {
        IOException failed = new IOException("Cannot run program: error=11, Resource temporarily unavailable");
        assertThat(TargetJvm.notSent(12, Files.createFile(folder.resolve("jcmd")), failed))
                .isEqualTo("nothing could be sent to process 12: Cannot run program: error=11, Resource temporarily"
                        + " unavailable");
        assertThat(TargetJvm.notSent(12, folder.resolve("none"), failed)).contains("it has no jcmd");
    }

    @Test
    void threads_that_only_virtual_threads_need_tell_that_they_are_used() {
        assertThat(RunningJvm.virtualThreads(Set.of("java", "VirtualThread-u"))).isEqualTo(Sign.YES);
        assertThat(RunningJvm.virtualThreads(Set.of("java", "Virtual..locker")))
                .as("from JDK 26 on")
                .isEqualTo(Sign.YES);
        assertThat(RunningJvm.virtualThreads(Set.of("java", "Read-Poller"))).isEqualTo(Sign.YES);
        assertThat(RunningJvm.virtualThreads(Set.of("java", "ForkJoinPool-1-"))).isEqualTo(Sign.LIKELY);
        assertThat(RunningJvm.virtualThreads(Set.of("java", "ForkJoinPool.co"))).isEqualTo(Sign.NO);
    }

    @Test
    void a_thread_of_ours_tells_that_an_agent_is_there_however_the_jvm_shortens_its_name() {
        assertThat(RunningJvm.watched(Set.of("java", "vt-monitor-stre"))).isEqualTo(Sign.YES);
        assertThat(RunningJvm.watched(Set.of("java", "vt-moni..stream"))).isEqualTo(Sign.YES);
        assertThat(RunningJvm.watched(Set.of("java", "Virtual..locker"))).isEqualTo(Sign.NO);
    }

    @Test
    void a_jvm_without_flight_recorder_that_an_agent_watches_has_no_stream_and_is_watched() {
        assertThat(RunningJvm.watched(Set.of("java", "vt-monitor-watc"))).isEqualTo(Sign.YES);
        assertThat(RunningJvm.watched(Set.of("java", "vt-moni..-watch"))).isEqualTo(Sign.YES);
        assertThat(RunningJvm.watched(Set.of("java", "vt-monitor-wait"))).isEqualTo(Sign.NO);
    }

    @Test
    void a_jvm_is_named_by_pid_or_by_a_part_of_its_name_that_only_it_has() throws Exception {
        RunningJvms jvms = new RunningJvms(List.of(SHOP, OLD, UNKNOWN));
        assertThat(jvms.pid("4711")).isEqualTo(4711);
        assertThat(jvms.pid("Other")).isEqualTo(13);
        assertThatThrownBy(() -> jvms.pid("shop")).hasMessageContainingAll("more than one", "11", "12");
        assertThatThrownBy(() -> jvms.pid("nobody")).hasMessageContainingAll("no JVM's program", "shop.jar");
    }

    @Test
    void without_a_name_the_only_jvm_that_could_be_watched_is_meant() throws Exception {
        assertThat(new RunningJvms(List.of(SHOP, OLD)).onlyCandidate()).isEqualTo(11);
        assertThatThrownBy(() -> new RunningJvms(List.of(SHOP, OLD, UNKNOWN)).onlyCandidate())
                .hasMessageContainingAll("more than one", "shop.jar", "other.Main")
                .hasMessageNotContaining("old-shop");
        assertThatThrownBy(() -> new RunningJvms(List.of(OLD)).onlyCandidate())
                .hasMessageContaining("no JVM of Java 21");
    }
}
