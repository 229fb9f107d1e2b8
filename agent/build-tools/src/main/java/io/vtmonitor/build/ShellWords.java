package io.vtmonitor.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the completions of all shells say of a command. */
final class ShellWords {
    private ShellWords() {}

    /** The options that help lists. */
    static List<OptionSpec> options(CommandSpec spec) {
        return spec.options().stream().filter(option -> !option.hidden()).toList();
    }

    static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    /** The words that an argument accepts, empty where it may be anything. */
    static List<String> candidates(ArgSpec argument) {
        List<String> words = new ArrayList<>();
        Iterable<String> candidates = argument.completionCandidates();
        if (candidates != null) {
            candidates.forEach(word -> words.add(word.toLowerCase(Locale.ROOT)));
        }
        return words;
    }

    /** As people read it on a terminal without colors; {@code %n} and {@code %%} are picocli's. */
    static String plain(String description) {
        return Ansi.OFF
                .string(description.replace("%n", "\n").replace("%%", "%"))
                .replaceAll("\\s*\n\\s*", " ");
    }

    /** The first sentence, without characters that mean something to a shell. */
    static String summary(String[] description) {
        String all = plain(String.join(" ", description));
        int end = all.indexOf(". ");
        return (end < 0 ? all : all.substring(0, end))
                .replaceAll("[\\s]+", " ")
                .replaceAll("[`'\"\\\\\\[\\]$:]", "")
                .replaceAll("\\.$", "");
    }
}
