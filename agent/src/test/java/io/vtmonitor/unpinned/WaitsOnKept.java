package io.vtmonitor.unpinned;

import io.vtmonitor.scenario.Scenario;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** Waits to be notified on an object of the JDK, which takes the monitor of it in its own methods. */
public final class WaitsOnKept {
    private final SortedSet<Integer> unconfirmed = Collections.synchronizedSortedSet(new TreeSet<>());

    private WaitsOnKept() {}

    public static void main(String[] args) throws Exception {
        WaitsOnKept kept = new WaitsOnKept();
        Scenario.run(args, kept::await);
    }

    private void await(Duration length) throws InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        synchronized (unconfirmed) {
            for (long left = length.toMillis(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                unconfirmed.wait(left);
            }
        }
    }
}
