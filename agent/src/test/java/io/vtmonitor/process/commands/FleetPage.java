package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The commands of {@code docs/fleet.md}. */
final class FleetPage {
    private FleetPage() {}

    /**
     * Those for a shell.
     *
     * @param fleet has the recordings
     * @param directory gets them as the page asks for, and the jar
     */
    static List<String> commands(Path fleet, Path directory) throws IOException {
        Files.createSymbolicLink(directory.resolve("vt-monitor.jar"), ChildJvm.shippedJar());
        for (String host : List.of("a", "b", "c/deep")) {
            Path folder = Files.createDirectories(directory.resolve("hosts").resolve(host));
            Files.copy(fleet.resolve("hosts").resolve(host).resolve("app.jfr"), folder.resolve("app.jfr"));
        }
        return blocks("sh");
    }

    static List<String> blocks(String language) throws IOException {
        Path root = Path.of(System.getProperty("vtmonitor.test.root"));
        return Pattern.compile("(?s)```" + language + "\\n(.*?)```")
                .matcher(Files.readString(root.resolve("docs/fleet.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** What a pod of the job runs. */
    static String inPod(JsonNode job) {
        JsonNode container = job.at("/spec/template/spec/containers/0");
        return container.has("args")
                ? container.at("/args/0").asString()
                : String.join(
                        " ",
                        container
                                .path("command")
                                .valueStream()
                                .map(JsonNode::asString)
                                .toList());
    }

    static void bash(Path directory, String commands) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log.txt").toFile());
        builder.environment().merge("PATH", Jdks.home(17) + "/bin:", (path, java) -> java + path);
        int code = builder.start().waitFor();
        assertThat(code)
                .as("%s%n%s", commands, Files.readString(directory.resolve("log.txt")))
                .isZero();
    }
}
