package io.vtmonitor.pins;

import io.vtmonitor.common.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a recording has to hold for an analysis to see all that can be seen: the events, their thresholds and stacks.
 * The environment and other processes' command lines are not among them.
 */
public final class AnalysisSettings {
    /** Frames that JFR has to keep for holders deep in a stack to be seen; its own default is 64. */
    public static final int STACK_DEPTH = 256;

    /** The flag that raises the depth. */
    public static final String DEPTH_FLAG = "-XX:FlightRecorderOptions=stackdepth=" + STACK_DEPTH;

    /** From here on waits for a monitor and for notify are recorded where nothing else is asked; JFR's own default. */
    public static final Duration MONITOR_THRESHOLD = Duration.ofMillis(20);

    private AnalysisSettings() {}

    private static Map<String, Map<String, String>> events(Duration monitorThreshold) {
        String monitors = Durations.exact(monitorThreshold.toNanos() / 1_000);
        Map<String, Map<String, String>> events = new LinkedHashMap<>();
        events.put(AnalysisEvents.PINNED, blocking("1 ms"));
        AnalysisEvents.MONITORS.forEach(event -> events.put(event, blocking(monitors)));
        for (String file : AnalysisEvents.FILES) {
            Map<String, String> settings = blocking("20 ms");
            settings.put("throttle", "off");
            events.put(file, settings);
        }
        AnalysisEvents.LOSSES.forEach(event -> events.put(event, enabled()));
        events.put("jdk.ActiveSetting", enabled());
        // Shows which carriers are held at the end by a pin that does not end.
        Map<String, String> dump = enabled();
        dump.put("period", "everyChunk");
        events.put("jdk.ThreadDump", dump);
        for (String fact : List.of("jdk.JVMInformation", "jdk.CPUInformation", "jdk.InitialSystemProperty")) {
            Map<String, String> settings = enabled();
            settings.put("period", "beginChunk");
            events.put(fact, settings);
        }
        return events;
    }

    private static Map<String, String> enabled() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("enabled", "true");
        return settings;
    }

    private static Map<String, String> blocking(String threshold) {
        Map<String, String> settings = enabled();
        settings.put("threshold", threshold);
        settings.put("stackTrace", "true");
        return settings;
    }

    /**
     * As a settings file (.jfc) for {@code -XX:StartFlightRecording=settings=FILE}.
     *
     * @param monitorThreshold shorter waits for a monitor and for notify are not recorded; in microseconds, zero is all
     */
    public static String asFile(Duration monitorThreshold) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <!--
                  Settings of a flight recording that vt-monitor's analyze reads, for JDK 21 and later:

                    java %s \\
                         -XX:StartFlightRecording=settings=vt-monitor.jfc,filename=app.jfr,dumponexit=true …

                  The first flag can't be set in this file: without it stacks are cut off at 64 frames, and who holds
                  the carrier is often further down.

                  InitialSystemProperty and JVMInformation hold the system properties and the command line, as in the JDK's
                  own settings. Where those hold secrets switch the two off: the number of carriers is then taken from the
                  processors. The environment is not recorded.
                -->
                <configuration version="2.0" label="vt-monitor" description="Pins of virtual threads" provider="vt-monitor">
                """.formatted(DEPTH_FLAG)
                + events(monitorThreshold).entrySet().stream()
                        .map(event -> "  <event name=\"" + event.getKey() + "\">\n" + settings(event.getValue())
                                + "  </event>\n")
                        .collect(Collectors.joining())
                + "</configuration>\n";
    }

    private static String settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> "    <setting name=\"" + setting.getKey() + "\">" + setting.getValue() + "</setting>\n")
                .collect(Collectors.joining());
    }
}
