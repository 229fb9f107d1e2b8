package io.vtmonitor.agent;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a start has started so far. It is closed in the order of the calls of {@link #add}, at a detach or if the rest
 * of the start fails. What is added after that is closed immediately. Thread-safe. Has no reference to {@code jdk.jfr}.
 */
final class CloseStack implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CloseStack.class);

    private final List<AutoCloseable> parts = new ArrayList<>();
    private boolean closed;

    /** Adds a part, or closes it if this is already closed. */
    void add(AutoCloseable part) {
        if (!tryAdd(part)) {
            close(part);
        }
    }

    private synchronized boolean tryAdd(AutoCloseable part) {
        return !closed && parts.add(part);
    }

    private synchronized List<AutoCloseable> all() {
        closed = true;
        return parts;
    }

    /** Closes all parts. If a part can't be closed, that is logged, and the others are still closed. */
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
