package io.vtmonitor.scan.report;

import io.vtmonitor.model.Library;
import io.vtmonitor.report.text.ActionText;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.ScanFinding;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scan as one HTML page, the findings by library with their paths. It has no script and loads nothing: its policy
 * allows its own style sheet alone.
 */
public final class ScanHtml {
    private static final int MOST = 2_000;
    private static final String STYLE = """
            :root{color-scheme:light dark}
            body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
            summary{cursor:pointer;padding:.3rem 0;overflow-wrap:anywhere}
            section>h2{font-size:1.1rem;margin:1.6rem 0 .3rem}
            details{border-top:1px solid #8885;padding:0 0 0 .3rem}
            ol{margin:.2rem 0 .6rem;padding-left:2rem}
            code{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
            .note{opacity:.75}
            """;

    private final ScanReport report;
    private final StringBuilder html = new StringBuilder();

    private ScanHtml(ScanReport report) {
        this.report = report;
    }

    /** The page of the findings that need no guess; of very many the first. */
    public static String write(ScanReport report) {
        return new ScanHtml(report).page();
    }

    private String page() {
        List<Assessment> findings = report.certain();
        html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '")
                .append(hash())
                .append("'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
                .append("Scan: places that hold a carrier</title>\n<style>")
                .append(STYLE)
                .append("</style></head><body>\n");
        element(
                "h1",
                findings.size() + (findings.size() == 1 ? " place" : " places")
                        + " where code holds a carrier while it can block");
        element(
                "p",
                String.join(", ", report.classPath()) + ": " + ScanText.count(report.classes(), "class", "classes")
                        + " with " + ScanText.count(report.methods(), "method", "methods") + ", by the rules of JDK "
                        + report.feature()
                        + ". A scan says what can happen, not how often.");
        seen();
        Map<Library, List<Assessment>> libraries = new LinkedHashMap<>();
        findings.stream()
                .limit(MOST)
                .forEach(each -> libraries
                        .computeIfAbsent(each.finding().holding().library(), any -> new ArrayList<>())
                        .add(each));
        libraries.forEach(this::library);
        note(findings.size() - MOST, " further places are in the JSON.");
        note(
                report.findings().size() - findings.size(),
                " more places depend on a call with several possible targets. The JSON has them.");
        report.limits().forEach(limit -> element("p", limit));
        return html.append("</body></html>\n").toString();
    }

    private void note(int count, String text) {
        if (count > 0) {
            element("p", count + text);
        }
    }

    private void seen() {
        RecordedMatches seen = report.seen();
        if (seen == null) {
            return;
        }
        element("p", RecordedText.head(seen, report));
        List<String> lines = RecordedText.missed(seen, report);
        if (!lines.isEmpty()) {
            html.append("<ol>");
            lines.forEach(line -> element("li", line));
            html.append("</ol>\n");
        }
    }

    private void library(Library library, List<Assessment> findings) {
        html.append("<section>");
        element("h2", library + ": " + findings.size());
        for (Assessment each : findings) {
            ScanFinding finding = each.finding();
            html.append("<details><summary><code>")
                    .append(escaped(finding.holding().holder().toString()))
                    .append("</code> ")
                    .append(escaped(ScanText.holds(finding) + " and " + PathText.waits(finding.kind())))
                    .append(escaped(RecordedText.cost(report.seen(), finding)))
                    .append("</summary><ol>");
            for (ScanFinding.Step step : finding.path()) {
                html.append("<li><code>").append(escaped(step.method() + ScanText.line(step.line())));
                html.append("</code></li>");
            }
            html.append("<li><code>").append(escaped(finding.sink().toString())).append("</code></li></ol>");
            element("p", ActionText.of(each.advice().action()));
            html.append("<p class=\"note\">")
                    .append(escaped(PathText.needs(finding.certainty())))
                    .append(
                            finding.reach().entry() == null
                                    ? ""
                                    : "; reached from "
                                            + escaped(String.valueOf(
                                                    finding.reach().entry())))
                    .append("</p></details>\n");
        }
        html.append("</section>\n");
    }

    private void element(String name, String text) {
        html.append('<').append(name).append('>').append(escaped(text));
        html.append("</").append(name).append(">\n");
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(c < ' ' || Character.isSurrogate(c) ? '?' : c);
            }
        }
        return escaped.toString();
    }

    private static String hash() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(STYLE.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
