package io.vtmonitor.threads;

import io.vtmonitor.model.Confidence;
import org.jspecify.annotations.Nullable;

/**
 * A class that a thread waits for, or may wait for. The JVM shows such a thread as running.
 *
 * @param used the class that the thread's code uses; null if that is not seen
 * @param initializer the other thread's initializer that it waits for: that of the class, or of one that is needed
 *     first
 * @param confidence exact if the class is seen not to be initialized, and to need that initializer; likely if one of
 *     these is not seen; unknown if a static initializer is running, but nothing connects the two threads
 */
public record ClassWait(@Nullable String used, RunningInitializer initializer, Confidence confidence) {
    /** Whether something connects the thread and the initializer. */
    public boolean isKnown() {
        return confidence != Confidence.UNKNOWN;
    }

    /** What the thread waits for, in words. */
    public String text() {
        String needed = "class " + initializer.className();
        return used == null || used.equals(initializer.className()) ? needed : "class " + used + ", after " + needed;
    }
}
