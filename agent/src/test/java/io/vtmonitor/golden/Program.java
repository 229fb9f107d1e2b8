package io.vtmonitor.golden;

import io.vtmonitor.process.Jdks;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A program under {@code src/golden}, compiled against the jars of a recipe and run with them on JDK 21. */
final class Program {
    private static final Path SOURCES = Path.of("src/golden/java");
    private static final String SETTINGS = """
            <configuration version="2.0">
              %s
            </configuration>
            """;
    private static final String EVENT = """
            <event name="%s">
              <setting name="enabled">true</setting>
              <setting name="stackTrace">true</setting>
              <setting name="threshold">20 ms</setting>
            </event>
            """;

    private final Recipe recipe;
    private final Path folder;
    private final List<String> arguments;

    Program(Recipe recipe, Path folder, List<String> arguments) {
        this.recipe = recipe;
        this.folder = folder;
        this.arguments = arguments;
    }

    void compile() throws IOException {
        compile(classes(), classPath(), List.of(SOURCES.resolve("golden").resolve(recipe.program() + ".java")));
    }

    /** Compiles all programs at once, each against some release of its library: only its own code matters. */
    static void compileAll(Path classes) throws IOException {
        try (Stream<Path> sources = Files.list(SOURCES.resolve("golden"));
                Stream<Path> jars = Files.list(Golden.JARS)) {
            String classPath = jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
            compile(classes, classPath, sources.sorted().toList());
        }
    }

    private static void compile(Path classes, String classPath, List<Path> sources) throws IOException {
        List<String> command = new ArrayList<>(List.of("--release", "21", "-nowarn", "-proc:none", "-parameters"));
        command.addAll(List.of("-d", classes.toString(), "-sourcepath", SOURCES.toString(), "-cp", classPath));
        sources.forEach(source -> command.add(source.toString()));
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)) != 0) {
            throw new IOException(sources + " do not compile against " + classPath);
        }
    }

    /** Runs it under Flight Recorder. */
    Path record() throws IOException, InterruptedException {
        String events = Stream.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", Golden.FREE)
                .map(EVENT::formatted)
                .collect(Collectors.joining());
        Path settings = Files.writeString(folder.resolve("golden.jfc"), SETTINGS.formatted(events));
        Path recording = folder.resolve("recording.jfr");
        run(List.of(
                "-XX:FlightRecorderOptions:stackdepth=512",
                "-XX:StartFlightRecording:settings=" + settings + ",filename=" + recording));
        return recording;
    }

    /** Runs it under the JDK's own trace of pinned threads. */
    List<String> trace() throws IOException, InterruptedException {
        return run(List.of("-Djdk.tracePinnedThreads=short"));
    }

    private List<String> run(List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Jdks.home(21).resolve("bin/java").toString());
        command.add("-Djdk.virtualThreadScheduler.parallelism=2");
        command.addAll(flags);
        command.addAll(List.of("-cp", classes() + File.pathSeparator + classPath(), "golden." + recipe.program()));
        command.add(recipe.what());
        command.addAll(arguments);
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        List<String> lines = Files.readAllLines(output);
        if (!ended || process.exitValue() != 0) {
            throw new IOException(recipe + (ended ? " failed: " : " did not end: ") + String.join("\n", lines));
        }
        return lines;
    }

    /** The class path of the judgement too: the programs' own classes hold monitors now and then. */
    Path classes() {
        return folder.resolve("classes");
    }

    private String classPath() {
        return recipe.jars().stream()
                .map(jar -> Golden.JARS.resolve(jar).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
