package io.vtmonitor.report.text;

import io.vtmonitor.report.HolderNote;

/** Why the holder of something is not known, in words. */
public final class HolderNoteText {
    private HolderNoteText() {}

    /** A sentence that starts in lower case, without a full stop. */
    public static String of(HolderNote note) {
        long number = note.number();
        String owner = "its owner, thread #" + number + ", is not ";
        return switch (note.why()) {
            case WORDED -> note.text();
            case RELEASED -> "it released the lock while its stack was read";
            case NOBODY -> "no thread owned it at that instant";
            case STAMPED_LOCK -> "a StampedLock doesn't record who holds it";
            case SEMAPHORE ->
                "a semaphore doesn't record who acquired its permits; " + (number > 0 ? number : "none")
                        + (number > 1 ? " are" : " is") + " available";
            case READERS ->
                "read locks are taken " + (number == 1 ? "once" : number + " times")
                        + (note.text().isEmpty()
                                ? "; the lock doesn't record by which threads"
                                : ", first by " + note.text() + "; the lock doesn't record the other readers");
            case READERS_IN_DUMP -> "no thread owns it for writing; it is read by " + note.text();
            case NOT_AMONG_EXAMINED -> "the owner was not among the " + number + " threads examined";
            case NOBODY_IN_DUMP -> "no thread owned it when the dump was taken";
            case NO_WRITER_IN_DUMP ->
                "no thread owned it for writing when the dump was taken; which threads read isn't recorded";
            case NOT_SHOWN_IN_DUMP -> "no thread of the dump is shown as its owner";
            case LOCKS_NOT_IN_DUMP ->
                "this thread dump doesn't show who holds a lock of java.util.concurrent; a heap dump does, and so do"
                        + " watch and thread dumps of JDK 26 and later";
            case CHANGED_HANDS -> "it changed hands while the dump was taken";
            case OWNER_WAITS -> "its owner, thread #" + number + ", waits for it itself";
            case AMONG_UNLISTED -> owner + "among the threads that the dump lists; others are missing, too";
            case UNLISTED_OR_ENDED ->
                owner + "in the dump, which doesn't say how many threads there are: it has ended, or it isn't listed";
            case NOT_IN_TWO_DUMPS ->
                owner + "in the dump, nor in the one before, so it has likely ended without releasing it";
            case NOT_IN_DUMP -> owner + "in the dump: it has ended, or it started while the dump was taken";
        };
    }
}
