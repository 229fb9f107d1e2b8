package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Jdks;
import io.vtmonitor.process.RecordedLater;
import io.vtmonitor.process.Scenarios;
import io.vtmonitor.process.Watched;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text on a terminal: {@code script} (util-linux) gives the command line one that is not there. */
class TerminalIT {
    private static final String ESCAPE = "\u001b[";

    @TempDir
    private static Path folder;

    @TempDir
    private Path directory;

    private static Path recording;

    @BeforeAll
    static void a_recording_has_pins() throws Exception {
        recording = Watched.run(Scenarios.NESTED_MONITORS, 21, folder).recording();
    }

    private static String onTerminal(int columns, Map<String, String> environment) throws Exception {
        String command = "stty cols " + columns + "; exec " + command();
        return said(environment, "script", "-qec", command, "/dev/null");
    }

    private static String command() {
        return Jdks.home(25).resolve("bin/java") + " -jar "
                + ChildJvm.shippedJar().toAbsolutePath() + " analyze " + recording;
    }

    private static String said(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("COLUMNS", "NO_COLOR", "JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        assertThat(process.waitFor()).as("exit code of what said %s", said).isZero();
        return said;
    }

    /** Of the report's lines; a message is one line, however long. */
    private static List<Integer> widths(String text) {
        return text.replaceAll("\u001b\\[\\d*m", "")
                .lines()
                .filter(line -> !line.startsWith("vt-monitor: "))
                .map(String::length)
                .toList();
    }

    @Test
    void a_terminal_gets_colour_and_lines_as_long_as_it_is_wide() throws Exception {
        String narrow = onTerminal(60, Map.of());
        assertThat(narrow).contains("NestedMonitors.inner").contains(ESCAPE);
        assertThat(widths(narrow)).as("columns of %s", narrow).noneMatch(width -> width > 70);
        String wide = onTerminal(180, Map.of());
        assertThat(widths(wide)).as("columns of %s", wide).anyMatch(width -> width > 110);
    }

    @Test
    void who_set_no_color_gets_none() throws Exception {
        assertThat(onTerminal(80, Map.of("NO_COLOR", "1")))
                .contains("NestedMonitors.inner")
                .doesNotContain(ESCAPE);
    }

    @Test
    void how_far_it_is_with_many_files_is_shown_where_errors_go_to_a_terminal() throws Exception {
        String hosts = hosts();
        Path out = folder.resolve("out.txt");
        assertThat(terminal(hosts + " >" + out))
                .contains("\r[")
                .contains(" of 12 files")
                .containsPattern("\r" + Pattern.quote(ESCAPE) + "Kvt-monitor: class files are .*\\s*$");
        assertThat(Files.readString(out)).startsWith("12 JVMs (JDK 21");
        Path err = folder.resolve("err.txt");
        assertThat(terminal(hosts + " 2>" + err)).startsWith("12 JVMs (JDK 21").doesNotContain("files\r");
        assertThat(Files.readAllLines(err))
                .hasSize(1)
                .allMatch(line -> line.startsWith("vt-monitor: class files are "));
    }

    @Test
    void what_each_file_says_begins_a_line_whatever_was_shown_before() throws Exception {
        String said = terminal(hosts() + " --per-file");
        assertThat(said).contains(" of 12 files");
        assertThat(Pattern.compile("(?m)(.*)== " + folder).matcher(said).results())
                .hasSize(12)
                .allMatch(match -> match.group(1).isEmpty() || match.group(1).equals(ESCAPE + "K"));
    }

    private static String hosts() throws IOException {
        Path hosts = folder.resolve("hosts");
        for (int i = 0; i < 12; i++) {
            Path host = Files.createDirectories(hosts.resolve("h" + i));
            Files.write(host.resolve("app.jfr"), RecordedLater.by(i, recording));
        }
        return command().replace(recording.toString(), hosts.toString());
    }

    /** What a terminal is sent, to the last character. */
    private static String terminal(String command) throws Exception {
        Process process = new ProcessBuilder("script", "-qec", "stty cols 100 -onlcr; " + command, "/dev/null")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("exit code of what said %s", said).isZero();
        return said;
    }

    @Test
    void a_pipe_gets_plain_lines_of_a_hundred_columns() throws Exception {
        String piped = said(Map.of(), command().split(" "));
        assertThat(piped).contains("NestedMonitors.inner").doesNotContain(ESCAPE);
        assertThat(widths(piped)).anyMatch(width -> width > 80).noneMatch(width -> width > 110);
    }

    @Test
    void of_many_jvms_the_text_tells_how_many_and_which_lost_most() throws Exception {
        for (int i = 0; i < 40; i++) {
            Path host = Files.createDirectories(directory.resolve("many/host" + i));
            Files.write(host.resolve("app.jfr"), RecordedLater.by(i, recording));
        }
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .commandLine("analyze", "many", "--by", "jvm")
                .run();
        assertThat(exit.code()).as("%s", exit).isZero();
        assertThat(exit.out().get(0)).startsWith("40 JVMs (JDK 21");
        assertThat(exit.out()).anyMatch(line -> line.contains("120 pins held carriers"));
        assertThat(exit.out()).filteredOn(line -> line.contains("app.jfr from")).hasSizeGreaterThanOrEqualTo(5);
        assertThat(exit.out()).anyMatch(line -> line.startsWith("35 more JVMs lost less"));
        assertThat(exit.out())
                .as("the unwatched starts of all are one sentence")
                .filteredOn(line -> line.contains(" were not watched"))
                .hasSizeLessThan(2);
        assertThat(exit.err())
                .as("no progress bar where there is no terminal")
                .allMatch(line -> line.startsWith("vt-monitor: class files are "));
    }
}
