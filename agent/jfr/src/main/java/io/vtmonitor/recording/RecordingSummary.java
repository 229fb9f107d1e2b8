package io.vtmonitor.recording;

import io.vtmonitor.pins.ChangedSettings;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.pins.RecordedSpans;
import io.vtmonitor.report.Limit;
import java.util.List;

/**
 * What a recording says apart from its pins.
 *
 * @param jvm the JVM that wrote it
 * @param watched when
 * @param lostBytes event data the JVM says it could not keep
 * @param settings those of the events that make pins, over its time
 * @param findings what the agent wrote into it in addition to pins, as JSON: the latest first, and the one before it,
 *     for a recording whose end is damaged; none if no agent wrote it
 * @param dumps its latest thread dumps in which threads wait for each other
 * @param limits what its figures cannot show
 * @param problems what could not be read, with the byte where it is known; empty if all was
 */
public record RecordingSummary(
        JvmInfo jvm,
        RecordedSpans watched,
        long lostBytes,
        List<ChangedSettings.State> settings,
        List<String> findings,
        List<RecordedDump> dumps,
        List<Limit> limits,
        List<String> problems) {}
