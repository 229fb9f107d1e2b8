package io.vtmonitor.scan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a call that blocks waits for. */
public enum BlockingKind {
    SOCKET(0),
    HTTP(0),
    JDBC(0),
    DNS(0),
    NAMING(4),
    PROCESS(0),
    SLEEP(0),
    OBJECT_WAIT(0),
    QUEUE(0),
    FUTURE(0),
    CONDITION(0),
    SELECTOR(0),
    FILE_LOCK(0),
    STREAM(4),
    LOCK(8),
    OTHER(2),
    /** No rule has it: the class is not on the class path, and what is known of the holder says that it waits. */
    UNREAD(8);

    private final int distance;

    BlockingKind(int distance) {
        this.distance = distance;
    }

    /** How much further away than a certain wait this counts, in the search for the shortest path. */
    int distance() {
        return distance;
    }

    /** Null for a word that names none. */
    static @Nullable BlockingKind parse(String word) {
        for (BlockingKind kind : values()) {
            if (kind != UNREAD && kind.toString().equals(word)) {
                return kind;
            }
        }
        return null;
    }

    /** The name in reports and in files of sinks: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
