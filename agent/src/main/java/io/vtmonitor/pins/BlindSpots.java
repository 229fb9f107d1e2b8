package io.vtmonitor.pins;

import java.util.ArrayList;
import java.util.List;

/** What a JVM or its recording hides beyond what every one of its kind does, said in sentences, worst first. */
public final class BlindSpots {
    private static final int DEEP_ENOUGH = 256;

    private BlindSpots() {}

    /**
     * The sentences.
     *
     * @param legacyLocking see {@link LegacyLocking}
     * @param vmName {@code java.vm.name}
     * @param stackDepth frames kept of a stack, 0 where unknown
     * @param bySettings what the recording's settings hide
     */
    public static List<String> of(boolean legacyLocking, String vmName, int stackDepth, List<String> bySettings) {
        List<String> spots = new ArrayList<>(bySettings);
        if (legacyLocking) {
            spots.add(LegacyLocking.SENTENCE);
        }
        if (vmName.contains("OpenJ9")) {
            spots.add("this JVM is OpenJ9: when it pins is not known as well as for HotSpot, and holders may be wrong");
        }
        if (stackDepth > 0 && stackDepth < DEEP_ENOUGH) {
            spots.add("stacks are cut off at " + stackDepth + " frames: holders further down are not seen"
                    + " (the JVM keeps more with -XX:FlightRecorderOptions=stackdepth=" + DEEP_ENOUGH + ")");
        }
        return spots;
    }
}
