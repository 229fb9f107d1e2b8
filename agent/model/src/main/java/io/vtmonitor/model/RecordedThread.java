package io.vtmonitor.model;

/**
 * What a recording says of a thread.
 *
 * @param known false if it says nothing
 * @param virtual whether it is
 * @param id {@code Thread.threadId()}, 0 if unknown
 * @param name empty if it has none
 */
public record RecordedThread(boolean known, boolean virtual, long id, String name) {
    /** Of whom nothing is said. */
    public static final RecordedThread UNKNOWN = new RecordedThread(false, false, 0, "");
}
