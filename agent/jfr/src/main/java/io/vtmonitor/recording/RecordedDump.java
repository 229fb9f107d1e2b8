package io.vtmonitor.recording;

import java.time.Instant;

/**
 * A thread dump in a recording.
 *
 * @param time when the JVM recorded it
 * @param text as the JVM printed it
 */
public record RecordedDump(Instant time, String text) {}
