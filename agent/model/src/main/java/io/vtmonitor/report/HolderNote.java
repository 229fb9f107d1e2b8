package io.vtmonitor.report;

import org.jspecify.annotations.Nullable;

/**
 * Why it is not known who has something, or where that was taken, without a sentence. {@code report.text} makes those.
 *
 * @param why the reason
 * @param number what the reason says; 0 if it says none
 * @param text the words of another JVM or process, or the thread that is known to be one of several; else empty
 */
public record HolderNote(Why why, long number, String text) {
    /** The reason. */
    public enum Why {
        /** Another JVM or another process has put it in words: the JSON of a report has them. */
        WORDED,
        /** The holder released it while its stack was read. */
        RELEASED,
        NOBODY,
        /** A {@code StampedLock}, which does not record its holder. */
        STAMPED_LOCK,
        /** A semaphore, which does not record who has its permits; so many are available. */
        SEMAPHORE,
        /** Read locks, taken so many times; the lock records the first reader, which the text names, and no others. */
        READERS,
        /** None of so many threads that were examined. */
        NOT_AMONG_EXAMINED,
        /** Nobody in a dump. */
        NOBODY_IN_DUMP,
        /** Nobody in a dump has it for writing; who reads is not recorded. */
        NO_WRITER_IN_DUMP,
        /** A dump shows nobody as the owner of a monitor. */
        NOT_SHOWN_IN_DUMP,
        /** Dumps of this JDK do not show who holds locks of {@code java.util.concurrent}. */
        LOCKS_NOT_IN_DUMP,
        CHANGED_HANDS,
        /** The thread of that id, which is not in a dump that lacks others, too. */
        AMONG_UNLISTED,
        /** The thread of that id, which is not in a dump that does not say how many threads there were. */
        UNLISTED_OR_ENDED,
        /** The thread of that id, which is in neither of two dumps. */
        NOT_IN_TWO_DUMPS,
        /** The thread of that id, which is not in a dump of all threads. */
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

    /** As another JVM or another process has put it. */
    public static HolderNote read(String text) {
        return new HolderNote(Why.WORDED, 0, text);
    }
}
