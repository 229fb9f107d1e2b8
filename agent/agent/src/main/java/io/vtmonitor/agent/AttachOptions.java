package io.vtmonitor.agent;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The agent's options as the command {@code attach} hands them to a JVM that runs in another folder. */
public final class AttachOptions {
    private static final Set<Option> FILES = EnumSet.of(
            Option.REPORT, Option.RECORDING, Option.ADVICE, Option.LOG, Option.TOKEN_FILE, Option.DUMP, Option.CONFIG);

    private AttachOptions() {}

    /**
     * Checks them as the agent would, and makes file names absolute: they are meant from here.
     *
     * @param pairs {@code key=value} each
     * @return the agent's argument
     * @throws IllegalArgumentException for what the agent would not understand; the message says what is accepted
     */
    public static String of(List<String> pairs) {
        List<String> resolved = new ArrayList<>();
        for (String pair : pairs) {
            String text = resolved(pair);
            if (text.indexOf(',') >= 0) {
                throw new IllegalArgumentException("option '" + text
                        + "' contains a comma, which ends a value; put the option into a file and pass config=FILE");
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
                    return pair; // the check says so
                }
            }
        }
        return pair;
    }
}
