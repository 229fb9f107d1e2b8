package io.vtmonitor.scan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a call that blocks waits for. */
public enum BlockingKind {
    SOCKET(0, "waits for a socket"),
    HTTP(0, "waits for an HTTP answer"),
    JDBC(0, "waits for a database"),
    DNS(0, "looks up a host name"),
    NAMING(4, "asks a naming service"),
    PROCESS(0, "waits for a process"),
    SLEEP(0, "sleeps"),
    OBJECT_WAIT(0, "waits in Object.wait"),
    QUEUE(0, "waits for a queue"),
    FUTURE(0, "waits for a result"),
    CONDITION(0, "waits for a condition"),
    SELECTOR(0, "waits for a selector"),
    FILE_LOCK(0, "waits for a file lock"),
    STREAM(4, "reads or writes a stream, which may be a socket's"),
    LOCK(8, "waits for a lock"),
    OTHER(2, "blocks"),
    /** No rule has it: the class is not on the class path, and what is known of the holder says that it waits. */
    UNREAD(8, "calls a class that is not on the class path");

    private final int distance;
    private final String words;

    BlockingKind(int distance, String words) {
        this.distance = distance;
        this.words = words;
    }

    /** How much further away than a certain wait this counts, in the search for the shortest path. */
    int distance() {
        return distance;
    }

    /** In words: {@code waits for a socket}. */
    public String words() {
        return words;
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
