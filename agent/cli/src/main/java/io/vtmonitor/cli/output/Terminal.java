package io.vtmonitor.cli.output;

import io.vtmonitor.report.text.TextStyle;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether standard output and standard error are terminals. Color is used on terminals unless the environment refuses
 * it.
 */
public final class Terminal {
    private static final int NARROWEST = 40;

    /** Available on Linux and macOS. The bits {@link #KIND} of its mode are the type of the file. */
    private static final Path STANDARD_OUTPUT = Path.of("/dev/fd/1");

    private static final int KIND = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private Terminal() {}

    /**
     * Flushes standard output, and checks for errors, which a print stream does not throw.
     *
     * @param out writes to standard output
     * @return false if it is a pipe whose reader has closed it, as {@code head} does, which is not an error
     * @throws IOException if it is not a pipe, and could not be written completely
     */
    public static boolean flush(PrintWriter out) throws IOException {
        // System.out below the writer has its own error state.
        if (!out.checkError() && !System.out.checkError()) {
            return true;
        }
        if (isPipe()) {
            return false;
        }
        throw new IOException("standard output can't be written to (the disk may be full); the output is incomplete");
    }

    /** A write to a pipe fails only if the reader has closed it. */
    private static boolean isPipe() {
        try {
            int kind = (int) Files.getAttribute(STANDARD_OUTPUT, "unix:mode") & KIND;
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | RuntimeException ignored) {
            return false;
        }
    }

    public static TextStyle style() {
        return style(System.getenv(), isRedirected() ? null : System.console());
    }

    /**
     * Whether Linux reports that standard output is not a terminal. Checked first, because getting the console takes as
     * long as reading a small recording.
     */
    private static boolean isRedirected() {
        return Boolean.FALSE.equals(isTerminal("/proc/self/fd/1"));
    }

    /** Whether standard error is a terminal. */
    public static boolean showsErrors() {
        Boolean known = isTerminal("/proc/self/fd/2");
        return known == null ? isTerminal(System.console()) : known;
    }

    /** Whether an open file is a terminal, as Linux reports it; null on other systems. */
    private static @Nullable Boolean isTerminal(String descriptor) {
        try {
            String device = Files.readSymbolicLink(Path.of(descriptor)).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.startsWith("/dev/console");
        } catch (IOException | UnsupportedOperationException ignored) {
            return null;
        }
    }

    static TextStyle style(Map<String, String> environment, @Nullable Console console) {
        boolean terminal = isTerminal(console);
        return new TextStyle(width(environment.get("COLUMNS"), terminal), terminal && !refusesColor(environment));
    }

    /** Whether the user has set {@code NO_COLOR}, or the terminal shows the codes of colors as they are. */
    static boolean refusesColor(Map<String, String> environment) {
        return !environment.getOrDefault("NO_COLOR", "").isEmpty() || "dumb".equals(environment.get("TERM"));
    }

    /** Shells do not export COLUMNS. If it is in the environment, the user has set it. */
    private static int width(@Nullable String columns, boolean terminal) {
        if (columns != null && columns.matches("\\d{2,4}")) {
            return Math.max(NARROWEST, Integer.parseInt(columns));
        }
        return terminal ? queriedWidth() : TextStyle.PLAIN.width();
    }

    /** Java can't get the size of a terminal, so {@code stty} does, on Linux and macOS. It takes some milliseconds. */
    private static int queriedWidth() {
        File terminal = new File("/dev/tty");
        if (!terminal.exists()) {
            return TextStyle.PLAIN.width();
        }
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(terminal)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(1, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return TextStyle.PLAIN.width();
            }
            Matcher size = Pattern.compile("\\d+ (\\d{2,4})\\s*")
                    .matcher(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            return size.matches() ? Math.max(NARROWEST, Integer.parseInt(size.group(1))) : TextStyle.PLAIN.width();
        } catch (IOException ignored) {
            return TextStyle.PLAIN.width();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return TextStyle.PLAIN.width();
        }
    }

    /**
     * Since Java 22, there may be a console even if output is redirected, but it has a method that says so. Before,
     * there is none then.
     */
    public static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException ignored) {
            return true; // before JDK 22, there is a console only if there is a terminal
        } catch (ReflectiveOperationException ignored) {
            return false;
        }
    }
}
