package io.vtmonitor.sink;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Prints to the process's standard error, not to {@code System.err}: an application may have replaced that by its own
 * logging. Our own messages from info on, those of the libraries inside from warning on.
 */
final class StderrLogger extends LegacyAbstractLogger {
    @Serial
    private static final long serialVersionUID = 1L;

    private static final PrintStream ERR =
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

    private final boolean ours;

    StderrLogger(String name) {
        this.name = name;
        this.ours = name.startsWith("io.vtmonitor.") && !name.startsWith("io.vtmonitor.shaded.");
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return ours;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        String message = MessageFormatter.basicArrayFormat(pattern, arguments);
        ERR.println("vt-monitor: " + message + (thrown == null ? "" : ": " + thrown));
    }
}
