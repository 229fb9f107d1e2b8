package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Until;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.Host;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A start of which the last part fails, as where the JVM gets no more threads: by then the recording, the scheduler's
 * watch, the port and the stream run. The shipped jar, but that the class of that part throws.
 */
class FailedStartIT {
    private static final String LAST_PART = "io/vtmonitor/agent/WarmUp.class";
    private static final String THROWS = """
            package io.vtmonitor.agent;

            final class WarmUp implements AutoCloseable {
                static WarmUp start(
                        io.vtmonitor.pins.JvmInfo jvm, java.lang.instrument.Instrumentation instrumentation) {
                    throw new OutOfMemoryError("unable to create native thread");
                }

                @Override
                public void close() {}
            }
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void it_leaves_nothing_running_and_the_application_ends_as_without_us(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-javaagent:" + brokenJar(LAST_PART, THROWS) + "=port=0,report=report.json"))
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            String serving = jvm.awaitErr(line -> line.contains("serving http"));
            assertThat(jvm.awaitErr(line -> line.contains("off: ")))
                    .isEqualTo(
                            "vt-monitor: off: it could not start: java.lang.OutOfMemoryError: unable to create native"
                                    + " thread. The application runs without it.");
            int port =
                    URI.create(serving.replaceAll(".*(http://\\S+?/).*", "$1")).getPort();
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .isInstanceOf(ConnectException.class);
            assertThat(Jcmd.ask(jvm, "JFR.check")).contains("No available recordings");
            Until.holds("it has said its last word", () -> !hasThread(jvm, "vt-monitor-start"));
            assertThat(Jcmd.ask(jvm, "Thread.print")).contains("\"main\"").doesNotContain("\"vt-monitor");
            assertThatItEndsAsWithoutUs(jvm, 2);
        }
        assertThat(directory.resolve("report.json")).doesNotExist();
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("io.vtmonitor.process.Jdks#inTurn")
    void where_nothing_can_be_recorded_either(int jdk) throws Exception {
        String serving = """
                package io.vtmonitor.agent;

                final class Serving implements AutoCloseable {
                    static Serving open(
                            Options options,
                            int port,
                            io.vtmonitor.metrics.PrometheusMetrics metrics,
                            java.util.function.Supplier<io.vtmonitor.report.Report> report,
                            java.util.function.Supplier<io.vtmonitor.report.figures.LastMinute> lastMinute) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }

                    String sentence() {
                        return "";
                    }

                    @Override
                    public void close() {}
                }
                """;
        Path jar = brokenJar("io/vtmonitor/agent/Serving.class", serving);
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-Djava.io.tmpdir=/proc", "-javaagent:" + jar + "=port=0,report=report.json"))
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            jvm.awaitErr(line -> line.contains("pins are not recorded"));
            jvm.awaitErr(line -> line.contains("off: it could not start"));
            Until.holds("it has said its last word", () -> !hasThread(jvm, "vt-monitor-start"));
            assertThat(Jcmd.ask(jvm, "Thread.print")).contains("\"main\"").doesNotContain("\"vt-monitor");
            assertThatItEndsAsWithoutUs(jvm, 2);
        }
        assertThat(directory.resolve("report.json")).doesNotExist();
    }

    /** The class that is the thread, and the shutdown hook that is there until the watch has begun. */
    @Test
    void a_start_that_gets_no_thread_takes_its_shutdown_hook_back() throws Exception {
        String starter = """
                package io.vtmonitor;

                import java.lang.instrument.Instrumentation;

                final class VtMonitor$Starter extends Thread {
                    VtMonitor$Starter(String name, String options, Instrumentation instrumentation) {
                        super(name);
                    }

                    VtMonitor$Starter(
                            String name, String options, Instrumentation instrumentation, VtMonitor$Starter early) {
                        super(name);
                        setDaemon(true);
                    }

                    @Override
                    public void start() {
                        if (isDaemon()) {
                            throw new OutOfMemoryError("unable to create native thread");
                        }
                        super.start();
                    }

                    @Override
                    public void run() {
                        System.err.println("vt-monitor: the JVM ended before the watch was ready");
                    }
                }
                """;
        Path jar = brokenJar("io/vtmonitor/VtMonitor$Starter.class", starter);
        try (ChildJvm jvm = ChildJvm.on(25, directory)
                .flags(List.of("-javaagent:" + jar))
                .main(List.of(Watched.testClasses()), Host.class.getName(), List.of())
                .start()) {
            assertThat(jvm.awaitErr(line -> line.contains("off: ")))
                    .isEqualTo("vt-monitor: off: java.lang.OutOfMemoryError: unable to create native thread."
                            + " The application runs without it.");
            assertThatItEndsAsWithoutUs(jvm, 1);
        }
    }

    private static boolean hasThread(ChildJvm jvm, String name) throws Exception {
        return Jcmd.ask(jvm, "Thread.print").contains("\"" + name + "\"");
    }

    private static void assertThatItEndsAsWithoutUs(ChildJvm jvm, int lines) throws Exception {
        jvm.send("go");
        ChildJvm.Exit exit = jvm.awaitExit();
        assertThat(exit.code()).isEqualTo(7);
        assertThat(exit.out()).contains("handler: null");
        assertThat(exit.err()).as("no word at the end").isEqualTo(exit.ours()).hasSize(lines);
    }

    /** The shipped jar, but for one class. */
    private Path brokenJar(String entry, String source) throws IOException {
        String name = entry.substring(entry.lastIndexOf('/') + 1).replace(".class", ".java");
        Path file = Files.writeString(directory.resolve(name), source);
        String[] options = {
            "--release",
            "17",
            "-proc:none",
            "-cp",
            ChildJvm.shippedJar().toString(),
            "-d",
            directory.toString(),
            file.toString()
        };
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();
        Path jar = Files.copy(ChildJvm.shippedJar(), directory.resolve("broken.jar"));
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Path replaced = inside.getPath(entry);
            assertThat(replaced).exists();
            Files.copy(directory.resolve(entry), replaced, StandardCopyOption.REPLACE_EXISTING);
        }
        return jar;
    }
}
