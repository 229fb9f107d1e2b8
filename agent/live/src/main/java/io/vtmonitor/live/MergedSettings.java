package io.vtmonitor.live;

import io.vtmonitor.pins.EventSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * The settings in effect: JFR records what any of the running recordings requests.
 *
 * @param own our recording, checked first, because usually its settings are enough
 * @param events the events that make pins
 */
record MergedSettings(Recording own, List<String> events) implements SettingsGuard.Recorder {
    private static final long OFF = -1;

    @Override
    public long threshold(String event, long enough) {
        long lowest = threshold(own, event);
        if (lowest >= 0 && lowest <= enough) {
            return lowest;
        }
        for (Recording other : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (other.getState() == RecordingState.RUNNING) {
                long its = threshold(other, event);
                lowest = lowest < 0 || (its >= 0 && its < lowest) ? its : lowest;
            }
        }
        return lowest;
    }

    @Override
    public boolean stacks(String event) {
        if (stacks(own, event)) {
            return true;
        }
        for (Recording other : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (other.getState() == RecordingState.RUNNING && stacks(other, event)) {
                return true;
            }
        }
        return false;
    }

    private static boolean stacks(Recording recording, String event) {
        Map<String, String> settings = recording.getSettings();
        return "true".equals(settings.get(event + "#enabled")) && "true".equals(settings.get(event + "#stackTrace"));
    }

    private static long threshold(Recording recording, String event) {
        Map<String, String> settings = recording.getSettings();
        if (!"true".equals(settings.get(event + "#enabled"))) {
            return OFF;
        }
        Duration length = EventSettings.length(settings.get(event + "#threshold"));
        return length == null ? 0 : length.toNanos();
    }
}
