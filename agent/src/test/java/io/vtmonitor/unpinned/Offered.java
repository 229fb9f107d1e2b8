package io.vtmonitor.unpinned;

import io.vtmonitor.scenario.Driver;
import io.vtmonitor.scenario.Scenario;
import java.time.Duration;
import java.util.Hashtable;

/**
 * Sleeps in a monitor of the driver's alone, in one of the driver's within one of its own, and in one of an object that
 * the JDK locks, too.
 */
public final class Offered {
    /** The compiler could remove the lock of an object that nobody else can reach. */
    private static volatile Driver shared;

    private final Object own = new Object();
    private final Hashtable<String, String> table = new Hashtable<>();

    private Offered() {}

    public static void main(String[] args) throws Exception {
        Offered offered = new Offered();
        Scenario.run(args, length -> {
            driver(length);
            offered.both(length);
            offered.kept(length);
        });
    }

    private static void driver(Duration length) throws InterruptedException {
        new Driver().read(length);
    }

    private void both(Duration length) throws InterruptedException {
        Driver driver = new Driver();
        shared = driver;
        synchronized (own) {
            driver.read(length);
        }
    }

    private void kept(Duration length) throws InterruptedException {
        synchronized (table) {
            Thread.sleep(length);
        }
    }
}
