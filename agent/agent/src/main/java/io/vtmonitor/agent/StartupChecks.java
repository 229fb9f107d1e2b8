package io.vtmonitor.agent;

import org.jspecify.annotations.Nullable;

/** Reasons to stay out of a JVM. */
final class StartupChecks {
    private StartupChecks() {}

    /**
     * Asks in turn: old enough, a JDK tool.
     *
     * @param feature the JVM's feature version
     * @param mainModule the main class's module, null on the class path
     * @return why not to watch, with what happens now; null if nothing speaks against it
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
