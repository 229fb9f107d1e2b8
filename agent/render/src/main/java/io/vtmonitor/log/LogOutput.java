package io.vtmonitor.log;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.Printable;
import io.vtmonitor.common.RateLimit;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The destination of our own lines: the process's standard error, or a file. It is not {@code System.err}, which an
 * application may have redirected to its own logging. At most {@value #LINES_A_MINUTE} lines a minute are written, so
 * that a file grows slowly in any case. If nobody reads the output, no thread is blocked for longer than a moment: that
 * many lines wait, and later ones are dropped. The number of dropped lines is reported.
 */
public final class LogOutput {
    static final int LINES_A_MINUTE = 300;

    private static final Duration LAST_LINES = Duration.ofSeconds(1);
    private static final Duration TO_OPEN = Duration.ofMillis(250);
    private static final OutputStream STANDARD_ERROR = new FileOutputStream(FileDescriptor.err);
    private static volatile LogOutput current = new LogOutput(null, null, false, System::nanoTime);

    private final boolean json;
    private final RateLimit limit;
    private final LineQueue queue = new LineQueue(LINES_A_MINUTE, this::write);
    private final @Nullable Path file;
    private long droppedByRate;
    private long droppedUnread;

    /** Null if lines go to standard error. */
    private volatile @Nullable OutputStream opened;

    /**
     * @param opened null for standard error
     * @param file the file to which {@code opened} writes
     * @param json whether each line is a JSON object, and not text
     * @param nanoTime the clock of the limit
     */
    LogOutput(@Nullable OutputStream opened, @Nullable Path file, boolean json, LongSupplier nanoTime) {
        this.limit = new RateLimit(LINES_A_MINUTE, nanoTime);
        this.opened = opened;
        this.file = file;
        this.json = json;
    }

    /**
     * Sends all later lines to a file. If it is a pipe that nobody reads yet, lines wait until somebody does, and the
     * former destination gets a warning.
     *
     * @param file lines are appended to it; null for standard error
     * @param json whether each line is a JSON object, and not text
     * @param tell whether the former destination gets a line with the name of the file. Otherwise, somebody who watches
     *     it may think that the agent has stopped
     * @throws IOException if the file can't be opened; then nothing has changed
     */
    public static void use(@Nullable Path file, boolean json, boolean tell) throws IOException {
        OutputStream opened = null;
        if (file != null) {
            boolean made = makesFolders(file);
            opened = Files.exists(file) && !Files.isRegularFile(file)
                    ? pipe(file)
                    : Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (tell) {
                current.print(
                        Level.INFO,
                        "lines go to " + file.toAbsolutePath() + (made ? ", whose folder was created" : ""));
            }
        }
        swap(new LogOutput(opened, file, json, System::nanoTime));
    }

    /**
     * Creates the folder of a file if it is missing, together with the folders above.
     *
     * @return whether it was missing
     */
    private static boolean makesFolders(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        boolean missing = folder != null && !Files.exists(folder);
        if (folder != null) {
            Files.createDirectories(folder);
        }
        return missing;
    }

    private static OutputStream pipe(Path file) throws IOException {
        PipeOutput pipe = PipeOutput.of(file);
        if (!pipe.isOpen(TO_OPEN)) {
            current.print(
                    Level.WARN,
                    "log=" + file + ": nobody reads this pipe; " + LINES_A_MINUTE
                            + " lines wait until somebody does; later ones are dropped");
        }
        return pipe;
    }

    /** Sends lines to standard error as text. A file is closed. */
    public static void reset() {
        swap(new LogOutput(null, null, false, System::nanoTime));
    }

    private static synchronized void swap(LogOutput next) {
        LogOutput last = current;
        current = next;
        last.queue.await(LAST_LINES);
        last.close();
    }

    static LogOutput current() {
        return current;
    }

    /**
     * Called at the end of the JVM: reports how many lines were dropped, and waits until all lines are written.
     *
     * @param bound the longest wait
     */
    public static void finish(Duration bound) {
        current.end(bound);
    }

    void end(Duration bound) {
        reportDropped();
        queue.await(bound);
    }

    void print(Level level, String message) {
        if (admits()) {
            reportDropped();
            if (!put(level, message)) {
                count(0, 1);
            }
        }
    }

    private synchronized boolean admits() {
        return limit.admits();
    }

    /** Reports how many lines were dropped. If there is no room for that, a later call does. */
    private void reportDropped() {
        long tooMany;
        long notRead;
        synchronized (this) {
            tooMany = droppedByRate + limit.takeSwallowed();
            notRead = droppedUnread;
            droppedByRate = 0;
            droppedUnread = 0;
        }
        if (tooMany > 0
                && !put(Level.WARN, tooMany + " lines were dropped here: more than " + LINES_A_MINUTE + " a minute")) {
            count(tooMany, 0);
        }
        if (notRead > 0 && !put(Level.WARN, notRead + " lines were dropped here: nobody read the lines before them")) {
            count(0, notRead);
        }
    }

    private synchronized void count(long tooMany, long notRead) {
        droppedByRate += tooMany;
        droppedUnread += notRead;
    }

    private boolean put(Level level, String text) {
        return queue.put(new LineQueue.Line(now(), level, text));
    }

    /** Called by the queue's thread. */
    private void write(LineQueue.Line line) {
        OutputStream to = opened;
        try {
            (to == null ? STANDARD_ERROR : to).write(text(line, to != null).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            if (to != null && to.equals(opened)) {
                close();
                write(new LineQueue.Line(
                        line.time(),
                        Level.WARN,
                        "can't write to " + file + ": " + FailureText.reason(String.valueOf(file), e)
                                + ". From now on, lines go to standard error."));
                write(line);
            }
        }
    }

    private void close() {
        OutputStream last = opened;
        opened = null;
        if (last != null) {
            try {
                last.close();
            } catch (IOException ignored) {
                // There is no other place to report this to.
            }
        }
    }

    /** Written in one call, so that processes that share a file don't mix their lines. */
    private String text(LineQueue.Line line, boolean inFile) {
        String level = line.level().name();
        if (json) {
            return "{\"time\":\"" + line.time() + "\",\"level\":\"" + level.toLowerCase(Locale.ROOT)
                    + "\",\"source\":\"vt-monitor\",\"message\":\"" + escaped(line.message()) + "\"}\n";
        }
        String text = "vt-monitor: " + Printable.text(line.message()) + "\n";
        return inFile ? line.time() + " " + level + " " + text : text;
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** The content of a JSON string (RFC 8259). */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
