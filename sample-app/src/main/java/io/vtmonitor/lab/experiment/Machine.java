package io.vtmonitor.lab.experiment;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * What an experiment ran on, without names and places.
 *
 * @param processors that the JVM may use
 * @param memoryGigabytes of the machine
 * @param system its kind
 * @param versions of the JDKs and the database
 */
record Machine(int processors, long memoryGigabytes, String system, List<String> versions) {
    static Machine here(List<String> versions) {
        var beans = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                Math.round(beans.getTotalMemorySize() / 1e9),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                versions);
    }

    /** How many threads ran or wanted to, on average over the last minute; negative where the system does not tell. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%d processors, %d GB, %s; %s",
                processors,
                memoryGigabytes,
                system,
                String.join(", ", versions));
    }
}
