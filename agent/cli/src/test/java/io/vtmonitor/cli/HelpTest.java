package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @Test
    void every_option_is_explained_in_a_text_that_can_be_printed() {
        String help = Commands.line().getSubcommands().get("analyze").getUsageMessage();
        assertThat(help)
                .containsIgnoringWhitespaces("default 3 sites of at least 1 %")
                .doesNotContain("%%", "${");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "analyze --fromat json a.jfr | Unknown option: '--fromat' | The nearest option is --format. | analyze --help",
                "analyze a.jfr --by sight | 'sight' is not understood | accepted: site, culprit, | analyze --help",
                "anlyze a.jfr | there is no command 'anlyze' | the nearest is 'analyze' | vt-monitor.jar --help",
                "diff one.jfr | accepted are two files | Nothing was done. | diff --help"
            })
    void wrong_usage_is_told_in_a_few_lines_with_what_was_likely_meant(
            String arguments, String wrong, String meant, String help) {
        StringWriter err = new StringWriter();
        int code = Commands.line().setErr(new PrintWriter(err, true)).execute(arguments.split(" ", -1));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).startsWith("vt-monitor: ").contains(wrong, meant, help);
        assertThat(err.toString().lines().count()).isLessThanOrEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze --threads a.jfr", "frobnicate", "merge --xyz r.json"})
    void a_word_that_is_spelled_like_none_of_ours_is_not_taken_for_one(String arguments) {
        StringWriter err = new StringWriter();
        int code = Commands.line().setErr(new PrintWriter(err, true)).execute(arguments.split(" ", -1));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).doesNotContain("nearest").contains("Nothing was done.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "merge", "diff"})
    void exit_code_1_is_explained_by_all_that_leads_to_it(String command) {
        assertThat(Commands.line().getSubcommands().get(command).getUsageMessage())
                .containsIgnoringWhitespaces(
                        "1 an input could not be read (the rest was used), an output could not be written, or a"
                                + " condition could not be evaluated");
    }

    @Test
    void the_help_of_a_comparison_names_the_formats_of_a_comparison() {
        assertThat(Commands.line().getSubcommands().get("diff").getUsageMessage())
                .containsIgnoringWhitespaces("text, json, html, markdown, or junit")
                .doesNotContain("collapsed", ".csv", ".sarif");
    }

    @Test
    void every_command_explains_itself_in_a_text_that_can_be_printed() {
        Commands.line()
                .getSubcommands()
                .forEach((name, command) -> assertThat(command.getUsageMessage())
                        .as(name)
                        .contains("Usage: vt-monitor " + name)
                        .doesNotContain("%%", "${"));
    }
}
