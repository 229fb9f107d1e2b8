package io.vtmonitor.report.export;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.common.StableName;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.text.CureText;
import io.vtmonitor.report.text.HolderText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One site as a SARIF result. */
final class SarifResult {
    private static final double MUCH = 0.1;
    private static final double SOME = 0.01;

    private final SiteFigures site;
    private final @Nullable SourceTree sources;
    private final @Nullable SourceLine place;

    SarifResult(SiteFigures site, @Nullable SourceTree sources) {
        this.site = site;
        this.sources = sources;
        this.place = place();
    }

    /** Whether there are sources, but none has a frame of this site. */
    boolean isHomeless() {
        return sources != null && place == null;
    }

    /** A place in a source file. */
    private record SourceLine(String uri, int line) {}

    private @Nullable SourceLine place() {
        for (HolderLine holder : site.holders()) {
            SourceLine place = place(holder.className(), holder.line());
            if (place != null) {
                return place;
            }
        }
        for (StackFigures stack : site.stacks()) {
            for (StackFrame frame : stack.frames()) {
                SourceLine place = place(frame);
                if (place != null) {
                    return place;
                }
            }
        }
        return null;
    }

    private @Nullable SourceLine place(StackFrame frame) {
        return place(frame.className(), frame.line());
    }

    private @Nullable SourceLine place(String className, int line) {
        String uri = sources == null ? null : sources.uri(className);
        return uri == null ? null : new SourceLine(uri, line);
    }

    /**
     * Fills in the result.
     *
     * @param rule the index of its rule
     * @param share the part of all pinned time, 0 to 1
     */
    void write(ObjectNode result, int rule, double share) {
        result.put("ruleId", site.advice().id());
        result.put("ruleIndex", rule);
        result.put("level", level(share));
        result.put("rank", share * 100);
        result.putObject("message").put("text", message(share));
        ObjectNode location = result.putArray("locations").addObject();
        if (place != null) {
            physical(location, place);
        }
        ArrayNode holders = location.putArray("logicalLocations");
        for (HolderLine holder : site.holders()) {
            logical(holders.addObject(), holder.method().toString());
        }
        if (site.holders().isEmpty()) {
            logical(holders.addObject(), site.id());
        }
        if (!site.stacks().isEmpty()) {
            stack(result.putArray("stacks").addObject(), site.stacks().get(0));
        }
        result.putObject("partialFingerprints").put("vtMonitorSite/v1", fingerprint());
        result.put("occurrenceCount", Math.max(1, Math.min(Integer.MAX_VALUE, site.pins())));
        result.putObject("properties")
                .put("site", site.id())
                .put("reason", site.reason().toString())
                .put("operation", site.operation().toString())
                .put("occurrence", site.occurrence().toString())
                .put("verdict", site.verdict().toString())
                .put("pinnedSeconds", site.pinnedNanos() / 1e9)
                .put("maxSeconds", site.maxNanos() / 1e9)
                .put("share", share);
    }

    private String level(double share) {
        if (site.occurrence() == Occurrence.ONCE || site.compensated() || share < SOME) {
            return "note";
        }
        return share < MUCH ? "warning" : "error";
    }

    private String message(double share) {
        String pins = Plural.of(site.pins(), "pin");
        String held = site.holders().isEmpty()
                ? ""
                : site.holders().stream()
                        .map(holder -> HolderText.where(holder) + " (" + HolderText.how(holder) + ")")
                        .collect(Collectors.joining(", and by ", ". Held by ", ""));
        return String.format(
                "A carrier was held for %s in %s, %s of all pinned time, while its virtual thread was blocked (%s)%s."
                        + " %s %s",
                Durations.text(site.pinnedNanos()),
                pins,
                Durations.percent(share),
                site.operation().toString().replace('_', ' '),
                held,
                site.advice().summary(),
                CureText.of(site));
    }

    private static void physical(ObjectNode location, SourceLine place) {
        ObjectNode physical = location.putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", place.uri()).put("uriBaseId", "SRCROOT");
        if (place.line() > 0) {
            physical.putObject("region").put("startLine", place.line());
        }
    }

    private static void logical(ObjectNode location, String method) {
        location.put("fullyQualifiedName", method).put("kind", "function");
    }

    private void stack(ObjectNode stack, StackFigures figures) {
        stack.putObject("message").put("text", "The stack that cost most, " + Durations.text(figures.pinnedNanos()));
        ArrayNode frames = stack.putArray("frames");
        for (StackFrame frame : figures.frames()) {
            ObjectNode location = frames.addObject().putObject("location");
            SourceLine place = place(frame);
            if (place != null) {
                physical(location, place);
            }
            logical(location.putArray("logicalLocations").addObject(), frame.method());
        }
    }

    /** Identifies the site in every build. */
    private String fingerprint() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(StableName.of(site.id()).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
