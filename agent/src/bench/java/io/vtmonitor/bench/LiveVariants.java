package io.vtmonitor.bench;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * What a JVM can be started with: nothing, vt-monitor, or what else tells of virtual threads. By name, the JVM's flags.
 */
final class LiveVariants {
    static final String NOTHING = "nothing";
    static final String AGAIN = "nothing again";
    static final String EMPTY = "empty agent";
    static final String DEFAULTS = "vt-monitor, defaults";
    static final String PORT = "vt-monitor, port=";
    static final String EVERYTHING = "vt-monitor, everything on";
    static final String BARE = "bare recording, 1 ms";
    static final String BARE_AGAIN = "the bare recording again";
    static final String BARE_ALL = "bare recording, 0 ms";
    static final String UNREAD = "the same, read by nobody";
    static final String ONE_EVENT = "one event recorded, unread";
    static final String FLIGHT_RECORDER = "-XX:StartFlightRecording";
    static final String FLIGHT_RECORDER_AGAIN = "-XX:StartFlightRecording again";
    static final String MICROMETER = "Micrometer VirtualThreadMetrics";
    static final String JMX = "jmx_exporter";
    static final String OTEL = "OpenTelemetry agent";

    private LiveVariants() {}

    /**
     * All of them.
     *
     * @param jar vt-monitor.jar
     * @param agents the folder of the other agents
     * @param scratch for the files they write
     */
    static Map<String, List<String>> all(Path jar, Path agents, Path scratch) throws IOException {
        String bare = "-javaagent:" + bareAgent(scratch) + "=";
        Path jmx = Files.writeString(scratch.resolve("jmx.yml"), "rules:\n- pattern: '.*'\n");
        Map<String, List<String>> variants = new LinkedHashMap<>();
        variants.put(NOTHING, List.of());
        variants.put(AGAIN, List.of());
        variants.put(EMPTY, List.of(bare + "empty"));
        variants.put(DEFAULTS, List.of("-javaagent:" + jar));
        variants.put(PORT, List.of("-javaagent:" + jar + "=port=0"));
        variants.put(
                EVERYTHING,
                List.of("-javaagent:" + jar + "=port=0,threshold=0ms,monitor.threshold=1ms,probe=20ms,recording="
                        + scratch.resolve("all.jfr") + ",report=" + scratch.resolve("all.json") + ",dump=" + scratch));
        variants.put(BARE, List.of(bare + "recording 1"));
        variants.put(BARE_ALL, List.of(bare + "recording 0"));
        variants.put(UNREAD, List.of(bare + "unread 0"));
        variants.put(ONE_EVENT, List.of(bare + "one"));
        variants.put(FLIGHT_RECORDER, List.of("-XX:StartFlightRecording:filename=" + scratch.resolve("a.jfr")));
        variants.put(MICROMETER, List.of(bare + "micrometer"));
        variants.put(JMX, List.of("-javaagent:" + only(agents, "jmx_prometheus") + "=127.0.0.1:0:" + jmx));
        variants.put(
                OTEL,
                List.of(
                        "-javaagent:" + only(agents, "opentelemetry"),
                        "-Dotel.traces.exporter=none",
                        "-Dotel.metrics.exporter=none",
                        "-Dotel.logs.exporter=none"));
        return variants;
    }

    private static Path only(Path folder, String beginning) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(beginning))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no " + beginning + "*.jar in " + folder));
        }
    }

    /** {@link BareAgent} as a jar of its own, which refers to Micrometer's. */
    private static Path bareAgent(Path scratch) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(new Attributes.Name("Premain-Class"), BareAgent.class.getName());
        main.put(
                Attributes.Name.CLASS_PATH,
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> entry.contains("micrometer"))
                        .map(entry -> Path.of(entry).toUri().toString())
                        .collect(Collectors.joining(" ")));
        Path jar = scratch.resolve("bare.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out, manifest)) {
            for (Path file : classes(BareAgent.class)) {
                packed.putNextEntry(new ZipEntry("io/vtmonitor/bench/" + file.getFileName()));
                packed.write(Files.readAllBytes(file));
                packed.closeEntry();
            }
        }
        return jar;
    }

    /** The loads alone in a folder: an agent found on the application's class path has no jar to open. */
    static Path load(Path scratch) throws IOException {
        Path folder = scratch.resolve("load");
        Path inside = Files.createDirectories(folder.resolve("io/vtmonitor/bench"));
        for (Class<?> load : List.of(LiveLoad.class, LiveWaitLoad.class)) {
            for (Path file : classes(load)) {
                Files.copy(file, inside.resolve(file.getFileName()));
            }
        }
        return folder;
    }

    private static List<Path> classes(Class<?> type) throws IOException {
        Path top =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
        try (Stream<Path> files = Files.list(top.resolve("io/vtmonitor/bench"))) {
            return files.filter(file -> file.getFileName()
                            .toString()
                            .replaceFirst("[.$].*", "")
                            .equals(type.getSimpleName()))
                    .toList();
        }
    }
}
