package io.vtmonitor.log;

import io.vtmonitor.common.FailureText;
import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Passes lines to {@link LogOutput}: ours of level INFO and above, those of libraries in the jar of level WARN and
 * above.
 */
final class LineLogger extends LegacyAbstractLogger {
    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean ours;

    LineLogger(String name) {
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
        String line = message + (thrown == null ? "" : ": " + FailureText.of(thrown));
        StartWarnings.hear(level, line);
        LogOutput.current().print(level, line);
    }
}
