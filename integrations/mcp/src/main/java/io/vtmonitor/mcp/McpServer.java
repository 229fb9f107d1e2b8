package io.vtmonitor.mcp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The server's command line: {@code vt-monitor mcp [--allow FOLDER]... [--allow-attach] [--time-limit SECONDS]}. It
 * speaks the protocol on standard input and output and ends with the input.
 */
public final class McpServer {
    private static final String USAGE = """
            Usage: vt-monitor mcp [--allow FOLDER]... [--allow-attach] [--time-limit SECONDS]
            Serves the Model Context Protocol on standard input and output.
              --allow FOLDER          Tools may read files below this folder; may be repeated.
                                      Default: the working directory.
              --allow-attach          Offer the tool that records running JVMs. New recordings are put into the first
                                      folder.
              --time-limit SECONDS    End a command that takes longer; default 300.
            """;

    private McpServer() {}

    /** Exit codes: 0 the input has ended, 2 wrong usage. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Path> folders = new ArrayList<>();
        boolean mayAttach = false;
        long seconds = 300;
        try {
            for (int i = 0; i < arguments.length; i++) {
                switch (arguments[i]) {
                    case "--allow" -> folders.add(Path.of(value(arguments, ++i)));
                    case "--allow-attach" -> mayAttach = true;
                    case "--time-limit" -> seconds = seconds(value(arguments, ++i));
                    case "-h", "--help" -> {
                        System.out.print(USAGE);
                        return;
                    }
                    default -> throw new IllegalArgumentException("there is no option " + arguments[i]);
                }
            }
        } catch (IllegalArgumentException e) {
            usage(String.valueOf(e.getMessage()));
        }
        AllowedPaths allowed = allowed(folders.isEmpty() ? List.of(Path.of("")) : folders);
        Path first = (folders.isEmpty() ? Path.of("") : folders.get(0)).toRealPath();
        // What a library prints would break the protocol.
        PrintStream out = System.out;
        System.setOut(System.err);
        Tools tools = new Tools(new CommandRunner(Duration.ofSeconds(seconds)), allowed, first, mayAttach);
        new Session(tools.all(), version(), out).run(new BufferedInputStream(System.in));
    }

    private static AllowedPaths allowed(List<Path> folders) {
        try {
            return AllowedPaths.of(folders);
        } catch (IOException e) {
            usage("--allow: there is no folder " + e.getMessage());
            throw new IllegalStateException(e);
        }
    }

    /** The value of {@code --time-limit}. */
    static long seconds(String text) {
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException("--time-limit " + text + ": a whole number from 1 on is accepted");
        }
        return Long.parseLong(text);
    }

    private static String value(String[] arguments, int i) {
        if (i == arguments.length) {
            throw new IllegalArgumentException(arguments[i - 1] + ": a value is missing");
        }
        return arguments[i];
    }

    private static void usage(String problem) {
        System.err.println("vt-monitor mcp: " + problem);
        System.err.print(USAGE);
        System.exit(2);
    }

    private static String version() {
        String version = McpServer.class.getPackage().getImplementationVersion();
        return version == null ? "unreleased" : version;
    }
}
