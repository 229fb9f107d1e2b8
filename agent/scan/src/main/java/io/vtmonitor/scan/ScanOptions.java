package io.vtmonitor.scan;

import java.util.List;
import java.util.function.Predicate;

/**
 * What a scan goes by.
 *
 * @param feature version of Java by whose rules a frame keeps the carrier, 21 or later
 * @param sinks what blocks
 * @param entries which methods are entries, by {@code class.method}; empty for those that frameworks call and
 *     {@code main}
 * @param threads how many read class files at once; the result does not depend on it
 */
public record ScanOptions(int feature, Sinks sinks, List<Predicate<String>> entries, int threads) {
    /** From this release on, owning a monitor no longer keeps the carrier (JEP 491). */
    private static final int FREE_OF_MONITORS = 24;

    public ScanOptions {
        entries = List.copyOf(entries);
    }

    /** Whether owning a monitor keeps the carrier. */
    public boolean monitorsPin() {
        return feature < FREE_OF_MONITORS;
    }
}
