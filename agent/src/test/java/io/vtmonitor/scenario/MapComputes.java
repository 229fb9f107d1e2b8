package io.vtmonitor.scenario;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/** Blocks in the function that ConcurrentHashMap.computeIfAbsent calls with a monitor held. */
public final class MapComputes {
    private static final ConcurrentHashMap<Object, Boolean> MAP = new ConcurrentHashMap<>();

    private MapComputes() {}

    public static void main(String[] args) throws Exception {
        Scenario.run(args, MapComputes::block);
    }

    static void block(Duration length) {
        MAP.computeIfAbsent(new Object(), key -> sleep(length));
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
