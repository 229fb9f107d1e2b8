package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Host;
import io.vtmonitor.process.programs.SetsScheduler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Promises of {@code docs/safety.md} about an agent that is not to start, or not as asked. */
class AgentStartIT {
    @TempDir
    private Path directory;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_second_javaagent_on_the_line_is_ignored_in_one_line(int jdk) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .agent()
                .agent()
                .main(List.of(Watched.testClasses()), SetsScheduler.class.getName(), List.of())
                .flags(List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"))
                .run();
        assertThat(exit.code()).isZero();
        assertThat(exit.ours())
                .filteredOn(line -> line.contains("watching already"))
                .hasSize(1);
    }

    /** As {@code keytool} starts; it waits for input, so that it does not end before us. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_jdk_tool_is_left_alone(int jdk) throws Exception {
        String store = directory.resolve("keys").toString();
        List<String> keytool = List.of(
                "java.base/sun.security.tools.keytool.Main",
                "-genkeypair",
                "-dname",
                "CN=us",
                "-keyalg",
                "EC",
                "-keystore",
                store);
        tool(jdk, "java.base", keytool, "password\npassword");
        assertThat(Path.of(store)).isNotEmptyFile();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void the_compiler_is_left_alone() throws Exception {
        List<String> javac = List.of("jdk.compiler/com.sun.tools.javac.Main", "@/dev/stdin");
        assertThat(tool(25, "jdk.compiler", javac, "-version").out())
                .singleElement()
                .asString()
                .startsWith("javac 25");
    }

    private ChildJvm.Exit tool(int jdk, String module, List<String> command, String input) throws Exception {
        List<String> flags = new ArrayList<>(List.of("-m"));
        flags.addAll(command);
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .variable("JAVA_TOOL_OPTIONS", "-javaagent:" + ChildJvm.shippedJar())
                .flags(flags)
                .start()) {
            jvm.awaitErr(line -> line.contains("this is a JDK tool (" + module + ")"));
            jvm.send(input);
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).as("%s", exit).isZero();
            // keytool asks on standard error, without an end of the line: ours may be behind it.
            assertThat(exit.err())
                    .filteredOn(line -> line.contains("vt-monitor: "))
                    .hasSize(1);
            return exit;
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void a_wrong_option_leaves_the_application_running_without_us(int jdk) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(jdk, directory)
                .agent("prob=1s")
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .run();
        assertThat(exit.code()).isEqualTo(7);
        assertThat(exit.ours()).singleElement().asString().contains("did you mean 'probe'? The");
        assertThat(exit.out()).contains("properties: []");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void a_mistyped_property_or_variable_is_reported_with_the_nearest_and_the_watch_continues() throws Exception {
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .variable("VTMONITOR_TRESHOLD", "5ms")
                .flags(List.of("-Dvtmonitor.prob=1s", "-Dvtmonitor.stall=off", "-Dvtmonitor.test.jar=any"))
                .agent()
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitErr(line -> line.contains("VTMONITOR_TRESHOLD is not an option"));
            jvm.awaitWatching();
            jvm.endInput();
            assertThat(jvm.awaitExit().ours())
                    .filteredOn(line -> line.contains("is not an option"))
                    .containsExactly(
                            "vt-monitor: the system property vtmonitor.prob is not an option and has no effect; did"
                                    + " you mean vtmonitor.probe?",
                            "vt-monitor: the environment variable VTMONITOR_TRESHOLD is not an option and has no"
                                    + " effect; did you mean VTMONITOR_THRESHOLD?");
        }
    }

    /** A heap that is full for a moment would end this JVM. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "token.file, 'off: option token.file: can''t read ''/dev/zero'': ', 4 KB",
        "config, 'off: option config: can''t read ''/dev/zero'': ', 1 MB",
        "advice, 'advice file /dev/zero can''t be read: ', 1 MB"
    })
    void a_file_of_options_without_an_end_is_refused_in_one_line(String option, String line, String most)
            throws Exception {
        try (ChildJvm jvm = ChildJvm.on(option.equals("config") ? 21 : 25, directory)
                .flags(List.of("-Xmx64m", "-XX:+ExitOnOutOfMemoryError"))
                .agent("port=0", option + "=/dev/zero")
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitErr(said -> said.startsWith("vt-monitor: " + line));
            jvm.endInput();
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).as("%s", exit).isEqualTo(7);
            assertThat(exit.ours())
                    .filteredOn(said -> said.contains("/dev/zero"))
                    .singleElement()
                    .asString()
                    .contains("it is a device, a pipe, or a socket; accepted: a regular file of at most " + most);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void a_duration_that_would_do_harm_leaves_the_application_running_without_us() throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .agent("probe=1ns")
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .run();
        assertThat(exit.code()).isEqualTo(7);
        assertThat(exit.ours()).singleElement().asString().contains("option probe=1ns is out of bounds", "1ms to 60s");
    }
}
