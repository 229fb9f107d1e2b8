package io.vtmonitor.waits.dump;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread dump, as far as it could be read.
 *
 * @param file its name
 * @param processId of the JVM; 0 where the dump does not tell
 * @param time when it was made
 * @param runtimeVersion of the JVM, such as {@code 25.0.3+9-LTS}
 * @param threads all of them, platform threads included
 * @param unlisted threads that a container counts and the dump does not list
 * @param damage what is wrong with it, one sentence; null where all of it was read
 * @param form its format
 */
public record ThreadDumpFile(
        String file,
        long processId,
        Instant time,
        String runtimeVersion,
        List<DumpedThread> threads,
        long unlisted,
        @Nullable String damage,
        Form form) {
    /** The formats of {@code Thread.dump_to_file}. */
    public enum Form {
        /** It counts the threads, and shows who has a carrier. */
        JSON,
        /** It does neither. */
        PLAIN
    }

    /** Whether it tells states and what threads wait for: JDK 25 and later, and 24. */
    boolean tellsStates() {
        for (DumpedThread thread : threads) {
            if (thread.state() != null) {
                return true;
            }
        }
        return false;
    }
}
