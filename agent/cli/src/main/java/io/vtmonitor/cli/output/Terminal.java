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

/** What standard output and standard error go to. Colour is for terminals whose user has not set {@code NO_COLOR}. */
public final class Terminal {
    private static final int NARROWEST = 40;

    /** On Linux and macOS; which kind of thing it is stands in these bits of its mode. */
    private static final Path STANDARD_OUTPUT = Path.of("/dev/fd/1");

    private static final int KIND = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private Terminal() {}

    /**
     * Ends an output to standard output. A print stream keeps its errors to itself until it is asked.
     *
     * @param out writes to standard output
     * @return false where it is a pipe and its reader wanted no more, as {@code head} does: that is no fault
     * @throws IOException where any of it was not written to anything else
     */
    public static boolean flush(PrintWriter out) throws IOException {
        // The writer does not see what the stream below it has swallowed.
        if (!out.checkError() && !System.out.checkError()) {
            return true;
        }
        if (isPipe()) {
            return false;
        }
        throw new IOException("standard output can't be written to (the disk may be full); the output is incomplete");
    }

    /** A pipe takes everything for as long as somebody reads it. */
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

    /** Where Linux says so; to ask for the console takes as long as to read a small recording. */
    private static boolean isRedirected() {
        return Boolean.FALSE.equals(isTerminal("/proc/self/fd/1"));
    }

    /** Whether standard error goes to a terminal, wherever standard output goes. */
    public static boolean showsErrors() {
        Boolean known = isTerminal("/proc/self/fd/2");
        return known == null ? isTerminal(System.console()) : known;
    }

    /** What Linux says of an open file; null elsewhere. */
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
        boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new TextStyle(width(environment.get("COLUMNS"), terminal), terminal && !refused);
    }

    /** Shells keep COLUMNS to themselves; where it is exported, the user means it. */
    private static int width(@Nullable String columns, boolean terminal) {
        if (columns != null && columns.matches("\\d{2,4}")) {
            return Math.max(NARROWEST, Integer.parseInt(columns));
        }
        return terminal ? queriedWidth() : TextStyle.PLAIN.width();
    }

    /** Java can't ask a terminal for its size, {@code stty} can: on Linux and macOS, in some milliseconds. */
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
     * From Java 22 on there is a console where output is redirected, too, and it can be asked; before, there is none.
     */
    public static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException ignored) {
            return true; // before JDK 22 there is a console only where there is a terminal
        } catch (ReflectiveOperationException ignored) {
            return false;
        }
    }
}
