package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code analyze FILE...} is understood without picocli as picocli understands it. */
class PlainAnalyzeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"analyze app.jfr", "analyze a.jfr b.jfr", "analyze -", "analyze logs/**/*.jfr", "analyze analyze"
            })
    void both_ways_give_the_same_command(String line) {
        String[] arguments = line.split(" ");

        AnalyzeCommand plain = AnalyzeCommand.ofFiles(arguments);
        Object parsed =
                Commands.line().parseArgs(arguments).subcommand().commandSpec().userObject();

        assertThat(plain).usingRecursiveComparison().ignoringFields("spec").isEqualTo(parsed);
        plain.check(); // there is nothing of picocli's to ask
    }

    @Test
    void what_may_be_an_option_is_left_to_picocli() {
        for (List<String> arguments : List.of(
                List.<String>of(),
                List.of("analyze"),
                List.of("diff", "a.jfr", "b.jfr"),
                List.of("analyze", "--top", "3", "app.jfr"),
                List.of("analyze", "app.jfr", "-o", "out.html"),
                List.of("analyze", "--", "app.jfr"),
                List.of("analyze", "@arguments"),
                List.of("analyze", ""))) {
            assertThat(AnalyzeCommand.ofFiles(arguments.toArray(String[]::new)))
                    .as("%s", arguments)
                    .isNull();
        }
    }
}
