package io.vtmonitor.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sample application in a JVM of its own. It is ready when it says so in its log, where it also names its port; the
 * log is kept in a file.
 */
public final class SampleProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("Ready on port (\\d+): (.*)");
    private static final Duration TO_START = Duration.ofMinutes(5);
    /** Spring waits up to 30 s for the requests that are being served. */
    private static final Duration TO_STOP = Duration.ofSeconds(40);

    private static final Duration TO_GIVE_UP = Duration.ofSeconds(5);

    private final String title;
    private final Process process;
    private final Path log;
    private final CompletableFuture<Ready> ready = new CompletableFuture<>();

    /**
     * What it says when it is ready.
     *
     * @param address where it serves requests
     * @param connection its driver and its database, in their own words
     */
    public record Ready(URI address, String connection) {}

    private SampleProcess(String title, Process process, Path log) {
        this.title = title;
        this.process = process;
        this.log = log;
        // No virtual thread: to read a pipe keeps its carrier, and two such readers would be all of two carriers.
        Thread.ofPlatform().daemon().name("log of " + title).start(this::keepLog);
    }

    /**
     * What is started.
     *
     * @param title what messages call it
     * @param java the program {@code java}
     * @param drivers the folder of its JDBC driver
     * @param jvm arguments for its JVM, the agent's among them
     * @param application arguments for itself
     */
    public record Command(String title, Path java, Path drivers, List<String> jvm, List<String> application) {}

    /** Starts it with these arguments for its JVM, the agent's among them. */
    public static SampleProcess start(
            Checkout checkout, Variant variant, Database database, List<String> jvmArguments, Path log) {
        var jvm = new ArrayList<>(jvmArguments);
        jvm.add("-Dcom.zaxxer.hikari.blockUntilFilled=true");
        var drivers = checkout.driverFolder(variant.driver());
        var command = new Command(variant.title(), variant.jdk().java(), drivers, jvm, List.of("--server.port=0"));
        return start(checkout, command, database, log);
    }

    /** Starts any other. */
    public static SampleProcess start(Checkout checkout, Command what, Database database, Path log) {
        var command = new ArrayList<String>();
        command.add(what.java().toString());
        command.addAll(what.jvm());
        command.add("-Dloader.path=" + what.drivers());
        command.addAll(List.of("-jar", checkout.sampleJar().toString(), "--server.address=127.0.0.1"));
        command.addAll(what.application());
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Not an argument: those can be read by everyone on the machine, and the URL may hold a password.
        builder.environment().put("SPRING_DATASOURCE_URL", database.url());
        try {
            return new SampleProcess(what.title(), builder.start(), log);
        } catch (IOException e) {
            throw new DemoFailure("Could not start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Waits until it serves requests. */
    public Ready awaitReady() throws InterruptedException {
        try {
            return ready.get(TO_START.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw failure("was not ready after " + TO_START.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw failure("ended with exit code " + process.waitFor() + " before it was ready", e);
        }
    }

    /** Asks it to end, as a service is ended, and waits: its exit is when the agent writes its report. */
    public void stop() {
        if (!endsWithin(TO_STOP)) {
            process.destroyForcibly().onExit().join();
            throw failure("did not end within " + TO_STOP.toSeconds() + " s of SIGTERM and was killed", null);
        }
    }

    /** Nobody will look at its figures: it is given a moment, then it is killed. */
    @Override
    public void close() {
        if (!endsWithin(TO_GIVE_UP)) {
            process.destroyForcibly().onExit().join();
        }
    }

    private boolean endsWithin(Duration limit) {
        // Not Process.destroy(): that closes the pipe, and what the agent says at exit would be lost.
        process.toHandle().destroy();
        process.onExit()
                .completeOnTimeout(process, limit.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return !process.isAlive();
    }

    @Override
    public String toString() {
        return "the sample application (" + title + ")";
    }

    private void keepLog() {
        try (var lines = process.inputReader(StandardCharsets.UTF_8);
                var out = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.println(line);
                var match = READY.matcher(line);
                if (match.find()) {
                    ready.complete(new Ready(URI.create("http://127.0.0.1:" + match.group(1)), match.group(2)));
                }
            }
            ready.completeExceptionally(new IOException("end of its output"));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    private DemoFailure failure(String what, @Nullable Throwable cause) {
        return new DemoFailure(
                title + ": started the sample application, and it " + what + ". From its log:" + excerpt()
                        + "\n  The whole log: " + log,
                cause);
    }

    private String excerpt() {
        try {
            List<String> lines = Files.readAllLines(log);
            List<String> causes = lines.stream()
                    .filter(line -> line.startsWith("Caused by: "))
                    .toList();
            List<String> telling = causes.isEmpty() ? lines : causes;
            return "\n    " + String.join("\n    ", telling.subList(Math.max(0, telling.size() - 8), telling.size()));
        } catch (IOException e) {
            return " (it can't be read: " + e + ")";
        }
    }
}
