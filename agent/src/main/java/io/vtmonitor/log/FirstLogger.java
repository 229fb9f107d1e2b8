package io.vtmonitor.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes SLF4J ready for the classes that two threads begin with: the start and the hook of a JVM that ends at once. To
 * a thread that asks while another makes it ready SLF4J may give a logger that says nothing for good
 * ({@code SubstituteLogger}, created "post initialization").
 */
public final class FirstLogger {
    private FirstLogger() {}

    /** The logger of a type; one thread at a time. */
    public static synchronized Logger of(Class<?> type) {
        return LoggerFactory.getLogger(type);
    }
}
