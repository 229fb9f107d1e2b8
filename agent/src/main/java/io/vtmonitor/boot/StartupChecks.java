package io.vtmonitor.boot;

import org.jspecify.annotations.Nullable;

/** Reasons to stay out of a JVM. */
final class StartupChecks {
    private StartupChecks() {}

    /**
     * Asks in turn: old enough, a JDK tool, JFR missing.
     *
     * @param feature the JVM's feature version
     * @param hasFlightRecorder whether it has the module jdk.jfr
     * @param mainModule the main class's module, null on the class path
     * @return why not to watch, with what happens now; null if nothing speaks against it
     */
    static @Nullable String reasonToStayOut(int feature, boolean hasFlightRecorder, @Nullable String mainModule) {
        if (feature < 21) {
            return "off: it needs Java 21 or later, this is Java " + feature + ". The application runs without it.";
        }
        if (mainModule != null && mainModule.startsWith("jdk.")) {
            return "off: this is a JDK tool (" + mainModule + "). It runs without vt-monitor.";
        }
        if (!hasFlightRecorder) {
            return "off: this Java has no module jdk.jfr; add it to the image. The application runs without vt-monitor.";
        }
        return null;
    }
}
