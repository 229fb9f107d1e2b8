package io.vtmonitor.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A start of which the last part fails, as where the JVM gets no more threads: by then the recording, the scheduler's watch, the
 * port and the stream run. The shipped jar, but that the class of that part throws.
 */
class FailedStartIT {
    private static final String LAST_PART = "io/vtmonitor/boot/ClassesAtHand.class";

    @TempDir
    private Path directory;

    static Stream<Integer> jdks() {
        return Jdks.withVirtualThreads();
    }

    @ParameterizedTest(name = "JDK {0}")
    @MethodSource("jdks")
    void it_leaves_nothing_running_and_the_application_ends_as_without_us(int jdk) throws Exception {
        try (ChildJvm jvm = ChildJvm.on(jdk, directory)
                .flags(List.of("-javaagent:" + brokenJar() + "=port=0,report=report.json"))
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
            while (Jcmd.ask(jvm, "Thread.print").contains("\"vt-monitor-start\"")) {
                Thread.onSpinWait(); // it has said its last word
            }
            assertThat(Jcmd.ask(jvm, "Thread.print")).contains("\"main\"").doesNotContain("\"vt-monitor");
            jvm.send("go");
            ChildJvm.Exit exit = jvm.awaitExit();
            assertThat(exit.code()).isEqualTo(7);
            assertThat(exit.out()).contains("handler: null");
            assertThat(exit.err())
                    .as("no word at the end")
                    .isEqualTo(exit.ours())
                    .hasSize(2);
        }
        assertThat(directory.resolve("report.json")).doesNotExist();
    }

    private Path brokenJar() throws IOException {
        Path source = directory.resolve("ClassesAtHand.java");
        Files.writeString(source, """
                package io.vtmonitor.boot;

                final class ClassesAtHand implements AutoCloseable {
                    static ClassesAtHand start(boolean json, Runnable rehearsal) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }

                    @Override
                    public void close() {}
                }
                """);
        String[] options = {"--release", "17", "-proc:none", "-d", directory.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();
        Path jar = Files.copy(ChildJvm.shippedJar(), directory.resolve("broken.jar"));
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Path replaced = inside.getPath(LAST_PART);
            assertThat(replaced).exists();
            Files.copy(directory.resolve(LAST_PART), replaced, StandardCopyOption.REPLACE_EXISTING);
        }
        return jar;
    }
}
