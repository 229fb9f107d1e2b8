package io.vtmonitor.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM that a test starts, talks to by lines and judges by what it printed and how it ended. Every wait has a bound;
 * closing kills what is still alive, by its handle.
 */
public final class ChildJvm implements AutoCloseable {
    private static final Duration BOUND = Duration.ofMinutes(5);
    private static final Duration EXIT_BOUND = Duration.ofMinutes(5);

    private final Process process;
    private final Lines out;
    private final Lines err;

    private ChildJvm(Process process, String name, boolean deaf) {
        this.process = process;
        out = Lines.of(process.getInputStream(), "stdout of " + name);
        err = deaf ? Lines.unread("stderr of " + name) : Lines.of(process.getErrorStream(), "stderr of " + name);
    }

    /** How it ended. */
    public record Exit(int code, List<String> out, List<String> err) {
        /** The lines that we printed to stderr. */
        public List<String> ours() {
            return err.stream().filter(line -> line.startsWith("vt-monitor")).toList();
        }
    }

    /** The jar under test. */
    public static Path shippedJar() {
        return Path.of(System.getProperty("vtmonitor.test.jar", "target/vt-monitor.jar"));
    }

    /** Begins the command line of a JVM of that version, its temporary files under {@code directory}. */
    public static Builder on(int jdk, Path directory) {
        return on(Jdks.home(jdk), directory);
    }

    /** Begins the command line of the Java in that folder. */
    public static Builder on(Path home, Path directory) {
        return new Builder(home, directory);
    }

    public String awaitOut(Predicate<String> kind) throws InterruptedException {
        return out.await(kind, BOUND);
    }

    /** What it has printed by now. */
    public List<String> printed() {
        return out.soFar();
    }

    /** What it has printed to standard error by now. */
    public List<String> printedToErr() {
        return err.soFar();
    }

    public String awaitErr(Predicate<String> kind) throws InterruptedException {
        return err.await(kind, BOUND);
    }

    /** Waits until the agent says that no pin is missed from now on. */
    public void awaitWatching() throws InterruptedException {
        awaitErr(line -> line.startsWith("vt-monitor: watching"));
    }

    public long pid() {
        return process.pid();
    }

    public void send(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /**
     * Asks it to end by SIGTERM. By the handle: Process.destroy also closes its input, and it could end by that
     * instead.
     */
    public void terminate() {
        process.toHandle().destroy();
    }

    public Exit awaitExit() throws InterruptedException {
        int printed = -1;
        while (!process.waitFor(EXIT_BOUND.toSeconds(), TimeUnit.SECONDS)) {
            int now = out.soFar().size() + err.soFar().size();
            if (now == printed) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("it still ran and had printed nothing for " + EXIT_BOUND + "; it printed "
                        + out.all() + " and " + err.all());
            }
            printed = now;
        }
        return new Exit(process.exitValue(), out.all(), err.all());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The command line. */
    public static final class Builder {
        private final Path home;
        private final Path directory;
        private final List<String> flags = new ArrayList<>();
        private final List<String> program = new ArrayList<>();
        private final Map<String, String> variables = new HashMap<>();
        private final List<String> launcher = new ArrayList<>();
        private boolean deaf;

        private Builder(Path home, Path directory) {
            this.home = home;
            this.directory = directory;
        }

        public Builder variable(String name, String value) {
            variables.put(name, value);
            return this;
        }

        /** Starts the JVM by another program, which is given the command line and becomes the JVM. */
        public Builder by(String... program) {
            launcher.addAll(List.of(program));
            return this;
        }

        /** Nobody reads its standard error. */
        public Builder deaf() {
            deaf = true;
            return this;
        }

        public Builder flags(List<String> more) {
            flags.addAll(more);
            return this;
        }

        /** Loads the agent with these options, {@code key=value} each. */
        public Builder agent(String... options) {
            return agent(shippedJar(), options);
        }

        /** Loads the agent of that jar. */
        public Builder agent(Path jar, String... options) {
            String text = options.length == 0 ? "" : "=" + String.join(",", options);
            flags.add("-javaagent:" + jar + text);
            return this;
        }

        public Builder main(List<Path> classPath, String main, List<String> arguments) {
            String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            program.addAll(List.of("-cp", path, main));
            program.addAll(arguments);
            return this;
        }

        /** Runs a module of the image. */
        public Builder module(String main) {
            program.addAll(List.of("-m", main));
            return this;
        }

        /** Runs the jar under test as a program. */
        public Builder commandLine(String... arguments) {
            program.addAll(List.of("-jar", shippedJar().toString()));
            program.addAll(List.of(arguments));
            return this;
        }

        public ChildJvm start() throws IOException {
            Path java = home.resolve("bin").resolve("java");
            Path temporary = Files.createDirectories(directory.resolve("tmp"));
            List<String> command = Stream.of(
                            launcher.stream(),
                            Stream.of(java.toString(), "-Djava.io.tmpdir=" + temporary),
                            compiler(),
                            archive(),
                            flags.stream(),
                            program.stream())
                    .flatMap(part -> part)
                    .toList();
            ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
            builder.environment()
                    .keySet()
                    .removeIf(name -> name.startsWith("VTMONITOR_")
                            || name.endsWith("JAVA_OPTIONS")
                            || name.equals("JAVA_TOOL_OPTIONS"));
            // Whoever asks for another bound is the test of it; on a busy machine the usual one is too short.
            builder.environment().put("VTMONITOR_EXIT", "60s");
            builder.environment().putAll(variables);
            return new ChildJvm(builder.start(), program + " on " + home, deaf);
        }

        /**
         * Most children end before the second compiler's code would pay for itself. They run with the first one only,
         * unless {@code -Dvtmonitor.test.compilers=all} or a flag of the test asks for others.
         */
        private Stream<String> compiler() {
            boolean asked = "all".equals(System.getProperty("vtmonitor.test.compilers"))
                    || flags.stream().anyMatch(flag -> flag.contains("Tiered") || flag.equals("-Xint"));
            return asked ? Stream.empty() : Stream.of("-XX:TieredStopAtLevel=1");
        }

        /** Only for commands of the jar whose JVM is as users start it: an archive depends on the JVM's flags. */
        private Stream<String> archive() {
            boolean plain = flags.isEmpty() && launcher.isEmpty() && program.indexOf("-jar") == 0;
            return plain ? ClassArchive.of(home).map(file -> "-XX:SharedArchiveFile=" + file).stream() : Stream.empty();
        }

        /** Starts it, gives it no input and waits for its end. */
        public Exit run() throws IOException, InterruptedException {
            try (ChildJvm jvm = start()) {
                jvm.endInput();
                return jvm.awaitExit();
            }
        }
    }
}
