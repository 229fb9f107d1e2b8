package io.vtmonitor.cli.output;

import io.vtmonitor.common.NearestName;
import io.vtmonitor.common.Printable;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports wrong usage. Classes with options call {@link #bad} to create the exception. If they created it themselves,
 * the JVM would load picocli to verify these classes, even for a command line without options.
 */
public final class Usage {
    private static final Pattern NUMBER = Pattern.compile("(.* '.*') is not an? (?:int|long)", Pattern.DOTALL);
    private static final Pattern CHOICE =
            Pattern.compile("(.*: )expected one of \\[(.*)\\] \\(case-insensitive\\) but was '(.*)'", Pattern.DOTALL);

    /** The message of the command {@code help} about an unknown command. */
    private static final Pattern COMMAND = Pattern.compile("Unknown subcommand '(.*)'\\.", Pattern.DOTALL);

    private static final Pattern COMMA = Pattern.compile(", ");

    private Usage() {}

    /** The exception to throw, whose message {@link #tell} prints. */
    public static RuntimeException bad(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /**
     * Refuses empty arguments, which come from shell variables that are not set. An empty file name would be the
     * working folder, and an empty package would match no frame, so that a gate would see nothing.
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

    /** Rewords messages of picocli that have types and constants as they are in the code. */
    private static String rephrased(String message) {
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
        String typed = choice.group(3);
        String question = NearestName.question(accepted, typed);
        return choice.group(1) + "'" + Printable.echo(typed) + "' is not understood"
                + (question.isEmpty() ? "; accepted: " : question + " Accepted: ") + String.join(", ", accepted);
    }

    /** The first option that the command does not have; null if the mistake is another one. */
    private static @Nullable String unknownOption(ParameterException wrong, String[] arguments) {
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return unmatched.isUnknownOption() ? unmatched.getUnmatched().get(0) : null;
        }
        if (!(wrong instanceof MissingParameterException)) {
            return null;
        }
        // The value of a mistyped option is taken for another argument, or is missing.
        Set<String> known = wrong.getCommandLine().getCommandSpec().optionsMap().keySet();
        for (String argument : arguments) {
            if (argument.startsWith("--")
                    && argument.length() > 2
                    && !known.contains(argument.replaceFirst("(?s)=.*", ""))) {
                return argument;
            }
        }
        return null;
    }

    private static String noCommand(CommandLine command, String typed) {
        return "vt-monitor: there is no command '" + Printable.echo(typed) + "'"
                + NearestName.question(command.getSubcommands().keySet(), typed);
    }

    /**
     * Prints the mistake, and what was probably meant. The help of a command is longer than a screen and would hide
     * this, so it is only mentioned.
     *
     * @return the exit code
     */
    public static int tell(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        String unknown = unknownOption(wrong, arguments);
        Matcher helped = COMMAND.matcher(String.valueOf(wrong.getMessage()));
        if (helped.matches()) {
            err.println(noCommand(command, helped.group(1)));
        } else if (unknown == null && !(wrong instanceof UnmatchedArgumentException)) {
            err.println("vt-monitor: " + rephrased(String.valueOf(wrong.getMessage())));
        } else if (unknown != null) {
            String typed = unknown.replaceFirst("(?s)=.*", "");
            err.println("vt-monitor: there is no option '" + Printable.echo(typed) + "'"
                    + NearestName.question(command.getCommandSpec().optionsMap().keySet(), typed));
        } else if (command.getParent() == null && wrong instanceof UnmatchedArgumentException unmatched) {
            err.println(noCommand(command, unmatched.getUnmatched().get(0)));
        } else {
            err.println("vt-monitor: " + wrong.getMessage());
        }
        err.println("Nothing was done. java -jar vt-monitor.jar "
                + (command.getParent() == null ? "" : command.getCommandName() + " ")
                + "--help shows what is accepted.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
