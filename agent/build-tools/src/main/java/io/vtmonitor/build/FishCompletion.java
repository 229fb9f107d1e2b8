package io.vtmonitor.build;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Completions for fish: a line for each command and each of its options. */
final class FishCompletion {
    private FishCompletion() {}

    static String of(CommandLine line) {
        String name = line.getCommandName();
        StringBuilder text = new StringBuilder();
        line.getSubcommands().forEach((command, sub) -> {
            text.append("complete -c " + name + " -n __fish_use_subcommand -f -a " + command + " -d '"
                    + ShellWords.summary(sub.getCommandSpec().usageMessage().description()) + "'\n");
            for (OptionSpec option : ShellWords.options(sub.getCommandSpec())) {
                text.append("complete -c " + name + " -n '__fish_seen_subcommand_from " + command + "'");
                for (String each : option.names()) {
                    text.append(each.startsWith("--") ? " -l " + each.substring(2) : " -s " + each.substring(1));
                }
                text.append(values(option) + " -d '" + ShellWords.summary(option.description()) + "'\n");
            }
        });
        return text.toString();
    }

    private static String values(OptionSpec option) {
        if (!ShellWords.takesValue(option)) {
            return "";
        }
        List<String> words = ShellWords.candidates(option);
        return words.isEmpty() ? " -r" : " -x -a '" + String.join(" ", words) + "'";
    }
}
