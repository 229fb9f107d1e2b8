package io.vtmonitor.common;

import org.jspecify.annotations.Nullable;

/** Our own threads in the application's JVM, virtual ones included. They count for nothing in what is said of it. */
public final class OwnThreads {
    private static final String PREFIX = "vt-monitor-";

    private OwnThreads() {}

    /** By its name: so they are known in thread dumps and recordings, too. */
    public static boolean isOwn(@Nullable String name) {
        return name != null && name.startsWith(PREFIX);
    }
}
