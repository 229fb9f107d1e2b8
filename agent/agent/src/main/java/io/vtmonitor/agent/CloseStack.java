package io.vtmonitor.agent;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a start has begun so far. It is closed in this order at a detach, or if the rest of the start fails; what is
 * added afterwards is closed at once. Thread-safe. Holds no reference to {@code jdk.jfr}.
 */
final class CloseStack implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CloseStack.class);

    private final List<AutoCloseable> parts = new ArrayList<>();
    private boolean closed;

    /** From now on it is one of them. */
    void add(AutoCloseable part) {
        if (!isAdded(part)) {
            close(part);
        }
    }

    private synchronized boolean isAdded(AutoCloseable part) {
        return !closed && parts.add(part);
    }

    private synchronized List<AutoCloseable> all() {
        closed = true;
        return parts;
    }

    /** Closes all. What can't be closed is logged and does not stop the others. */
    @Override
    public void close() {
        for (AutoCloseable part : all()) {
            close(part);
        }
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception | Error e) {
            tell(e);
        }
    }

    /** Logs that something could not be closed. */
    static void tell(Throwable failed) {
        LOG.warn("not everything could be closed: {}", String.valueOf(failed));
    }
}
