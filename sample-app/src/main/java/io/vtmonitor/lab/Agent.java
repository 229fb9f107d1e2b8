package io.vtmonitor.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The agent as a user has it, on the command line of one run: what it writes and where it listens.
 *
 * @param jar vt-monitor.jar
 * @param port of its metrics
 * @param folder where its recording and report go
 */
public record Agent(Path jar, int port, Path folder) {
    /** Gives it a port that is free now: the application's own tests would choose a fixed one. */
    public static Agent on(Path jar, Path folder) {
        try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new Agent(jar, probe.getLocalPort(), folder);
        } catch (IOException e) {
            throw new DemoFailure("Looked for a free port on the loopback address: " + e.getMessage(), e);
        }
    }

    Path recording() {
        return folder.resolve("app.jfr");
    }

    public Path report() {
        return folder.resolve("report.json");
    }

    Path analysis(String extension) {
        return folder.resolve("analysis." + extension);
    }

    public String jvmArgument() {
        return "-javaagent:" + jar + "=port=" + port + ",report=" + report() + ",recording=" + recording();
    }

    /** Without a recording, and with what else is asked for. */
    public String jvmArgument(List<String> more) {
        var options = new ArrayList<>(List.of("port=" + port, "report=" + report()));
        more.stream().filter(option -> !option.isEmpty()).forEach(options::add);
        return "-javaagent:" + jar + "=" + String.join(",", options);
    }

    /** Writes what Prometheus would scrape now to a file. */
    void scrape(Path file) throws InterruptedException {
        fetch("/metrics", file);
    }

    /** Writes what it serves now at a path to a file. */
    public void fetch(String path, Path file) throws InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + port + path);
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(
                    HttpRequest.newBuilder(uri).build(),
                    HttpResponse.BodyHandlers.ofFile(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING)); // what was there may be longer
            if (answer.statusCode() != 200) {
                throw new IOException("status " + answer.statusCode());
            }
        } catch (IOException e) {
            throw new DemoFailure(
                    "Asked the agent for " + uri + ", and got: " + e + ". The application.log in " + folder
                            + " says what the agent did.",
                    e);
        }
    }

    /** Analyses the recording afterwards, with the class files that tell who owned the monitors. */
    void analyze(String format, Path output, List<Path> classPath) throws InterruptedException {
        var paths = classPath.stream().map(Path::toString).toList();
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-jar", jar.toString(), "analyze", recording().toString()));
        command.addAll(List.of("--classpath", String.join(System.getProperty("path.separator"), paths)));
        command.addAll(List.of("--format", format, "-o", output.toString()));
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                throw new DemoFailure("Ran " + String.join(" ", command) + "\nand it ended with exit code " + exit
                        + ":\n" + said.strip());
            }
        } catch (IOException e) {
            throw new DemoFailure("Could not run " + String.join(" ", command) + ": " + e.getMessage(), e);
        }
    }
}
