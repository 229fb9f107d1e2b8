package io.vtmonitor.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Initializes SLF4J for the two classes that may be the first ones to log, on two threads: the start, and the shutdown
 * hook of a JVM that ends early. If a thread gets its logger while another thread initializes SLF4J, that logger may
 * stay silent permanently ({@code SubstituteLogger}, created "post initialization").
 */
public final class FirstLogger {
    private FirstLogger() {}

    /** The logger of a class. Called by one thread at a time. */
    public static synchronized Logger of(Class<?> type) {
        return LoggerFactory.getLogger(type);
    }
}
