package io.vtmonitor.live;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Stops the recording of a JVM that ends before its watch has begun. At that time, no shutdown hook of the watch exists
 * to remove the files. So the hook that exists from the start calls this. Has no reference to {@code jdk.jfr}.
 */
public final class EarlyStop {
    private static boolean ending;
    private static @Nullable Begun begun;

    private EarlyStop() {}

    /** A recording that can be undone. */
    interface Begun {
        /** Creates the files. */
        void makeFiles() throws IOException;

        /**
         * Called at the end of the JVM, when {@link #checkGoesOn} already throws. Leaves no file, except the one that
         * the user has asked for, if it is complete.
         *
         * @param deadline a {@link System#nanoTime}
         */
        void takeBack(long deadline) throws InterruptedException;
    }

    /**
     * Creates the files, unless the JVM is ending: if the JVM ends from now on, {@link #takeBack} removes them.
     *
     * @throws IllegalStateException if the JVM is ending
     */
    static synchronized void begin(Begun recording) throws IOException {
        checkGoesOn();
        begun = recording;
        recording.makeFiles();
    }

    /**
     * Called before the recording starts.
     *
     * @throws IllegalStateException if the JVM is ending
     */
    static synchronized void checkGoesOn() {
        if (ending) {
            throw new IllegalStateException("the JVM is ending");
        }
    }

    /** Called when nothing is left to undo. */
    static synchronized void over() {
        begun = null;
    }

    private static synchronized @Nullable Begun ended() {
        ending = true;
        Begun left = begun;
        begun = null;
        return left;
    }

    /**
     * Called at the end of the JVM: undoes the recording, and prevents others from starting.
     *
     * @param deadline a {@link System#nanoTime}: until then, waits for JFR to write what was recorded
     */
    public static void takeBack(long deadline) {
        Begun left = ended();
        if (left != null) {
            try {
                left.takeBack(deadline);
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
