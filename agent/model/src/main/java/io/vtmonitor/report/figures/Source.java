package io.vtmonitor.report.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the pins came from.
 *
 * @param kind {@code live}, {@code recording}, {@code dump} or {@code heap_dump}; {@code mixed} where reports of
 *     several were merged
 * @param tool name and version of the program that made the report
 * @param files where each JVM was read from, in the order of {@code Report.jvms()}: a recording of several JVMs comes
 *     several times, {@code ""} stands for a live one; empty if all were live
 * @param cost what the watch has cost; null for recordings, and where reports were merged
 */
public record Source(
        String kind,
        String tool,
        List<String> files,
        @Nullable WatchCost cost) {
    /** Of thread dumps, which tell of waits and nothing of pins. */
    public static final String DUMP = "dump";
    /** Of heap dumps only, each of which shows one instant. */
    public static final String HEAP_DUMP = "heap_dump";

    /** What it cost is not known. */
    public Source(String kind, String tool, List<String> files) {
        this(kind, tool, files, null);
    }

    /** Whether it has waits and no pins. */
    public boolean ofDumps() {
        return kind.equals(DUMP) || kind.equals(HEAP_DUMP);
    }
}
