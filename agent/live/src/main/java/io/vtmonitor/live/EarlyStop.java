package io.vtmonitor.live;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Stops the recording of a JVM that ends before its watch has begun. At that time no shutdown hook of the watch removes
 * its files, so the hook that exists until then does. Holds no reference to {@code jdk.jfr}.
 */
public final class EarlyStop {
    private static boolean ending;
    private static @Nullable Begun begun;

    private EarlyStop() {}

    /** What is taken back. */
    interface Begun {
        /** Makes the files. */
        void makeFiles() throws IOException;

        /**
         * Called as the JVM ends, when {@link #checkGoesOn} throws: leaves no file but what the user asked for and is
         * worth having.
         *
         * @param deadline as {@link System#nanoTime} tells it
         */
        void takeBack(long deadline) throws InterruptedException;
    }

    /**
     * Has the files made, unless the JVM is ending: either they are known to who takes them back, or there are none.
     *
     * @throws IllegalStateException where it is ending
     */
    static synchronized void begin(Begun recording) throws IOException {
        checkGoesOn();
        begun = recording;
        recording.makeFiles();
    }

    /**
     * Before it starts.
     *
     * @throws IllegalStateException where the JVM is ending
     */
    static synchronized void checkGoesOn() {
        if (ending) {
            throw new IllegalStateException("the JVM is ending");
        }
    }

    /** Its files are left as they should be. */
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
     * The JVM is ending: takes back what has begun, and nothing begins any more.
     *
     * @param deadline for JFR to write what was recorded, as {@link System#nanoTime} tells it
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
