package io.vtmonitor.build;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A completion function for zsh: the commands, then each command's options and files. */
final class ZshCompletion {
    private ZshCompletion() {}

    static String of(CommandLine line) {
        String name = line.getCommandName();
        StringBuilder text = new StringBuilder("#compdef " + name + "\n\nlocal -a subcommands\nsubcommands=(\n");
        line.getSubcommands()
                .forEach((command, sub) -> text.append("  '" + command + ":"
                        + ShellWords.summary(sub.getCommandSpec().usageMessage().description()) + "'\n"));
        text.append(")\n\nif (( CURRENT == 2 )); then\n  _describe 'command' subcommands\n  return\nfi\n\n");
        text.append("local command=$words[2]\nshift words\n(( CURRENT-- ))\ncase $command in\n");
        line.getSubcommands().forEach((command, sub) -> command(text, command, sub.getCommandSpec()));
        return text.append("esac\n").toString();
    }

    private static void command(StringBuilder text, String command, CommandSpec spec) {
        text.append("  " + command + ")\n    _arguments -S");
        for (OptionSpec option : ShellWords.options(spec)) {
            for (String name : option.names()) {
                String value = ShellWords.takesValue(option) ? ":" + label(option) + ":" + values(option) : "";
                // What takes a value takes it after = or as the next word.
                String equals = value.isEmpty() ? "" : name.startsWith("--") ? "=" : "+";
                text.append(" \\\n      '*" + name + equals + "[" + ShellWords.summary(option.description()) + "]"
                        + value + "'");
            }
        }
        if (!spec.positionalParameters().isEmpty()) {
            text.append(" \\\n      '*:file:_files'");
        }
        text.append("\n    ;;\n");
    }

    private static String label(OptionSpec option) {
        return option.paramLabel().replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT);
    }

    private static String values(OptionSpec option) {
        List<String> words = ShellWords.candidates(option);
        return words.isEmpty() ? "_files" : "(" + String.join(" ", words) + ")";
    }
}
