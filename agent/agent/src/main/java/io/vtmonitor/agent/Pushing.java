package io.vtmonitor.agent;

import io.vtmonitor.metrics.PrometheusMetrics;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.otlp.OtlpEvent;
import io.vtmonitor.otlp.OtlpEvent.Severity;
import io.vtmonitor.otlp.OtlpSender;
import io.vtmonitor.otlp.OtlpTarget;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.text.StallText;
import io.vtmonitor.report.text.WaitsText;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends metrics at an interval, and verdicts and stalls when they are found, to another system. */
final class Pushing implements FindingsListener, AutoCloseable {
    private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";
    private static final Duration USUAL_INTERVAL = Duration.ofMinutes(1);
    private static final int LEAST_MILLIS = 1_000;

    private final OtlpSender sender;

    private Pushing(OtlpSender sender) {
        this.sender = sender;
    }

    /** Sends to that target, from {@link #begin} on. */
    static Pushing to(OtlpTarget target, PrometheusMetrics metrics) {
        ProcessHandle process = ProcessHandle.current();
        OtlpTarget named = target.with("service.instance.id", instance(process, System.getenv("HOSTNAME")));
        return new Pushing(new OtlpSender(named, metrics::families, interval(System.getenv(INTERVAL))));
    }

    /** Starts to send. Called when everything adds to the metrics. */
    void begin() {
        sender.begin();
    }

    /**
     * An id for each JVM of a service. In containers, a process may have the same number after each start, so the id
     * has the time of the start.
     */
    private static String instance(ProcessHandle process, @Nullable String host) {
        long started = process.info().startInstant().orElseGet(Instant::now).toEpochMilli();
        return (host == null || host.isEmpty() ? "" : host + "-") + process.pid() + "-" + started;
    }

    /** Milliseconds, as OpenTelemetry's SDKs read them; a minute if the text is not a number. */
    static Duration interval(@Nullable String millis) {
        return millis == null || !millis.matches("\\d{1,9}")
                ? USUAL_INTERVAL
                : Duration.ofMillis(Math.max(LEAST_MILLIS, Long.parseLong(millis)));
    }

    @Override
    public void verdict(WaitVerdict verdict) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("vthread.verdict", verdict.kind().toString());
        attributes.put("vthread.confidence", verdict.confidence().toString());
        attributes.put("vthread.threads", Integer.toString(verdict.threads()));
        if (verdict.site() != null) {
            attributes.put("vthread.site", verdict.site());
        }
        if (verdict.pool() != null) {
            attributes.put("vthread.pool", verdict.pool());
        }
        Severity severity = verdict.confidence() == Confidence.EXACT ? Severity.ERROR : Severity.WARN;
        sender.add(new OtlpEvent(verdict.end(), severity, "vthread.verdict", WaitsText.line(verdict), attributes));
    }

    @Override
    public void stall(Stall stall) {
        sender.add(new OtlpEvent(
                Instant.now(),
                stall.over() ? Severity.INFO : Severity.ERROR,
                "vthread.stall",
                String.join("\n", StallText.lines(stall)),
                Map.of(
                        "vthread.pattern", stall.pattern().toString(),
                        "vthread.confidence", stall.confidence().toString())));
    }

    @Override
    public void close() {
        sender.close();
    }
}
