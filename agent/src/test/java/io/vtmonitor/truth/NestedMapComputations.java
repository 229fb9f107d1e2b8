package io.vtmonitor.truth;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Two virtual threads, "database" and "network", compute an entry of a ConcurrentHashMap, each from within the other's:
 * a deadlock, on every JDK, by the monitors of the map's bins. On JDK 21 the two also hold both carriers; the twenty
 * threads that get none are victims.
 */
public final class NestedMapComputations {
    private static final Map<String, String> RESOURCES = new ConcurrentHashMap<>();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private NestedMapComputations() {}

    public static void main(String[] args) throws Exception {
        Thread database = Truth.virtual("database", () -> open("database", "network"));
        Thread network = Truth.virtual("network", () -> open("network", "database"));
        Truth.await(() -> database.getState() == Thread.State.BLOCKED && network.getState() == Thread.State.BLOCKED);
        Truth.queueForCarriers();
        Truth.stay();
    }

    private static String open(String resource, String needed) {
        return RESOURCES.computeIfAbsent(resource, name -> {
            Truth.meet(BOTH);
            return name + " with " + RESOURCES.computeIfAbsent(needed, other -> other);
        });
    }
}
