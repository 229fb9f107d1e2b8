package io.vtmonitor.spring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The actuator endpoint {@code vthreads}: the agent's report, or its {@code sites}, {@code waits}, {@code advice} or
 * {@code requests}. Like every endpoint but health it is not exposed over HTTP unless
 * {@code management.endpoints.web.exposure.include} names it, and secured as the others are.
 */
@Endpoint(id = "vthreads")
public final class VirtualThreadsEndpoint {
    static final String HOW = "Start the JVM with -javaagent:vt-monitor.jar, or attach it:"
            + " java -jar vt-monitor.jar attach PID. Java 21 or later is needed.";

    private final Supplier<@Nullable Map<String, Object>> agent;

    VirtualThreadsEndpoint(Supplier<@Nullable Map<String, Object>> agent) {
        this.agent = agent;
    }

    /** The report, as the agent's {@code /report.json} has it; without the agent how to add it. */
    @ReadOperation
    public Map<String, Object> report() {
        Map<String, Object> report = agent.get();
        return report == null ? without() : report;
    }

    /**
     * A part of the report; without the agent how to add it.
     *
     * @param part {@code sites}: who holds carriers, with figures; {@code waits}: what virtual threads wait for;
     *     {@code advice}: what to do, for all sites and for each; {@code requests}: what requests lost, by route
     * @return null for another part, which HTTP answers by 404
     */
    @ReadOperation
    public @Nullable Map<String, @Nullable Object> part(@Selector String part) {
        List<String> parts = List.of("sites", "waits", "advice", "requests");
        if (!parts.contains(part)) {
            return null;
        }
        Map<String, Object> report = agent.get();
        if (report == null) {
            return new LinkedHashMap<>(without());
        }
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        switch (part) {
            case "waits", "requests" -> shown.put(part, report.get(part));
            case "sites" -> {
                shown.put("totals", report.get("totals"));
                shown.put(
                        "sites",
                        sites(
                                report,
                                "id",
                                "operation",
                                "reason",
                                "pins",
                                "pinnedSeconds",
                                "p99Seconds",
                                "maxSeconds",
                                "holders",
                                "entries",
                                "verdict"));
            }
            default -> {
                shown.put("plan", report.get("plan"));
                shown.put("sites", sites(report, "id", "pinnedSeconds", "advice"));
            }
        }
        shown.put("limits", report.get("limits"));
        return shown;
    }

    private static List<Map<String, @Nullable Object>> sites(Map<String, Object> report, String... fields) {
        List<Map<String, @Nullable Object>> sites = new ArrayList<>();
        if (report.get("sites") instanceof List<?> all) {
            for (Object one : all) {
                if (one instanceof Map<?, ?> site) {
                    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
                    for (String field : fields) {
                        shown.put(field, site.get(field));
                    }
                    sites.add(shown);
                }
            }
        }
        return sites;
    }

    private static Map<String, Object> without() {
        return Map.of("watching", false, "how", HOW);
    }
}
