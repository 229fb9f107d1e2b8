package io.vtmonitor.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Initializes SLF4J for the classes that two threads begin with: the start, and the hook of a JVM that ends at once. A
 * thread that asks SLF4J for a logger while another thread initializes it may get one that stays silent permanently
 * ({@code SubstituteLogger}, created "post initialization").
 */
public final class FirstLogger {
    private FirstLogger() {}

    /** The logger of a type; one thread at a time. */
    public static synchronized Logger of(Class<?> type) {
        return LoggerFactory.getLogger(type);
    }
}
