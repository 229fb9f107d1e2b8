package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Blocks in the function that ConcurrentHashMap.computeIfAbsent calls with a monitor held. Each key has a bin of its
 * own: in one that is not empty, that method holds the monitor of another object.
 */
public final class MapComputes {
    private static final ConcurrentHashMap<Integer, Boolean> MAP = new ConcurrentHashMap<>();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private MapComputes() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, MapComputes::block);
    }

    static void block(Duration length) {
        MAP.computeIfAbsent(NEXT.getAndIncrement(), key -> sleep(length));
    }

    static boolean sleep(Duration length) {
        try {
            Thread.sleep(length);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
