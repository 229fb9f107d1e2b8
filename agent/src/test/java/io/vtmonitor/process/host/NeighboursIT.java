package io.vtmonitor.process.host;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.ShippedCommandLine;
import io.vtmonitor.process.Watched;
import io.vtmonitor.process.programs.ByteBuddyAgent;
import io.vtmonitor.process.programs.Neighbours;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Real agents alongside ours in one JVM: each does its work, the application does its own, and no pin is lost. With
 * {@code -Dvtmonitor.test.neighbours=all} every agent is loaded before and after ours, on each JDK, with and without
 * {@code unpin}; otherwise each of them once.
 */
class NeighboursIT {
    private static final String PROGRAM = Neighbours.class.getName();

    @TempDir
    Path directory;

    /** An agent of somebody else's. */
    enum Other {
        OPEN_TELEMETRY,
        JMX_EXPORTER,
        ASYNC_PROFILER,
        BYTE_BUDDY,
        ALL_OF_THEM
    }

    /**
     * One JVM.
     *
     * @param before whether the other agent is loaded before ours
     */
    record Pair(int jdk, Other other, boolean before, boolean unpin) {
        @Override
        public String toString() {
            return other + (before ? " before" : " after") + " ours on JDK " + jdk + (unpin ? " with unpin" : "");
        }
    }

    static Stream<Pair> pairs() {
        if (!"all".equals(System.getProperty("vtmonitor.test.neighbours"))) {
            return Stream.of(
                    new Pair(21, Other.OPEN_TELEMETRY, true, true),
                    new Pair(25, Other.JMX_EXPORTER, false, false),
                    new Pair(25, Other.ASYNC_PROFILER, true, false),
                    new Pair(21, Other.BYTE_BUDDY, false, true));
        }
        return Jdks.withVirtualThreads()
                .flatMap(jdk -> Arrays.stream(Other.values())
                        .flatMap(other -> Stream.of(true, false)
                                .flatMap(before ->
                                        Stream.of(true, false).map(unpin -> new Pair(jdk, other, before, unpin)))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void both_agents_and_the_application_do_their_work(Pair pair) throws Exception {
        int port = freePort();
        Path profile = directory.resolve("profile.txt");
        List<String> theirs = new ArrayList<>();
        for (Other other : pair.other() == Other.ALL_OF_THEM ? Other.values() : new Other[] {pair.other()}) {
            theirs.addAll(flags(other, port, profile));
        }
        List<String> ours = pair.unpin() ? List.of("-Dvtmonitor.unpin=" + PROGRAM) : List.of();
        Watched run = Watched.run(
                ChildJvm.on(pair.jdk(), directory)
                        .flags(List.of("-Djdk.reflect.useNativeAccessorOnly=true"))
                        .flags(ours)
                        .flags(pair.before() ? theirs : List.of()),
                agent -> agent.flags(pair.before() ? List.of() : theirs)
                        .main(List.of(Watched.testClasses(), byteBuddy()), PROGRAM, List.of()),
                directory,
                jvm -> {
                    jvm.awaitOut("done 6"::equals);
                    if (has(pair, Other.JMX_EXPORTER)) {
                        assertThat(get("http://127.0.0.1:" + port + "/metrics")).contains("jvm_threads_current");
                    }
                    jvm.send("exit");
                });

        assertThat(run.exit().code()).isEqualTo(7);
        assertThat(run.exit().out()).contains("answered 204", "done 6");
        assertThat(run.exit().err())
                .noneMatch(line -> line.contains("Exception") || line.contains("Error:") || line.contains("\tat "));
        assertThat(pins(run, "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0"))
                .as("pinned by the native frame")
                .isEqualTo(3);
        assertThat(pins(run, PROGRAM + ".locked"))
                .as("pinned by the monitor")
                .isEqualTo(pair.jdk() == 21 && !pair.unpin() ? 3 : 0);
        if (has(pair, Other.OPEN_TELEMETRY)) {
            assertThat(run.exit().err()).anyMatch(line -> line.contains("LoggingSpanExporter") && line.contains("GET"));
        }
        if (has(pair, Other.ASYNC_PROFILER)) {
            assertThat(profile).isNotEmptyFile();
        }
        if (has(pair, Other.BYTE_BUDDY)) {
            assertThat(run.exit().out()).contains("counted 6");
        }
    }

    @Test
    void a_recording_of_async_profiler_says_so_and_next_to_the_jvms_own_it_is_no_second_jvm() throws Exception {
        Path library = asyncProfiler();
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .commandLine("analyze", profiled(library, "jfr").toString(), "--fail-on", "lost>5%")
                .run();
        assertThat(exit.code()).as("blind").isEqualTo(1);
        assertThat(exit.out().stream().map(String::strip).collect(joining(" ")))
                .startsWith("JDK 25.")
                .contains("This recording was made by async-profiler ")
                .containsOnlyOnce("has no events of pins: nothing can be said about pins.")
                .doesNotContain("No pin ended", "older than 21");
        assertThat(exit.ours())
                .anyMatch(line -> line.startsWith("vt-monitor: gate: undecided lost>5%: "))
                .anyMatch(line -> line.startsWith("vt-monitor: gate: the gate is blind: this recording was made by "));

        Path json = directory.resolve("both.json");
        assertThat(ShippedCommandLine.run(
                        "analyze",
                        profiled(library, "jfrsync=default").toString(),
                        "--fail-on",
                        "lost>99%",
                        "-o",
                        json.toString()))
                .isZero();
        assertThat(Watched.read(json).path("jvms").size()).isEqualTo(1);
    }

    private Path profiled(Path library, String output) throws Exception {
        Path file = directory.resolve("profiled-" + output.length() + ".jfr");
        ChildJvm.on(25, directory)
                .flags(List.of("-agentpath:" + library + "=start,event=itimer," + output + ",file=" + file))
                .commandLine("--version")
                .run();
        return file;
    }

    private static boolean has(Pair pair, Other other) {
        return pair.other() == other || pair.other() == Other.ALL_OF_THEM;
    }

    private List<String> flags(Other other, int port, Path profile) throws IOException {
        return switch (other) {
            case OPEN_TELEMETRY ->
                List.of(
                        "-javaagent:" + agent("opentelemetry-javaagent-"),
                        "-Dotel.traces.exporter=logging",
                        "-Dotel.metrics.exporter=none",
                        "-Dotel.logs.exporter=none");
            case JMX_EXPORTER -> {
                Path config = Files.writeString(directory.resolve("jmx.yaml"), "rules: []\n");
                yield List.of("-javaagent:" + agent("jmx_prometheus_javaagent-") + "=127.0.0.1:" + port + ":" + config);
            }
            case ASYNC_PROFILER ->
                List.of("-agentpath:" + asyncProfiler() + "=start,event=itimer,interval=1ms,collapsed,file=" + profile);
            case BYTE_BUDDY -> List.of("-javaagent:" + byteBuddyAgent());
            case ALL_OF_THEM -> List.of();
        };
    }

    private static Path agent(String name) throws IOException {
        Path folder = ChildJvm.shippedJar().resolveSibling("agents").toAbsolutePath();
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Its jar carries the library. */
    private Path asyncProfiler() throws IOException {
        Path library = directory.resolve("libasyncProfiler.so");
        try (JarFile jar = new JarFile(agent("async-profiler-").toFile());
                InputStream in = jar.getInputStream(jar.getJarEntry("linux-x64/libasyncProfiler.so"))) {
            Files.copy(in, library);
        }
        return library;
    }

    private Path byteBuddyAgent() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", ByteBuddyAgent.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path jar = directory.resolve("byte-buddy-agent.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    private static Path byteBuddy() {
        return Path.of(URI.create(ByteBuddy.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    private static long pins(Watched run, String holder) {
        return run.report()
                .path("sites")
                .valueStream()
                .filter(site -> site.path("id").asString().startsWith(holder + " "))
                .mapToLong((JsonNode site) -> site.path("pins").asLong())
                .sum();
    }

    private static String get(String url) throws IOException {
        try (InputStream in = URI.create(url).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
