package io.vtmonitor.agent;

import org.jspecify.annotations.Nullable;

/** Reasons not to watch a JVM. */
final class StartupChecks {
    private StartupChecks() {}

    /**
     * Checks the version of Java, and whether this is a tool of the JDK.
     *
     * @param feature the JVM's feature version
     * @param mainModule the module of the main class; null on the class path
     * @return why the agent does not watch, and what happens now; null if it watches
     */
    static @Nullable String reasonToStayOut(int feature, @Nullable String mainModule) {
        if (feature < 21) {
            return "off: it needs Java 21 or later, this is Java " + feature + ". The application runs without it.";
        }
        if (mainModule != null && (mainModule.startsWith("jdk.") || mainModule.startsWith("java."))) {
            return "off: this is a JDK tool (" + mainModule + "). It runs without vt-monitor.";
        }
        return null;
    }
}
