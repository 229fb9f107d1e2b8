package io.vtmonitor.process;

import io.vtmonitor.scenario.Scenario;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A scenario that was run with the agent, from the moment it watched until the JVM was gone. The threshold lies between
 * the blocks (30 ms and more) and the pins that a JDK makes by itself when it first uses a class (0 to 2 ms on JDK 25).
 *
 * @param exit how the JVM ended
 * @param report the JSON report it left
 * @param recording the recording it left
 */
public record Watched(ChildJvm.Exit exit, JsonNode report, Path recording) {
    /** How a program is brought to its end after it is told to go. */
    public interface Ending {
        void bring(ChildJvm jvm) throws IOException, InterruptedException;
    }

    /** Runs it with the scenario's own defaults, three times 60 ms, and tells it to exit. */
    public static Watched run(Scenarios scenario, int jdk, Path directory) throws IOException, InterruptedException {
        return run(scenario, jdk, directory, List.of(), jvm -> jvm.send("exit"));
    }

    public static Watched run(Scenarios scenario, int jdk, Path directory, List<String> arguments, Ending ending)
            throws IOException, InterruptedException {
        return run(scenario.program(), scenario.flags(), jdk, directory, arguments, ending);
    }

    /** A program that is no row of the catalogue, or one with other flags. */
    public static Watched run(String program, List<String> flags, int jdk, Path directory)
            throws IOException, InterruptedException {
        return run(program, flags, jdk, directory, List.of(), jvm -> jvm.send("exit"));
    }

    private static Watched run(
            String program, List<String> flags, int jdk, Path directory, List<String> arguments, Ending ending)
            throws IOException, InterruptedException {
        return run(
                ChildJvm.on(jdk, directory).flags(flags),
                agent -> agent.main(List.of(testClasses()), program, arguments),
                directory,
                ending);
    }

    /** Runs any program that talks like a scenario. */
    public static Watched run(
            ChildJvm.Builder beforeAgent, UnaryOperator<ChildJvm.Builder> afterAgent, Path directory, Ending ending)
            throws IOException, InterruptedException {
        Path report = directory.resolve("report.json");
        Path recording = directory.resolve("app.jfr");
        ChildJvm.Builder builder = beforeAgent.agent(
                "report=" + report,
                "recording=" + recording,
                "threshold=10ms",
                "monitor.threshold=20ms",
                "log.from=0%");
        try (ChildJvm jvm = afterAgent.apply(builder).start()) {
            jvm.awaitOut("ready"::equals);
            jvm.awaitWatching();
            jvm.send("go");
            ending.bring(jvm);
            ChildJvm.Exit exit = jvm.awaitExit();
            if (!Files.exists(report)) {
                throw new AssertionError("no report was left; it said " + exit.ours());
            }
            return new Watched(exit, read(report), recording);
        }
    }

    /** What {@code analyze} makes of the recording, with the class path it ran with. */
    public JsonNode analyzed(int jdk) throws IOException {
        Path json = recording.resolveSibling("analyzed.json");
        int code = ShippedCommandLine.run(
                "analyze",
                recording.toString(),
                "--classpath",
                testClasses() + File.pathSeparator + Jdks.home(jdk),
                "-o",
                json.toString());
        if (code != 0) {
            throw new AssertionError("analyze ended with " + code);
        }
        return read(json);
    }

    /** Where the scenario programs lie. */
    public static Path testClasses() {
        return folderOf(Scenario.class);
    }

    /** The folder or jar that a class came from. */
    public static Path folderOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public static JsonNode read(Path json) {
        return JsonMapper.shared().readTree(json);
    }

    /** The holders of the only site, {@code method by hold of lock, confidence, library version} each. */
    public List<String> holders() {
        JsonNode sites = report.path("sites");
        if (sites.size() != 1) {
            throw new AssertionError("not one site but " + sites);
        }
        return sites.path(0).path("holders").valueStream().map(Watched::text).toList();
    }

    private static String text(JsonNode holder) {
        JsonNode library = holder.path("library");
        return holder.path("className").asString() + "."
                + holder.path("methodName").asString() + " by "
                + holder.path("hold").asString() + " of " + holder.path("lock").asString() + ", "
                + holder.path("confidence").asString() + ", "
                + library.path("name").asString()
                + (library.path("version").isString()
                        ? " " + library.path("version").asString()
                        : "");
    }

    /** How many blocks the program said it has done. */
    public long done() {
        return exit.out().stream()
                .filter(line -> line.startsWith("done "))
                .mapToLong(line -> Long.parseLong(line.substring("done ".length())))
                .sum();
    }

    /** How many pins the report tells of. */
    public long pins() {
        return report.path("totals").path("pins").asLong();
    }
}
