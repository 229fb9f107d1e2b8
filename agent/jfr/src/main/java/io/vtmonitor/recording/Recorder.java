package io.vtmonitor.recording;

import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import org.jspecify.annotations.Nullable;

/** Tells what wrote a recording, if it was not HotSpot. */
final class Recorder {
    private static final int FIRST_WITH_PINS = 21;
    private static final int MOST_OF_VERSION = 30;

    private Recorder() {}

    /**
     * The profiler that gave a recording this name.
     *
     * @param otherwise where no known one did
     */
    static String profiler(@Nullable String name, String otherwise) {
        String text = name == null ? "" : name;
        if (text.startsWith("async-profiler ")) {
            return ("async-profiler " + version(text)).strip();
        }
        return text.startsWith("java-profiler ") ? ("Datadog's java-profiler " + version(text)).strip() : otherwise;
    }

    /** The second word, as far as it may be a version. */
    private static String version(String name) {
        int from = name.indexOf(' ') + 1;
        int end = from;
        while (end < Math.min(name.length(), from + MOST_OF_VERSION) && isOfVersion(name.charAt(end))) {
            end++;
        }
        return name.substring(from, end);
    }

    private static boolean isOfVersion(char c) {
        return c < 128 && (Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '+' || c == '_');
    }

    /** What is to be said of a recording that has no events of pins. */
    static Limit withoutPins(String javaVersion, String profiler, String vmName) {
        int release = JavaVersion.feature(javaVersion);
        return release > 0 && release < FIRST_WITH_PINS
                ? Limit.of(LimitKind.NO_PINNED_EVENT)
                : Limit.of(LimitKind.NO_EVENTS_OF_PINS, profiler.isEmpty() ? vm(vmName) : profiler);
    }

    private static String vm(String vmName) {
        if (vmName.contains("OpenJ9")) {
            return "OpenJ9";
        }
        return vmName.contains("Substrate VM") ? "a GraalVM native image" : "";
    }
}
