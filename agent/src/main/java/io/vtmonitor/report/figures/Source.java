package io.vtmonitor.report.figures;

import java.util.List;

/**
 * Where the pins came from.
 *
 * @param kind {@code live}, {@code recording} or {@code dump}; {@code mixed} where reports of several were merged
 * @param tool name and version of the program that made the report
 * @param files where each JVM was read from, in the order of {@code Report.jvms()}: a recording of several JVMs comes
 *     several times, {@code ""} stands for a live one; empty where all were live
 */
public record Source(String kind, String tool, List<String> files) {
    /** Of thread dumps, which tell of waits and nothing of pins. */
    public static final String DUMP = "dump";
}
