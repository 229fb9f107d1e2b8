package io.vtmonitor.process.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.DeepSleeps;
import io.vtmonitor.process.programs.ExitsAtAttach;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JVMs that the agent can not come into, or not as asked. */
class AttachRefusedIT extends AttachProcess {
    /** A user who has no other process. */
    private static final String NOBODY = "54321";

    /** On JDK 21 a stack depth that is raised while JFR runs makes the JVM write past its buffers and abort. */
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_jvm_whose_deep_stacks_are_being_recorded_survives_an_attach_and_is_told_what_is_cut_off(int jdk)
            throws Exception {
        Path settings = Files.writeString(directory.resolve("sleep.jfc"), """
                <configuration version="2.0"><event name="jdk.ThreadSleep"><setting name="enabled">true</setting>
                <setting name="stackTrace">true</setting><setting name="threshold">0 ms</setting></event></configuration>
                """);
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-XX:StartFlightRecording:settings=" + settings))
                .main(List.of(Watched.testClasses()), DeepSleeps.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("deep"::equals);
            ChildJvm.Exit attached = commandLine("attach", pid(jvm));
            assertThat(said(attached)).contains("stacks are cut off at 64 frames");
            jvm.send("so deep again");
            jvm.awaitOut("deep again"::equals);
            jvm.endInput();
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void what_was_asked_for_and_is_not_in_effect_is_reported_and_the_rest_is(int jdk) throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "no folder");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ChildJvm jvm = plain(jdk, "-Dvtmonitor.prob=1s")) {
            ChildJvm.Exit attached = commandLine(
                    "attach",
                    pid(jvm),
                    "port=" + taken.getLocalPort(),
                    "recording=" + file + "/app.jfr",
                    "report=" + file + "/report.json",
                    "advice=" + directory.resolve("none.json"),
                    "log=" + file + "/agent.log");
            String watched = "vt-monitor: process " + jvm.pid() + " is being watched; not in effect: ";
            assertThat(attached.err()).anyMatch(line -> line.contains(": watching Java " + jdk));
            assertThat(attached.err().stream().filter(line -> line.startsWith(watched)))
                    .anyMatch(line -> line.contains("can't serve on 127.0.0.1:" + taken.getLocalPort()))
                    .anyMatch(line -> line.contains("can't write recording=" + file))
                    .anyMatch(line -> line.contains("report=" + file))
                    .anyMatch(line -> line.contains("none.json"))
                    .anyMatch(line -> line.contains("can't write to " + file + "/agent.log"))
                    .anyMatch(line -> line.contains("vtmonitor.prob is not an option"))
                    .hasSize(6);
            assertThat(attached.code()).as("%s", attached).isEqualTo(1);
            assertThat(Jcmd.ask(jvm, "JFR.check")).containsOnlyOnce("Recording ");
            assertThat(commandLine("attach", pid(jvm)).err())
                    .singleElement()
                    .asString()
                    .contains("is already being watched (watching Java " + jdk);
            commandLine("detach", pid(jvm));
            ChildJvm.Exit again = commandLine("attach", pid(jvm), "port=0");
            assertThat(said(again)).contains("vtmonitor.prob").doesNotContain("can't");
        }
    }

    @Test
    void unpin_is_not_in_effect_where_monitors_do_not_pin() throws Exception {
        try (ChildJvm jvm = plain(25, "-Xmx64m")) {
            ChildJvm.Exit attached = commandLine("attach", pid(jvm), "unpin=com.acme.**");
            assertThat(attached.err())
                    .contains(
                            "vt-monitor: process " + jvm.pid() + " is being watched; not in effect: unpin=com.acme.**:"
                                    + " not needed on Java 25, where monitors don't pin; nothing is changed");
            assertThat(attached.code()).isEqualTo(1);
        }
    }

    @Test
    void the_reason_why_a_jvm_can_not_be_attached_to_is_reported() throws Exception {
        assertThat(commandLine("attach", "999999999").err())
                .singleElement()
                .asString()
                .contains("there is no process 999999999");
        assertThat(commandLine("attach", "no-such-program").code()).isEqualTo(1);
        for (String command : List.of("attach", "detach", "record", "rescue", "list")) {
            ChildJvm.Exit trimmed = ChildJvm.on(25, directory)
                    .flags(List.of("--limit-modules", "jdk.jfr,java.instrument"))
                    .commandLine(command.equals("list") ? new String[] {command} : new String[] {command, "1"})
                    .run();
            assertThat(trimmed.code()).as(command).isEqualTo(1);
            assertThat(trimmed.err()).as(command).singleElement().asString().contains("has no module jdk.attach");
        }
        ChildJvm.Exit mistyped = commandLine("attach", "1", "treshold=1ms");
        assertThat(mistyped.code()).isEqualTo(2);
        assertThat(said(mistyped)).contains("did you mean 'threshold'?");
        try (ChildJvm closed = plain(21, "-XX:+DisableAttachMechanism");
                ChildJvm noAgents = plain(25, "-XX:-EnableDynamicAgentLoading");
                ChildJvm old = plain(17, "-Xmx64m")) {
            ChildJvm.Exit refused = commandLine("attach", pid(closed));
            assertThat(refused.code()).isEqualTo(1);
            assertThat(said(refused))
                    .contains("can't attach to process " + closed.pid(), "-XX:+DisableAttachMechanism");
            assertThat(said(commandLine("attach", pid(noAgents)))).contains("does not accept an agent");
            assertThat(said(commandLine("attach", pid(old)))).contains("runs Java 17, which has no virtual threads");
            assertThat(said(commandLine("record", pid(old)))).contains("runs Java 17, which has no virtual threads");
            assertThat(said(commandLine("rescue", pid(old)))).contains("runs Java 17, which has no virtual threads");
            assertThat(said(commandLine("rescue", pid(noAgents)))).contains("does not accept an agent");
            assertThat(said(commandLine("rescue", pid(closed)))).contains("-XX:+DisableAttachMechanism");
        }
    }

    /** A JVM exits if it can't start the thread that answers an attach, whoever attaches. */
    @Test
    void a_jvm_at_its_limit_of_threads_is_left_alone_and_lives_on() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can start a JVM as another user");
        Path open = Files.createTempDirectory("vt-monitor-open");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path classes = Files.createDirectory(open.resolve("classes"));
        compile(classes, "AtLimit", """
                public class AtLimit {
                    public static void main(String[] args) throws Exception {
                        try {
                            while (true) {
                                Thread waits = new Thread(() -> {
                                    synchronized (args) {
                                        try {
                                            args.wait();
                                        } catch (InterruptedException e) {
                                        }
                                    }
                                });
                                waits.setDaemon(true);
                                waits.start();
                            }
                        } catch (OutOfMemoryError e) {
                            System.out.println("ready");
                        }
                        System.in.read();
                        System.out.println("lived on");
                    }
                }
                """);
        ChildJvm.Builder limited = ChildJvm.on(25, open)
                .by("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "prlimit", "--nproc=80")
                .main(List.of(classes), "AtLimit", List.of());
        Files.setPosixFilePermissions(classes, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (ChildJvm jvm = limited.start()) {
            jvm.awaitOut("ready"::equals);
            for (String command : List.of("rescue", "attach", "record")) {
                ChildJvm.Exit refused = commandLine(command, pid(jvm));
                assertThat(said(refused))
                        .contains("process " + jvm.pid() + " can't start another thread: 80 of 80 are in use")
                        .contains("RLIMIT_NPROC of user " + NOBODY, "nothing was sent to it");
                assertThat(refused.code()).isEqualTo(1);
            }
            jvm.send("");
            jvm.awaitOut("lived on"::equals);
            assertThat(jvm.awaitExit().code()).isZero();
        }
    }

    @Test
    void a_jvm_that_ends_while_a_second_attach_begins_says_so_as_at_the_first() throws Exception {
        Path report = directory.resolve("report.json");
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .main(List.of(Watched.testClasses()), ExitsAtAttach.class.getName(), List.of())
                .start()) {
            jvm.awaitOut("ready"::equals);
            assertThat(commandLine("attach", pid(jvm)).code()).isZero();
            assertThat(commandLine("detach", pid(jvm)).code()).isZero();
            jvm.send("exit");
            jvm.awaitOut("looking"::equals);
            commandLine("attach", pid(jvm), "report=report.json");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(5);
            assertThat(exit.ours()).last().asString().contains("before the watch was ready", "the report says so, too");
        }
        assertThat(Watched.read(report).path("limits").path(0).path("sentence").asString())
                .contains("before the watch was ready");
    }

    private ChildJvm plain(int jdk, String flag) throws Exception {
        ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of(flag))
                .main(List.of(directory), directoryProgram(), List.of())
                .start();
        jvm.awaitOut("ready"::equals);
        return jvm;
    }

    private String directoryProgram() throws IOException {
        if (!Files.exists(directory.resolve("Waits.class"))) {
            compile(directory, "Waits", """
                    public class Waits {
                        public static void main(String[] args) throws Exception {
                            System.out.println("ready");
                            System.in.read();
                        }
                    }
                    """);
        }
        return "Waits";
    }

    private void compile(Path classes, String name, String text) throws IOException {
        Path source = Files.writeString(directory.resolve(name + ".java"), text);
        String[] options = {"--release", "17", "-d", classes.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();
    }
}
