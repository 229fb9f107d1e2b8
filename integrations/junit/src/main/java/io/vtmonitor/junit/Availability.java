package io.vtmonitor.junit;

import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Whether pins can be recorded in this JVM. */
final class Availability {
    private static final @Nullable String REASON = find();

    private Availability() {}

    /** Why not, a sentence; null where they can. */
    static @Nullable String reason() {
        return REASON;
    }

    private static @Nullable String find() {
        int feature = Runtime.version().feature();
        if (feature < 21) {
            return "Pins were not checked: Java " + feature
                    + " has no virtual threads. Run the tests on Java 21 or later.";
        }
        try {
            Class<?> recorder = Class.forName("jdk.jfr.FlightRecorder");
            if (Boolean.TRUE.equals(recorder.getMethod("isAvailable").invoke(null))) {
                return null;
            }
            return "Pins were not checked: Flight Recorder is not available in this JVM.";
        } catch (ClassNotFoundException e) {
            return "Pins were not checked: this Java runtime lacks the module jdk.jfr.";
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return "Pins were not checked: Flight Recorder's state can't be read: " + e + ".";
        }
    }
}
