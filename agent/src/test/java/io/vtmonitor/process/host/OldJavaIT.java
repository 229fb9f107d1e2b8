package io.vtmonitor.process.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.process.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Java without virtual threads gets one line, and its application does not notice. */
class OldJavaIT {
    private static final String APPLICATION = """
            public class Application {
                public static void main(String[] args) {
                    System.out.println("application runs with " + args[0]);
                    System.err.println("application complains");
                    System.exit(7);
                }
            }
            """;

    @TempDir
    static Path classes;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile_an_application_for_java_8() throws Exception {
        Path source = Files.writeString(classes.resolve("Application.java"), APPLICATION);
        String[] options = {"--release", "8", "-Xlint:-options", "-d", classes.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .as("javac's exit code")
                .isZero();
    }

    @ParameterizedTest(name = "Java {0}")
    @ValueSource(ints = {8, 11, 17})
    void an_application_on_an_older_java_runs_as_without_us_but_for_one_line(int version) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(version, directory)
                .agent("report=" + directory.resolve("report.json"))
                .main(List.of(classes), "Application", List.of("its argument"))
                .run();

        assertThat(exit.code()).isEqualTo(7);
        assertThat(exit.out()).containsExactly("application runs with its argument");
        assertThat(exit.ours()).hasSize(1);
        assertThat(exit.err()).hasSize(2).contains("application complains");
    }

    @ParameterizedTest(name = "Java {0}")
    @ValueSource(ints = {8, 11})
    void the_command_line_says_which_java_it_needs(int version) throws Exception {
        ChildJvm.Exit exit = ChildJvm.on(version, directory)
                .commandLine("analyze", "app.jfr")
                .run();

        assertThat(exit.code()).isEqualTo(1);
        assertThat(exit.out()).isEmpty();
        assertThat(exit.err()).isNotEmpty().noneMatch(line -> line.contains("Exception") || line.contains("Error"));
        assertThat(String.join(" ", exit.err())).contains("17");
    }
}
