package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jcmd;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.scan.Sources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code scan}, as a process of its own. */
class ScanIT {
    private static final String HOLDS =
            "public class %s { public synchronized void use() throws Exception { Thread.sleep(1); } }";

    private static final String LOADS = """
            import java.net.URL;
            import java.nio.file.Files;
            import java.nio.file.Path;
            public class Loads extends ClassLoader {
                public static void main(String[] places) throws Exception {
                    byte[] made = Files.readAllBytes(Path.of(places[0]));
                    Class<?> one = new Loads().defineClass("Made", made, 0, made.length);
                    URL[] plugins = {Path.of(places[1]).toUri().toURL()};
                    Class<?> other = new java.net.URLClassLoader(plugins).loadClass("Plugin");
                    System.out.println("ready");
                    System.in.read();
                    System.out.println(one.getName() + other.getName());
                }
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void of_a_running_jvm_classes_without_a_file_and_plug_ins_are_read_too() throws Exception {
        Path made = Sources.compile(directory, HOLDS.formatted("Made"));
        Path bytes = Files.move(made.resolve("Made.class"), directory.resolve("made.bin"));
        Path plugins = Sources.compile(directory, HOLDS.formatted("Plugin"));
        Path program = Sources.compile(directory, LOADS);
        try (ChildJvm jvm = ChildJvm.on(21, directory)
                .main(List.of(program), "Loads", List.of(bytes.toString(), plugins.toString()))
                .start()) {
            jvm.awaitOut("ready"::equals);
            ChildJvm.Exit scanned = scan(Long.toString(jvm.pid()));
            assertThat(scanned.code()).as("%s", scanned).isZero();
            assertThat(scanned.err())
                    .anyMatch(line -> line.endsWith(
                            "has loaded 1 class without a file; the bytes of 1 come from the JVM:" + " Made"));
            assertThat(scanned.err())
                    .as("no bar where errors are not shown")
                    .noneMatch(line -> line.contains(" of " + "1 jars and folders"));
            assertThat(String.join("\n", scanned.out())).contains("Made.use", "Plugin.use");
            assertThat(Jcmd.ask(jvm, "Thread.print")).doesNotContain("\"vt-monitor");
        }
    }

    @Test
    void how_far_it_is_is_shown_where_errors_go_to_a_terminal() throws Exception {
        Path classes = Sources.compile(directory, HOLDS.formatted("Made"));
        String command = Jdks.home(25).resolve("bin/java") + " -jar "
                + ChildJvm.shippedJar().toAbsolutePath() + " scan " + classes + " --classpath " + directory;
        Process terminal = new ProcessBuilder("script", "-qec", command + " >" + directory.resolve("out"), "/dev/null")
                .redirectErrorStream(true)
                .start();
        terminal.getOutputStream().close();
        String shown = new String(terminal.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(terminal.waitFor()).as(shown).isZero();
        assertThat(shown)
                .containsPattern("\r\\[=* *] \\d of 2 jars and folders")
                .contains("\r\u001b[K");
    }

    private ChildJvm.Exit scan(String... arguments) throws Exception {
        String[] all = new String[arguments.length + 1];
        all[0] = "scan";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return ChildJvm.on(25, directory).commandLine(all).run();
    }
}
