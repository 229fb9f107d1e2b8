package io.vtmonitor.report.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the pins came from.
 *
 * @param kind {@code live}, {@code recording}, {@code dump}, or {@code heap_dump}; {@code mixed} if reports of several
 *     kinds were merged
 * @param tool name and version of the program that made the report
 * @param files the file from which each JVM was read, in the order of {@code Report.jvms()}. A recording of several
 *     JVMs is listed several times. {@code ""} stands for a live JVM; empty if all were live
 * @param cost what the watch has cost; null for recordings, and if reports were merged
 */
public record Source(
        String kind,
        String tool,
        List<String> files,
        @Nullable WatchCost cost) {
    /** The kind for dumps, which show waits but no pins. */
    public static final String DUMP = "dump";
    /** The kind for heap dumps only, each of which shows one instant. */
    public static final String HEAP_DUMP = "heap_dump";

    /** A source whose cost is not known. */
    public Source(String kind, String tool, List<String> files) {
        this(kind, tool, files, null);
    }

    /** Whether it is dumps, which show waits but no pins. */
    public boolean ofDumps() {
        return kind.equals(DUMP) || kind.equals(HEAP_DUMP);
    }
}
