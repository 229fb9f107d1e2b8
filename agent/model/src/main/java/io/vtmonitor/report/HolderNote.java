package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * Why it is not known which thread has something, or which frame took it, as data. {@code report.text} makes the
 * sentence.
 *
 * @param why the reason
 * @param number the number that belongs to the reason; 0 if there is none
 * @param text the sentence of another JVM or process, or the one holder of several that is known; else empty
 */
public record HolderNote(Why why, long number, String text) {
    /** The reason. */
    public enum Why {
        /** The reason is a sentence of another JVM or process, read from the JSON of a report. */
        WORDED,
        /** The holder released it while its stack was read. */
        RELEASED,
        NOBODY,
        /** A {@code StampedLock}, which does not record its holder. */
        STAMPED_LOCK,
        /**
         * A semaphore, which does not record which threads have its permits; the number is that of available permits.
         */
        SEMAPHORE,
        /** Read locks, taken so many times. The lock records the first reader, which the text names, and no others. */
        READERS,
        /** Readers that a heap dump shows, which the text names. There may be others. */
        READERS_IN_DUMP,
        /** None of the threads that were examined, whose number it is. */
        NOT_AMONG_EXAMINED,
        /** No thread of a dump has it. */
        NOBODY_IN_DUMP,
        /** No thread of a dump has the write lock; readers are not recorded. */
        NO_WRITER_IN_DUMP,
        /** A dump shows no owner of the monitor. */
        NOT_SHOWN_IN_DUMP,
        /** Dumps of this JDK do not show owners of locks of {@code java.util.concurrent}. */
        LOCKS_NOT_IN_DUMP,
        CHANGED_HANDS,
        /** At one instant, the owner, which has the id {@code number}, waits for it itself. */
        OWNER_WAITS,
        /** The thread with the id {@code number}, which is missing from a dump that lacks other threads, too. */
        AMONG_UNLISTED,
        /**
         * The thread with the id {@code number}, which is missing from a dump that does not show how many threads there
         * were.
         */
        UNLISTED_OR_ENDED,
        /** The thread with the id {@code number}, which is missing from two dumps. */
        NOT_IN_TWO_DUMPS,
        /** The thread with the id {@code number}, which is missing from a dump of all threads. */
        NOT_IN_DUMP
    }

    public static HolderNote of(Why why) {
        return new HolderNote(why, 0, "");
    }

    public static HolderNote of(Why why, long number) {
        return new HolderNote(why, number, "");
    }

    /**
     * Read locks.
     *
     * @param first the thread that took one first, null if not known
     */
    public static HolderNote readers(int times, @Nullable String first) {
        return new HolderNote(Why.READERS, times, first == null ? "" : first);
    }

    /**
     * Readers that a heap dump shows.
     *
     * @param readers the threads, in words
     */
    public static HolderNote readersInDump(String readers) {
        return new HolderNote(Why.READERS_IN_DUMP, 0, readers);
    }

    /** The sentence of another JVM or process. */
    public static HolderNote read(String text) {
        return new HolderNote(Why.WORDED, 0, text);
    }
}
