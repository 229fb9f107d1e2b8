package io.vtmonitor.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether virtual threads get on: the health indicator of both releases of Spring Boot asks it. */
final class VirtualThreadsState {
    /** From this part of the time between two checks on, the JVM is called starved. */
    private static final double STARVED = 0.5;

    private static final double NANOS = 1e9;

    private final Supplier<@Nullable Map<String, Object>> agent;
    private final LongSupplier clock;
    private double starvedBefore = -1;
    private long checkedBefore;

    /** @param clock in nanoseconds */
    VirtualThreadsState(Supplier<@Nullable Map<String, Object>> agent, LongSupplier clock) {
        this.agent = agent;
        this.clock = clock;
    }

    /**
     * What a check found.
     *
     * @param up false where a stall is under way, or no carrier was free for half of the time since the last check;
     *     null where no agent watches
     * @param details each with a name
     */
    record Found(@Nullable Boolean up, Map<String, Object> details) {}

    /** One check; the first one knows of no time between. */
    synchronized Found check() {
        Map<String, Object> report = agent.get();
        if (report == null) {
            return new Found(null, Map.of("how", VirtualThreadsEndpoint.HOW));
        }
        Map<String, Object> details = new LinkedHashMap<>();
        boolean stalled = false;
        if (report.get("stalls") instanceof List<?> stalls) {
            for (Object one : stalls) {
                if (one instanceof Map<?, ?> stall && Boolean.FALSE.equals(stall.get("over"))) {
                    stalled = true;
                    details.put("stalled", String.valueOf(stall.get("verdict")));
                }
            }
        }
        double starved = number(report.get("totals"), "starvedSeconds");
        long now = clock.getAsLong();
        boolean isStarved = false;
        if (starvedBefore >= 0 && now > checkedBefore) {
            double share = (starved - starvedBefore) / ((now - checkedBefore) / NANOS);
            isStarved = share >= STARVED;
            details.put("starvedSecondsSinceLastCheck", Math.max(0, starved - starvedBefore));
        }
        starvedBefore = starved;
        checkedBefore = now;
        details.put("capacityLost", number(report.get("totals"), "capacityLost"));
        return new Found(!stalled && !isStarved, details);
    }

    private static double number(@Nullable Object object, String field) {
        return object instanceof Map<?, ?> map && map.get(field) instanceof Number number ? number.doubleValue() : 0;
    }
}
