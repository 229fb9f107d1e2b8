package io.vtmonitor.agent;

import io.vtmonitor.common.Printable;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Prepares the agent's options for a JVM that may run in another folder, for the command {@code attach}. */
public final class AttachOptions {
    private static final Set<Option> FILES = EnumSet.of(
            Option.REPORT, Option.RECORDING, Option.ADVICE, Option.LOG, Option.TOKEN_FILE, Option.DUMP, Option.CONFIG);

    private AttachOptions() {}

    /**
     * Checks the options as the agent does, and makes relative file names absolute.
     *
     * @param pairs {@code key=value} each
     * @return the agent's argument
     * @throws IllegalArgumentException if the agent would not accept the options; the message says what is accepted
     */
    public static String of(List<String> pairs) {
        List<String> resolved = new ArrayList<>();
        for (String pair : pairs) {
            if (pair.indexOf('=') < 1) {
                throw new IllegalArgumentException("'" + Printable.echo(pair)
                        + "' is not of the form key=value; options follow the process, separated by spaces");
            }
            String text = resolved(pair);
            if (text.indexOf(',') >= 0) {
                throw new IllegalArgumentException("option '" + Printable.echo(text)
                        + "' contains a comma; options are separated by spaces here. If the comma is part of a value,"
                        + " put the option into a file and pass config=FILE");
            }
            resolved.add(text);
        }
        String argument = String.join(",", resolved);
        try {
            Options.of(argument, name -> null, name -> null);
        } catch (Options.BadOption e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return argument;
    }

    private static String resolved(String pair) {
        for (Option option : FILES) {
            String start = option.key() + "=";
            if (pair.startsWith(start) && pair.length() > start.length()) {
                try {
                    return start + Path.of(pair.substring(start.length())).toAbsolutePath();
                } catch (InvalidPathException ignored) {
                    return pair; // the check reports it
                }
            }
        }
        return pair;
    }
}
