package io.vtmonitor.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Wrong usage. The classes with options throw what this makes: would they make it themselves, the JVM loaded picocli to
 * verify them, also where a command line has no options.
 */
final class Usage {
    private Usage() {}

    /** What is to be thrown: picocli prints the message and the command's help, and the exit code is 2. */
    static RuntimeException bad(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
