package io.vtmonitor.build;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command and its subcommands, in the {@code man} macros. */
final class ManPage {
    private final StringBuilder text = new StringBuilder();

    private ManPage() {}

    static String of(CommandLine line, String version, String day) {
        ManPage page = new ManPage();
        page.write(line.getCommandSpec(), version, day);
        return page.text.toString();
    }

    private void write(CommandSpec spec, String version, String day) {
        String name = spec.name();
        macro("TH " + name.replace("-", "\\-").toUpperCase(Locale.ROOT) + " 1 \"" + day + "\" \"" + name + " " + version
                + "\" \"User Commands\"");
        macro("SH NAME");
        line(name + " - " + joined(spec.usageMessage().description()));
        macro("SH SYNOPSIS");
        macro("B " + escaped(name));
        line("COMMAND [OPTION]... [ARGUMENT]...");
        macro("SH COMMANDS");
        spec.subcommands().forEach((command, line) -> {
            macro("TP");
            macro("B " + escaped(command));
            line(joined(line.getCommandSpec().usageMessage().description()));
        });
        spec.subcommands().forEach((command, line) -> command(name, line.getCommandSpec()));
        exitCodes(spec);
        environment();
    }

    private void command(String name, CommandSpec spec) {
        macro("SH " + escaped(spec.name().toUpperCase(Locale.ROOT)));
        macro("B " + escaped(name + " " + spec.name()));
        StringBuilder synopsis = new StringBuilder("[OPTION]...");
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            String label = parameter.paramLabel();
            String many = parameter.arity().max() > 1 ? label + "..." : label;
            synopsis.append(' ').append(parameter.required() ? many : "[" + many + "]");
        }
        line(synopsis.toString());
        macro("PP");
        for (String description : spec.usageMessage().description()) {
            line(ShellWords.plain(description));
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            entry(parameter.paramLabel(), parameter);
        }
        for (OptionSpec option : ungrouped(spec)) {
            entry(option);
        }
        for (ArgGroupSpec group : spec.argGroups()) {
            macro("SS " + escaped(heading(group)));
            for (OptionSpec option : group.allOptionsNested()) {
                entry(option);
            }
        }
    }

    private static List<OptionSpec> ungrouped(CommandSpec spec) {
        return spec.options().stream()
                .filter(option -> option.group() == null && !option.hidden())
                .toList();
    }

    private static String heading(ArgGroupSpec group) {
        String heading = group.heading();
        return heading == null ? "More options" : ShellWords.plain(heading).replaceAll(":?\\s*$", "");
    }

    private void entry(OptionSpec option) {
        if (option.hidden()) {
            return;
        }
        Set<String> names =
                new TreeSet<>(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        names.addAll(List.of(option.names()));
        boolean flag = option.arity().max() == 0;
        entry(String.join(", ", names) + (flag ? "" : "=" + option.paramLabel()), option);
    }

    private void entry(String label, ArgSpec argument) {
        macro("TP");
        macro("B " + escaped(label));
        for (String description : argument.description()) {
            line(ShellWords.plain(description));
        }
    }

    private void exitCodes(CommandSpec spec) {
        macro("SH EXIT STATUS");
        for (CommandLine command : spec.subcommands().values()) {
            Map<String, String> codes = command.getCommandSpec().usageMessage().exitCodeList();
            if (!codes.isEmpty()) {
                macro("SS " + escaped(command.getCommandName()));
                codes.forEach((code, meaning) -> {
                    macro("TP");
                    macro("B " + escaped(code.trim()));
                    line(ShellWords.plain(meaning));
                });
            }
        }
    }

    /** Of the script that starts the commands, {@code bin/vt-monitor}. */
    private void environment() {
        macro("SH ENVIRONMENT");
        variable(
                "VT_MONITOR_JAVA_HOME",
                "The Java to run on, 17 or later. Otherwise JAVA_HOME, the java on the PATH, or one"
                        + " of the usual folders.");
        variable(
                "VT_MONITOR_CACHE",
                "The folder of the cache that makes later starts faster on Java 19 and later, or off."
                        + " Otherwise below the user's cache folder. On a CI server there is none.");
        variable("JDK_JAVA_OPTIONS", "Options for the JVM, such as -Xmx1g.");
    }

    private void variable(String name, String meaning) {
        macro("TP");
        macro("B " + escaped(name));
        line(meaning);
    }

    private static String joined(String[] description) {
        return ShellWords.plain(String.join(" ", description));
    }

    private void macro(String macro) {
        text.append('.').append(macro).append('\n');
    }

    private void line(String line) {
        text.append(escaped(line)).append('\n');
    }

    /** A backslash begins a request, and so does a dot or an apostrophe at the start of a line. */
    private static String escaped(String line) {
        String safe = line.replace("\\", "\\e").replace("-", "\\-");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
