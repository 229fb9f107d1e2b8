package io.vtmonitor.report.html;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.vtmonitor.common.Lazy;
import io.vtmonitor.common.Printable;
import io.vtmonitor.http.Response;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.json.Seconds;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The report as one HTML page: flame graph, timeline, sites, plan. It loads nothing from anywhere. Its
 * Content-Security-Policy allows only its own script and style sheet, by their hashes, and no connection.
 */
public final class HtmlReport {
    private static final List<String> SCRIPTS = List.of(
            "words",
            "model",
            "tree",
            "paint",
            "flame-drawing",
            "flame",
            "grid",
            "timeline",
            "course",
            "sites",
            "lead",
            "head",
            "page",
            "live",
            "start");

    private static final Lazy<Parts> PARTS = new Lazy<>(Parts::read);

    /**
     * Writes ASCII only: a class name can have line separators, and lone surrogates, which can't be encoded in a file.
     */
    private static final JsonMapper MAPPER = Seconds.mapper()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .addMixIn(SiteFigures.class, WithoutStacks.class)
            .addMixIn(SiteFigures.PinTimes.class, WithoutHistogram.class)
            .addModule(new SimpleModule()
                    .addSerializer(String.class, new Visible())
                    .addSerializer(StackFrame.class, new FrameAsText()))
            .build();

    private HtmlReport() {}

    /** The complete page of a report. */
    public static String write(Report report) {
        HtmlReportData.Kind kind = switch (report.source().kind()) {
            case Source.DUMP -> HtmlReportData.Kind.DUMP;
            case Source.HEAP_DUMP -> HtmlReportData.Kind.HEAP_DUMP;
            default -> HtmlReportData.Kind.REPORT;
        };
        return page(json(HtmlReportData.of(report, kind, null)), "'none'");
    }

    /**
     * The page of a comparison: a differential flame graph, and the sites of both sides. Seconds are per hour of
     * watching, so that recordings of different lengths can be compared. Names have no line numbers, nor other numbers
     * that change when a program is built again.
     *
     * @param before the earlier side
     * @param after the later side
     * @param difference what changed, and what is only noise
     */
    public static String writeDiff(Report before, Report after, Difference difference) {
        return page(json(HtmlReportDiff.of(before, after, difference)), "'none'");
    }

    /** The page of a running JVM. It repeatedly requests {@link #liveData} at {@code page.json}. */
    public static Response live(Report report, @Nullable LastMinute lastMinute) {
        String body = page(json(HtmlReportData.of(report, HtmlReportData.Kind.LIVE, lastMinute)), "'self'");
        return Response.of("text/html; charset=utf-8", body).withPolicy(policy("'self'") + "; frame-ancestors 'none'");
    }

    /** The data that the page of a running JVM requests. */
    public static Response liveData(Report report, @Nullable LastMinute lastMinute) {
        return Response.of("application/json", json(HtmlReportData.of(report, HtmlReportData.Kind.LIVE, lastMinute)));
    }

    /** In a script element, {@code <} could end the element. In JSON, it occurs in strings only. */
    private static String json(HtmlReportData data) {
        return MAPPER.writeValueAsString(data).replace("<", "\\u003c");
    }

    private static String page(String data, String connect) {
        StringBuilder page = new StringBuilder(data.length() + 100_000);
        Parts parts = PARTS.get();
        String rest = parts.template();
        rest = upTo(page, rest, "%POLICY%");
        page.append(policy(connect));
        rest = upTo(page, rest, "%STYLE%");
        page.append(parts.style());
        rest = upTo(page, rest, "%DATA%");
        page.append(data);
        rest = upTo(page, rest, "%SCRIPT%");
        return page.append(parts.script()).append(rest).toString();
    }

    /** Copies the template up to a placeholder and returns the rest. Inserted text is not searched for placeholders. */
    private static String upTo(StringBuilder page, String template, String hole) {
        int at = template.indexOf(hole);
        page.append(template, 0, at);
        return template.substring(at + hole.length());
    }

    /**
     * Allows no inline style, no handlers in the markup, and, by trusted types, no script that turns text into markup.
     */
    private static String policy(String connect) {
        Parts parts = PARTS.get();
        return "default-src 'none'; script-src '" + parts.scriptHash() + "'; style-src '" + parts.styleHash()
                + "'; img-src data:; connect-src " + connect
                + "; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
    }

    /** The parts that all pages share, read when the first page is written. */
    private record Parts(String template, String style, String script, String styleHash, String scriptHash) {
        static Parts read() {
            String style = resource("page.css");
            String script = SCRIPTS.stream()
                    .map(name -> resource(name + ".js"))
                    .collect(Collectors.joining("\n", "(() => {\n'use strict';\n\n", "})();\n"));
            return new Parts(resource("page.html"), style, script, hash(style), hash(script));
        }

        private static String resource(String name) {
            try (InputStream in = HtmlReport.class.getResourceAsStream("page/" + name)) {
                if (in == null) {
                    throw new IllegalStateException("the jar is not complete: page/" + name + " is not in it");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String hash(String text) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return "sha256-" + Base64.getEncoder().encodeToString(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }

    /** Shows invisible characters. Names in a recording may come from anyone. */
    private static final class Visible extends ValueSerializer<String> {
        @Override
        public void serialize(String text, JsonGenerator json, SerializationContext context) {
            json.writeString(Printable.text(text));
        }
    }

    private static final class FrameAsText extends ValueSerializer<StackFrame> {
        @Override
        public void serialize(StackFrame frame, JsonGenerator json, SerializationContext context) {
            json.writeString(Printable.text(frame.toString()));
        }
    }

    /** The page has the stacks of all sites in one tree. */
    @JsonIgnoreProperties("stacks")
    private interface WithoutStacks {}

    /** The page shows no histograms. */
    @JsonIgnoreProperties("histogram")
    private interface WithoutHistogram {}
}
