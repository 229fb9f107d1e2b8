package io.vtmonitor.threads;

import io.vtmonitor.model.Confidence;
import org.jspecify.annotations.Nullable;

/**
 * A class that a thread waits for, or may wait for: to the JVM such a thread runs.
 *
 * @param used the class that its code asks for, null if that is not seen
 * @param initializer who is in the way: another thread, in the initializer of that class or of one that it needs first
 * @param confidence exact where the class is seen not to be initialized and to need that initializer; likely where one
 *     of both is not seen; unknown if a static initializer is under way and nothing connects the two
 */
public record ClassWait(@Nullable String used, RunningInitializer initializer, Confidence confidence) {
    /** Whether something connects the thread and the initializer. */
    public boolean isKnown() {
        return confidence != Confidence.UNKNOWN;
    }

    /** What is waited for, for people. */
    public String text() {
        String needed = "class " + initializer.className();
        return used == null || used.equals(initializer.className()) ? needed : "class " + used + ", after " + needed;
    }
}
