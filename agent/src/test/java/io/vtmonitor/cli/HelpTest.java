package io.vtmonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HelpTest {
    @Test
    void every_option_is_explained_in_a_text_that_can_be_printed() {
        String help = Commands.line().getSubcommands().get("analyze").getUsageMessage();
        assertThat(help)
                .containsIgnoringWhitespaces("without sites of less than 1 %.")
                .doesNotContain("%%", "${");
    }

    @Test
    void every_command_explains_itself_in_a_text_that_can_be_printed() {
        Commands.line()
                .getSubcommands()
                .forEach((name, command) -> assertThat(command.getUsageMessage())
                        .as(name)
                        .startsWith("Usage: vt-monitor " + name)
                        .doesNotContain("%%", "${"));
    }
}
