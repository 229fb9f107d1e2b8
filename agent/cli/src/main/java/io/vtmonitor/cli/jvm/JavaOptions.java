package io.vtmonitor.cli.jvm;

import java.util.Set;

/** Options for JVMs in the environment. They are meant for the user's JVMs, not for those that commands start. */
public final class JavaOptions {
    private static final Set<String> NAMES = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private JavaOptions() {}

    /** The JVM that is to be started gets none of them. */
    public static void removeFrom(ProcessBuilder builder) {
        builder.environment().keySet().removeAll(NAMES);
    }
}
