package io.vtmonitor.scan.report;

import io.vtmonitor.model.Advice;
import io.vtmonitor.report.export.SarifLog;
import io.vtmonitor.report.export.SourceTree;
import io.vtmonitor.report.text.ActionText;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.Certainty;
import io.vtmonitor.scan.ScanFinding;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A scan as a SARIF 2.1.0 log: a result for each finding, at the line of its class where its source is known, at the
 * line of its dependency in {@code pom.xml} where it is a library's. Only findings that need no guess are results.
 */
public final class ScanSarif {
    private final ScanReport report;
    private final @Nullable SourceTree sources;
    private final @Nullable Dependencies dependencies;
    private final Map<String, Advice> rules = new LinkedHashMap<>();

    private ScanSarif(ScanReport report, @Nullable SourceTree sources, @Nullable Dependencies dependencies) {
        this.report = report;
        this.sources = sources;
        this.dependencies = dependencies;
    }

    /**
     * The log.
     *
     * @param sources where classes are looked for, null for nowhere
     * @param dependencies where libraries are looked for, null for nowhere
     */
    public static String write(ScanReport report, @Nullable SourceTree sources, @Nullable Dependencies dependencies) {
        return new ScanSarif(report, sources, dependencies).log().text();
    }

    private SarifLog log() {
        SarifLog log = new SarifLog(report.tool(), sources != null);
        for (Assessment each : report.certain()) {
            write(log.addResult(), each);
        }
        rules.values().forEach(advice -> rule(log.addRule(), advice));
        int vague = report.findings().size() - report.certain().size();
        if (vague > 0) {
            log.note(vague + " findings depend on a call with several possible targets: they are left out");
        }
        report.limits().forEach(log::note);
        return log;
    }

    private void write(ObjectNode result, Assessment each) {
        ScanFinding finding = each.finding();
        rules.putIfAbsent(each.advice().id(), each.advice());
        List<String> ids = new ArrayList<>(rules.keySet());
        result.put("ruleId", each.advice().id());
        result.put("ruleIndex", ids.indexOf(each.advice().id()));
        result.put("level", level(each));
        result.putObject("message")
                .put(
                        "text",
                        finding.holding().holder() + " (" + finding.holding().library() + ") holds the carrier by "
                                + finding.holding().hold().toString().replace('_', ' ')
                                + (finding.holding().lock() == null
                                        ? ""
                                        : " of " + finding.holding().lock()) + " and "
                                + PathText.waits(finding.kind()) + " in " + finding.sink() + ", "
                                + (finding.path().size() == 1
                                        ? "called there"
                                        : finding.path().size() + " calls away")
                                + ". " + ActionText.of(each.advice().action()));
        ObjectNode location = result.putArray("locations").addObject();
        physical(location, finding);
        location.putArray("logicalLocations")
                .addObject()
                .put("fullyQualifiedName", finding.holding().holder().toString())
                .put("kind", "function");
        ArrayNode frames = result.putArray("stacks").addObject().putArray("frames");
        for (int i = finding.path().size() - 1; i >= 0; i--) {
            frames.addObject()
                    .putObject("location")
                    .putArray("logicalLocations")
                    .addObject()
                    .put("fullyQualifiedName", finding.path().get(i).method().toString())
                    .put("kind", "function");
        }
        result.putObject("partialFingerprints").put("vtMonitorScan/v1", fingerprint(finding));
        result.putObject("properties")
                .put("kind", finding.kind().toString())
                .put("certainty", finding.certainty().toString())
                .put("library", finding.holding().library().toString())
                .put("verdict", each.verdict().toString());
    }

    /** A release that is known to hold is an error; a place that was never recorded is a warning at most. */
    private static String level(Assessment each) {
        if (each.affected()) {
            return "error";
        }
        return each.finding().certainty() == Certainty.DIRECT && !each.cured() ? "warning" : "note";
    }

    private void physical(ObjectNode location, ScanFinding finding) {
        String uri =
                sources == null ? null : sources.uri(finding.holding().source().className());
        if (uri != null) {
            place(location, uri, finding.holding().source().line());
            return;
        }
        Dependencies.Line line = dependencies == null
                ? null
                : dependencies.of(finding.holding().library().name());
        if (line != null) {
            place(location, line.uri(), line.line());
        }
    }

    private static void place(ObjectNode location, String uri, int line) {
        ObjectNode physical = location.putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", uri).put("uriBaseId", "SRCROOT");
        if (line > 0) {
            physical.putObject("region").put("startLine", line);
        }
    }

    private static void rule(ObjectNode rule, Advice advice) {
        rule.put("id", advice.id());
        rule.putObject("shortDescription").put("text", advice.summary());
        rule.putObject("fullDescription").put("text", advice.summary());
        if (advice.evidence() != null && advice.evidence().startsWith("https://")) {
            rule.put("helpUri", advice.evidence());
        }
        rule.putObject("properties").putArray("tags").add("performance").add("virtual-threads");
    }

    private static String fingerprint(ScanFinding finding) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(ScanReport.id(finding).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
