package io.vtmonitor.pins;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.util.ArrayList;
import java.util.List;

/** What a JVM or its recording hides beyond what every one of its kind does, worst first. */
public final class BlindSpots {
    private static final int DEEP_ENOUGH = 256;

    private BlindSpots() {}

    /**
     * The limits.
     *
     * @param legacyLocking see {@link LegacyLocking}
     * @param vmName {@code java.vm.name}
     * @param stackDepth frames kept of a stack, 0 if unknown
     * @param bySettings what the recording's settings hide
     */
    public static List<Limit> of(boolean legacyLocking, String vmName, int stackDepth, List<Limit> bySettings) {
        List<Limit> spots = new ArrayList<>(bySettings);
        if (legacyLocking) {
            spots.add(Limit.of(LimitKind.LEGACY_LOCKING));
        }
        if (vmName.contains("OpenJ9")) {
            spots.add(Limit.of(LimitKind.OPENJ9));
        }
        if (stackDepth > 0 && stackDepth < DEEP_ENOUGH) {
            spots.add(Limit.of(LimitKind.STACK_DEPTH, stackDepth));
        }
        return spots;
    }
}
