package io.vtmonitor.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * What the start of a watch warns of, for whoever asked for it from another process and does not see this one's log.
 * Other threads warn of what they find in the application meanwhile, so only those count that start something.
 */
public final class StartWarnings {
    private static final int MOST = 20;
    private static final List<String> HEARD = new ArrayList<>();
    private static volatile @Nullable Thread starting;

    private StartWarnings() {}

    /** The calling thread starts something; what a thread before it has warned of stays. */
    public static synchronized void begin() {
        starting = Thread.currentThread();
    }

    /** What was warned of since the last call; it is over. */
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
