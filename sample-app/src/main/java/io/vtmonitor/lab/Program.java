package io.vtmonitor.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the lab's programs in a JVM of its own; what it prints is kept in a file. */
public final class Program implements AutoCloseable {
    private static final Pattern FIGURE = Pattern.compile("(?m)^(\\w+)=(-?[\\d.eE+-]+)$");
    private static final Duration TO_END = Duration.ofSeconds(10);
    private static final int LAST_LINES = 10;

    private final String title;
    private final Process process;
    private final Path output;

    private Program(String title, Process process, Path output) {
        this.title = title;
        this.process = process;
        this.output = output;
    }

    /** Starts it; its output goes to the file. */
    public static Program start(String title, ProcessBuilder builder, Path output) {
        try {
            return new Program(
                    title,
                    builder.redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start(),
                    output);
        } catch (IOException e) {
            throw new DemoFailure("Could not start " + builder.command().get(0) + ": " + e.getMessage(), e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Lets it begin: the lab's programs wait for a line, so that the agent watches before anything is measured. */
    public void go() {
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            in.write("go\n");
        } catch (IOException e) {
            throw new DemoFailure(title + " ended before it could begin; " + output + " says why.", e);
        }
    }

    /** Waits for its end and takes its figures. */
    public Map<String, Double> figures(Duration atMost) throws InterruptedException {
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            close();
            throw new DemoFailure(title + " did not end within " + atMost.toSeconds() + " s and was stopped; " + output
                    + " shows how far it got.");
        }
        if (process.exitValue() != 0) {
            throw new DemoFailure(
                    title + " ended with exit code " + process.exitValue() + "; " + output + " says why.");
        }
        var figures = new HashMap<String, Double>();
        Matcher matcher = FIGURE.matcher(output());
        while (matcher.find()) {
            figures.put(matcher.group(1), Double.valueOf(matcher.group(2)));
        }
        return figures;
    }

    /** Waits until it printed a line that has this in it, and gives the line. */
    public String awaitLine(String part, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() < end) {
            var found = output().lines().filter(line -> line.contains(part)).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            if (!process.isAlive()) {
                throw new DemoFailure(title + " ended before it printed a line with '" + part + "'." + lastLines());
            }
            Thread.sleep(50);
        }
        throw new DemoFailure("Waited for a line with '" + part + "' from " + title + " for " + atMost.toSeconds()
                + " s, and there was none." + lastLines());
    }

    /** The end of its output, since a log may outlive the file. */
    private String lastLines() {
        var lines = output().lines().toList();
        return " " + output + " ends with:\n    "
                + String.join("\n    ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks it to end, and kills it if it does not. */
    @Override
    public void close() {
        process.toHandle().destroy();
        process.onExit()
                .completeOnTimeout(process, TO_END.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        if (process.isAlive()) {
            process.destroyForcibly().onExit().join();
        }
    }

    @Override
    public String toString() {
        return title;
    }
}
