package io.vtmonitor.build;

import io.vtmonitor.cli.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Writes the man page and the completions of three shells from the commands themselves, so that they can't fall behind.
 */
public final class CommandDocs {
    private CommandDocs() {}

    /**
     * Writes the files where a package below {@code share} has them.
     *
     * @param arguments the folder that stands for {@code share}; the version; the day of the release,
     *     {@code 2026-11-21}
     */
    public static void main(String[] arguments) throws IOException {
        Path share = Path.of(arguments[0]);
        CommandLine line = Commands.line();
        String name = line.getCommandName();
        write(share.resolve("man/man1/" + name + ".1"), ManPage.of(line, arguments[1], arguments[2]));
        write(share.resolve("bash-completion/completions/" + name), bash(name, line));
        write(share.resolve("zsh/site-functions/_" + name), ZshCompletion.of(line));
        write(share.resolve("fish/vendor_completions.d/" + name + ".fish"), FishCompletion.of(line));
    }

    /** Without the line that names the moment of the build: two builds give the same. */
    private static String bash(String name, CommandLine line) {
        return AutoComplete.bash(name, line).replaceAll("(?m)^# (Date|Generated): .*\n", "");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
