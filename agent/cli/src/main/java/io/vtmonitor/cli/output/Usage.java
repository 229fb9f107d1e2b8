package io.vtmonitor.cli.output;

import io.vtmonitor.common.NearestName;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports wrong usage. The classes with options throw the exception that this class creates. If they created it
 * themselves, the JVM would load picocli to verify them, even if a command line has no options.
 */
public final class Usage {
    private static final Pattern NUMBER = Pattern.compile("(.* '.*') is not an? (?:int|long)", Pattern.DOTALL);
    private static final Pattern CHOICE =
            Pattern.compile("(.*: )expected one of \\[(.*)\\] \\(case-insensitive\\) but was ('.*')", Pattern.DOTALL);

    private static final Pattern COMMA = Pattern.compile(", ");

    private Usage() {}

    /** What is to be thrown: {@link #tell} prints the message. */
    public static RuntimeException bad(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /**
     * An argument is empty where a variable of the shell is unset: an empty file name would be the working folder, and
     * an empty package one that no frame is in, so that a gate would see nothing.
     */
    public static void refuseEmpty(ParseResult parsed) {
        List<String> arguments = parsed.originalArgs();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.isBlank() || (argument.startsWith("--") && argument.endsWith("="))) {
                ParseResult command = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
                throw bad(
                        command.commandSpec(),
                        "argument " + (i + 1) + (argument.isBlank() ? "" : ", " + argument + ",")
                                + " is empty; is a shell variable unset?");
            }
        }
    }

    /** Picocli names types of Java and constants as they are in the code. */
    private static String words(String message) {
        Matcher number = NUMBER.matcher(message);
        if (number.matches()) {
            return number.group(1) + " is not understood; accepted: a whole number";
        }
        Matcher choice = CHOICE.matcher(message);
        if (!choice.matches()) {
            return message;
        }
        Set<String> accepted = new LinkedHashSet<>();
        for (String constant : COMMA.split(choice.group(2), -1)) {
            accepted.add(constant.toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return choice.group(1) + choice.group(3) + " is not understood; accepted: " + String.join(", ", accepted);
    }

    /**
     * Says what is wrong, and what was likely meant. A command's help is longer than a screen, and would push that out
     * of sight: it is named, not printed.
     *
     * @return the exit code
     */
    public static int tell(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            err.println("vt-monitor: " + words(String.valueOf(wrong.getMessage())));
        } else if (unmatched.isUnknownOption()) {
            err.println("vt-monitor: " + wrong.getMessage());
            String typed = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
            String nearest =
                    NearestName.among(command.getCommandSpec().optionsMap().keySet(), typed);
            if (nearest != null) {
                err.println("The nearest option is " + nearest + ".");
            }
        } else if (command.getParent() == null) {
            String typed = unmatched.getUnmatched().get(0);
            String nearest = NearestName.among(command.getSubcommands().keySet(), typed);
            err.println("vt-monitor: there is no command '" + typed + "'"
                    + (nearest == null ? "" : "; the nearest is '" + nearest + "'"));
        } else {
            err.println("vt-monitor: " + wrong.getMessage());
        }
        err.println("Nothing was done. java -jar vt-monitor.jar "
                + (command.getParent() == null ? "" : command.getCommandName() + " ")
                + "--help shows what is accepted.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
