package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

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
                "analyze --fromat json a.jfr | there is no option '--fromat' | did you mean '--format'? | analyze"
                        + " --help",
                "analyze a.jfr --by sight | 'sight' is not understood | accepted: site, culprit, | analyze --help",
                "anlyze a.jfr | there is no command 'anlyze' | did you mean 'analyze'? | vt-monitor.jar --help",
                "analyze a.jfr --by siet | 'siet' is not understood | did you mean 'site'? Accepted: site, culprit, |"
                        + " analyze --help",
                "analyze a.jfr --fail-on sit>1s | 'sit>1s' is not understood | did you mean 'site>1s'? Accepted:"
                        + " total>1s, | analyze --help",
                "scan a.jar --fail-on fidnings>1 | 'fidnings>1' is not understood | did you mean 'findings'?"
                        + " Accepted: | scan --help",
                "help anlyze | there is no command 'anlyze' | did you mean 'analyze'? | vt-monitor.jar --help",
                "analyze a.jfr --stacks -1 | --stacks -1 | accepted: whole numbers, 0 or larger | analyze --help",
                "diff one.jfr | two files are needed, before and after | given: one.jfr | diff --help"
            })
    void wrong_usage_is_told_in_a_few_lines_with_what_was_likely_meant(
            String arguments, String wrong, String meant, String help) {
        StringWriter err = new StringWriter();
        int code = Commands.line().setErr(new PrintWriter(err, true)).execute(arguments.split(" ", -1));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).startsWith("vt-monitor: ").contains(wrong, meant, help);
        assertThat(err.toString().lines().count()).isLessThanOrEqualTo(4);
    }

    @Test
    void a_command_or_option_with_two_letters_exchanged_is_recognized() {
        for (CommandLine command : Commands.line().getSubcommands().values()) {
            String name = command.getCommandName();
            assertThat(said(exchanged(name, 0))).as(name).contains("did you mean '" + name + "'?");
            for (OptionSpec option : command.getCommandSpec().options()) {
                String typed = option.longestName().length() > 4 ? exchanged(option.longestName(), 2) : "-";
                if (typed.length() > 4
                        && !name.equals("help") // which helps whatever else it is asked
                        && !command.getCommandSpec().optionsMap().containsKey(typed)) {
                    assertThat(said(name, typed + "=x"))
                            .as(name)
                            .contains("no option '" + typed + "'; did you mean '" + option.longestName() + "'?");
                }
            }
        }
    }

    @Test
    void of_a_very_long_word_the_begin_is_echoed() {
        String word = "x".repeat(5_000);
        for (List<String> arguments : List.of(
                List.of(word),
                List.of("analyze", "--" + word),
                List.of("analyze", "--by", word, "a.jfr"),
                List.of("analyze", "--fail-on", word, "a.jfr"),
                List.of("analyze", "--since", word, "a.jfr"),
                List.of("scan", "--fail-on", word, "a.jar"),
                List.of("attach", "1", word + "=1"),
                List.of("attach", "1", "port=" + word))) {
            assertThat(said(arguments.toArray(String[]::new)))
                    .as(arguments.toString().substring(0, 20))
                    .contains("x… (5,00")
                    .hasSizeLessThan(1_000);
        }
    }

    private static String said(String... arguments) {
        StringWriter err = new StringWriter();
        assertThat(Commands.line().setErr(new PrintWriter(err, true)).execute(arguments))
                .isEqualTo(2);
        return err.toString();
    }

    private static String exchanged(String name, int at) {
        char first = name.charAt(at);
        char second = name.charAt(at + 1);
        int next = first == second ? at + 1 : at;
        return name.substring(0, next) + name.charAt(next + 1) + name.charAt(next) + name.substring(next + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze --threads a.jfr", "frobnicate", "merge --xyz r.json"})
    void a_word_that_is_spelled_like_none_of_ours_is_not_taken_for_one(String arguments) {
        StringWriter err = new StringWriter();
        int code = Commands.line().setErr(new PrintWriter(err, true)).execute(arguments.split(" ", -1));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).doesNotContain("did you mean").contains("Nothing was done.");
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
