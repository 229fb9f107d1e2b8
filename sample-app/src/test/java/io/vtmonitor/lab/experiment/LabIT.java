package io.vtmonitor.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lab as its script starts it, in a JVM of its own. */
class LabIT {
    private static final Path ROOT = Path.of(System.getProperty("vtmonitor.test.root"));

    @TempDir
    Path out;

    private final List<Process> running = new ArrayList<>();

    @AfterEach
    void stop() {
        running.forEach(Process::destroyForcibly);
    }

    @Test
    void anExperimentIsMeasuredToldAndKept() throws Exception {
        Process lab = lab("--quick", "executor");

        String said = new String(lab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(lab.waitFor()).as(said).isZero();
        assertThat(said)
                .contains("one virtual thread each")
                .contains("published: pool of 16: about 5.1 s; virtual: 0.1 s")
                .contains("why ours differ: ")
                .contains("one virtual thread each: no pins");
        var rows = Result.of(out, "executor", true).orElseThrow().measured().rows();
        assertThat(seconds(rows, 2)).isLessThan(seconds(rows, 0));
        assertThat(out.resolve("executor/one-virtual-thread-each/report.json")).exists();
    }

    @Test
    void anInterruptLeavesNoProcessBehind() throws Exception {
        assumeTrue(Files.exists(Path.of("/bin/kill")), "there is no /bin/kill here to send SIGINT with");
        // What a shell starts in the background ignores SIGINT, and so do these tests and what they start.
        boolean linux = Files.exists(Path.of("/proc"));
        Process lab = start(linux ? List.of("env", "--default-signal=INT") : List.of(), "--quick", "block");
        awaitLine(lab.inputReader(StandardCharsets.UTF_8), "requests of /block");
        List<ProcessHandle> children = lab.descendants().toList();
        assertThat(children).as("the application and the database").hasSizeGreaterThanOrEqualTo(2);

        assertThat(new ProcessBuilder("/bin/kill", "-INT", Long.toString(lab.pid()))
                        .start()
                        .waitFor())
                .isZero();

        assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(lab.exitValue()).isEqualTo(130);
        assertThat(children).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void aPortThatIsTakenIsSaidBeforeAnythingStarts() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process lab = lab("--quick", "--port", Integer.toString(taken.getLocalPort()), "block");

            String said = new String(lab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(lab.waitFor()).isEqualTo(1);
            assertThat(said)
                    .contains("Tried to listen on port " + taken.getLocalPort() + " of the loopback address")
                    .doesNotContain("starting");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--db|jdbc:mysql://127.0.0.1:1/test?password=secret|1|Tried to connect to 127.0.0.1:1, which --db"
                        + " names",
                "--driver|7.0.0|1|--driver got '7.0.0'. Accepted is what the build put into",
                "--jdk|20|2|--jdk got '20'. Accepted is one or two of 21, 25, 26, 27"
            })
    void whatCannotBeRunIsSaidBeforeAnythingStarts(String option, String value, int code, String answer)
            throws Exception {
        Process lab = lab("--quick", option, value, "query");

        String said = new String(lab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(lab.waitFor()).isEqualTo(code);
        assertThat(said).contains(answer).doesNotContain("starting").doesNotContain("secret");
    }

    private Process lab(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    private Process start(List<String> before, String... arguments) throws IOException {
        var command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Dvtmonitor.root=" + ROOT,
                "-Dlogback.configurationFile=io/vtmonitor/lab/logback.xml",
                "-cp",
                ROOT.resolve("sample-app/target/classes") + ":"
                        + Files.readString(ROOT.resolve("sample-app/target/lab.classpath")),
                Lab.class.getName(),
                "--out",
                out.toString()));
        command.addAll(List.of(arguments));
        Process lab = new ProcessBuilder(command).redirectErrorStream(true).start();
        running.add(lab);
        return lab;
    }

    private static void awaitLine(BufferedReader lines, String part) throws IOException {
        var seen = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            seen.append(line).append('\n');
            if (line.contains(part)) {
                return;
            }
        }
        throw new AssertionError("no line with '" + part + "' in\n" + seen);
    }

    private static double seconds(List<List<String>> rows, int row) {
        return Double.parseDouble(rows.get(row).get(1));
    }
}
