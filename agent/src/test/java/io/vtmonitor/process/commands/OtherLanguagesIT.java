package io.vtmonitor.process.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import io.vtmonitor.process.Watched;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reports are in English with the digits of English, whatever the user's language and code page: scripts read them. In
 * Turkish the lower case of "I" is another letter, and in Egypt a number has other digits.
 */
class OtherLanguagesIT {
    private static final List<String> CODE_PAGE =
            List.of("-Dfile.encoding=windows-1252", "-Dstdout.encoding=windows-1252", "-Dline.separator=\r\n");

    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"tr-TR", "ar-EG", "de-DE"})
    void a_report_and_a_scan_are_the_same_in_each_language(String language) throws Exception {
        Path folder = Files.createDirectories(directory.resolve("Program Files (x86)/\u00dcbersicht"));
        Path recording = demo(folder.resolve("app 1.jfr.gz"));
        Path json = folder.resolve("report.json");
        for (List<String> command : List.of(
                List.of("analyze", recording.toString(), "-o", "-", "-o", json.toString()),
                List.of("scan", Watched.testClasses().toString()))) {
            List<String> english = lines(List.of("-Duser.language=en", "-Duser.country=US"), command);
            String[] parts = language.split("-");
            List<String> flags = new ArrayList<>(CODE_PAGE);
            flags.addAll(List.of("-Duser.language=" + parts[0], "-Duser.country=" + parts[1]));
            assertThat(lines(flags, command)).as("%s in %s", command, language).isEqualTo(english);
        }
        assertThat(json).content().contains("\"schemaVersion\"");
    }

    @Test
    void what_is_in_a_folder_whose_name_java_can_not_decode_is_read_or_not_called_missing() throws Exception {
        Path folder = Files.createDirectories(directory.resolve("\u00dcbersicht"));
        demo(folder.resolve("app.jfr.gz"));
        ChildJvm.Exit found = ChildJvm.on(25, directory)
                .variable("LC_ALL", "C")
                .commandLine("analyze", directory.toString())
                .run();
        assertThat(found.code()).as("%s", found).isZero();
        assertThat(found.out()).hasSizeGreaterThan(5);
        ChildJvm.Exit inside = ChildJvm.on(25, folder)
                .variable("LC_ALL", "C")
                .flags(List.of("-Djava.io.tmpdir=" + directory))
                .commandLine("analyze", "app.jfr.gz")
                .run();
        assertThat(inside.code()).as("%s", inside).isEqualTo(1);
        assertThat(String.join(" ", inside.err()))
                .contains("can't read app.jfr.gz: Java can't decode the name of the current folder");
    }

    private static Path demo(Path recording) throws IOException {
        try (InputStream demo = URI.create("jar:" + ChildJvm.shippedJar().toUri() + "!/io/vtmonitor/demo/demo.jfr.gz")
                .toURL()
                .openStream()) {
            Files.copy(demo, recording);
        }
        return recording;
    }

    private List<String> lines(List<String> flags, List<String> command) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(25, directory)
                .flags(flags)
                .commandLine(command.toArray(String[]::new))
                .run();
        assertThat(exit.code()).as("%s", exit).isZero();
        assertThat(exit.out()).hasSizeGreaterThan(5);
        return exit.out().stream().map(String::stripTrailing).toList();
    }
}
