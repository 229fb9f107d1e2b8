package io.vtmonitor.source;

import java.util.List;

/**
 * What a recording told beside its pins.
 *
 * @param jvm the JVM that wrote it
 * @param watched when
 * @param lostBytes event data the JVM says it could not keep
 * @param notes what is unusual but no fault
 * @param problems what could not be read, with the byte where it is known; empty if all was
 */
public record Reading(WatchedJvm jvm, WatchedTime watched, long lostBytes, List<String> notes, List<String> problems) {}
