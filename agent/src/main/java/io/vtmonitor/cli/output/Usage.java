package io.vtmonitor.cli.output;

import io.vtmonitor.common.NearestName;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports wrong usage. The classes with options throw the exception that this class creates. If they created it
 * themselves, the JVM would load picocli to verify them, even if a command line has no options.
 */
public final class Usage {
    private Usage() {}

    /** What is to be thrown: {@link #tell} prints the message. */
    public static RuntimeException bad(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
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
            err.println("vt-monitor: " + wrong.getMessage());
        } else if (unmatched.isUnknownOption()) {
            err.println("vt-monitor: " + wrong.getMessage());
            String typed = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
            err.println("The nearest option is "
                    + NearestName.among(command.getCommandSpec().optionsMap().keySet(), typed) + ".");
        } else if (command.getParent() == null) {
            String typed = unmatched.getUnmatched().get(0);
            err.println("vt-monitor: there is no command '" + typed + "'; the nearest is '"
                    + NearestName.among(command.getSubcommands().keySet(), typed) + "'");
        } else {
            err.println("vt-monitor: " + wrong.getMessage());
        }
        err.println("Nothing was done. java -jar vt-monitor.jar "
                + (command.getParent() == null ? "" : command.getCommandName() + " ")
                + "--help shows what is accepted.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
