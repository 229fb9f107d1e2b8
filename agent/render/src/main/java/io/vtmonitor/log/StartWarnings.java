package io.vtmonitor.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The warnings of a start of a watch. If another process has asked for the start, it can't see the log of this one, and
 * gets them as an answer. Only warnings of the starting thread count, because other threads warn of other things at the
 * same time.
 */
public final class StartWarnings {
    private static final int MOST = 20;
    private static final List<String> HEARD = new ArrayList<>();
    private static volatile @Nullable Thread starting;

    private StartWarnings() {}

    /** From now on, warnings of the calling thread count. Those of a former starting thread are kept. */
    public static synchronized void begin() {
        starting = Thread.currentThread();
    }

    /** Ends the start, and returns the warnings since the last call. */
    public static synchronized List<String> end() {
        starting = null;
        List<String> heard = List.copyOf(HEARD);
        HEARD.clear();
        return heard;
    }

    static void hear(Level level, String message) {
        if (level == Level.WARN && Thread.currentThread().equals(starting)) {
            add(message);
        }
    }

    private static synchronized void add(String message) {
        if (HEARD.size() < MOST) {
            HEARD.add(message);
        }
    }
}
