package io.vtmonitor.agent;

import io.vtmonitor.common.Lazy;
import io.vtmonitor.http.HttpEndpoint;
import io.vtmonitor.http.HttpRoutes;
import io.vtmonitor.http.Response;
import io.vtmonitor.metrics.PrometheusMetrics;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.html.HtmlReport;
import io.vtmonitor.report.json.JsonReport;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port that was requested, with the pages of a watch. */
final class Serving implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

    private final HttpEndpoint endpoint;
    private final String sentence;

    private Serving(HttpEndpoint endpoint, String sentence) {
        this.endpoint = endpoint;
        this.sentence = sentence;
    }

    /**
     * Opens the port, and logs the result.
     *
     * @param monitoring has the metrics; created at the latest by the first request
     * @return null if the port can't be opened: then the watch continues without it
     */
    static @Nullable Serving open(Options options, int port, Lazy<Monitoring> monitoring) {
        try {
            HttpRoutes pages = new HttpRoutes(options.address().token())
                    .show("/", () -> HtmlReport.live(report(monitoring), lastMinute(monitoring)))
                    .show("/page.json", () -> HtmlReport.liveData(report(monitoring), lastMinute(monitoring)))
                    .showBy("/metrics", accept -> metrics(monitoring).answer(accept))
                    .show(
                            "/report.json",
                            () -> Response.of(
                                    "application/json", JsonReport.write(report(monitoring), lastMinute(monitoring))));
            HttpEndpoint endpoint = HttpEndpoint.open(options.address().host(), port, pages);
            String sentence = "serving http://" + authority(options.address().host(), endpoint.port())
                    + "/ with /metrics and /report.json";
            LOG.info(sentence);
            return new Serving(endpoint, sentence);
        } catch (IOException e) {
            LOG.warn(
                    "can't serve on {}: {}; continuing without a port",
                    authority(options.address().host(), port),
                    e.getMessage());
            return null;
        }
    }

    private static Report report(Lazy<Monitoring> monitoring) {
        return monitoring.get().reportNow();
    }

    private static @Nullable LastMinute lastMinute(Lazy<Monitoring> monitoring) {
        return monitoring.get().lastMinute();
    }

    private static PrometheusMetrics metrics(Lazy<Monitoring> monitoring) {
        return Objects.requireNonNull(monitoring.get().metrics());
    }

    /** Host and port as in a URL: an IPv6 address is in brackets (RFC 3986). */
    static String authority(String host, int port) {
        return (host.indexOf(':') < 0 || host.startsWith("[") ? host : "[" + host + "]") + ":" + port;
    }

    /** What is served and where. */
    String sentence() {
        return sentence;
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
