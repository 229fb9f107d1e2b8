package io.vtmonitor.scan.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.OptionFile;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.report.text.ActionText;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.ScanFinding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A scan as JSON, the format of {@code docs/scan.schema.json}. */
public final class ScanJson {
    static final int FORMAT = 1;

    private static final int MOST_BYTES = 256 << 20;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private ScanJson() {}

    private record Document(
            int scanFormat,
            String tool,
            List<String> classPath,
            int jdk,
            int classes,
            int methods,
            int entries,
            List<Row> findings,
            List<String> limits,
            @Nullable Recorded recorded) {}

    private record Recorded(long pins, double pinnedSeconds, int holders, List<MissedRow> missed) {}

    private record MissedRow(String holder, String hold, long pins, double pinnedSeconds, boolean guess) {}

    /** The fields of a finding; those of its parts are among them. */
    private record Row(
            String id,
            @JsonUnwrapped HolderPart holder,
            @JsonUnwrapped SourcePart source,
            @JsonUnwrapped PathPart path,
            @JsonUnwrapped AdvicePart advice,
            @JsonUnwrapped UnpinPart unpin,
            @JsonUnwrapped SeenPart seen) {}

    private record HolderPart(
            String holder,
            String hold,
            @Nullable String lock,
            String library,
            @Nullable String version) {
        static HolderPart of(ScanFinding finding) {
            return new HolderPart(
                    finding.holding().holder().toString(),
                    finding.holding().hold().toString(),
                    finding.holding().lock(),
                    finding.holding().library().name(),
                    finding.holding().library().version());
        }
    }

    private record SourcePart(
            String className,
            @Nullable String file,
            @Nullable Integer line) {
        static SourcePart of(ScanFinding.Source source) {
            return new SourcePart(source.className(), source.file(), ScanJson.line(source.line()));
        }
    }

    private record PathPart(
            String kind,
            String sink,
            String certainty,
            List<Call> path,
            @Nullable String entry,
            boolean reached) {
        static PathPart of(ScanFinding finding) {
            return new PathPart(
                    finding.kind().toString(),
                    finding.sink().toString(),
                    finding.certainty().toString(),
                    finding.path().stream().map(Call::of).toList(),
                    finding.reach().entry() == null
                            ? null
                            : finding.reach().entry().toString(),
                    finding.reach().reached());
        }
    }

    private record AdvicePart(
            boolean affected,
            boolean cured,
            String verdict,
            String advice,
            String action,
            @Nullable String evidence) {
        static AdvicePart of(Assessment assessment) {
            Advice advice = assessment.advice();
            return new AdvicePart(
                    assessment.affected(),
                    assessment.cured(),
                    assessment.verdict().toString(),
                    advice.id(),
                    ActionText.of(advice.action()),
                    advice.evidence());
        }
    }

    private record UnpinPart(
            @Nullable List<String> unpin, @Nullable Boolean unpinEstimate) {
        static UnpinPart of(@Nullable UnpinOffer offer) {
            return offer == null || !offer.frees()
                    ? new UnpinPart(null, null)
                    : new UnpinPart(offer.patterns(), offer.certain() ? null : true);
        }
    }

    private record SeenPart(
            @Nullable Long seenPins, @Nullable Double seenSeconds) {
        static SeenPart of(RecordedMatches.@Nullable Cost cost) {
            return cost == null ? new SeenPart(null, null) : new SeenPart(cost.pins(), cost.seconds());
        }
    }

    private record Call(String method, @Nullable Integer line, String certainty) {
        static Call of(ScanFinding.Step step) {
            return new Call(
                    step.method().toString(),
                    ScanJson.line(step.line()),
                    step.certainty().toString());
        }
    }

    /** The whole of it, ending in a line break. */
    public static String write(ScanReport report) {
        return MAPPER.writeValueAsString(new Document(
                        FORMAT,
                        report.tool(),
                        report.classPath(),
                        report.feature(),
                        report.classes(),
                        report.methods(),
                        report.entries(),
                        report.findings().stream()
                                .map(each -> row(each, report.seen()))
                                .toList(),
                        report.limits(),
                        recorded(report)))
                + "\n";
    }

    private static @Nullable Recorded recorded(ScanReport report) {
        RecordedMatches seen = report.seen();
        return seen == null
                ? null
                : new Recorded(
                        seen.pins(),
                        seen.seconds(),
                        seen.holders(),
                        seen.missedBy(report).stream()
                                .map(each -> new MissedRow(
                                        each.holder().name(),
                                        each.holder().hold().toString(),
                                        each.cost().pins(),
                                        each.cost().seconds(),
                                        each.guess()))
                                .toList());
    }

    private static Row row(Assessment each, @Nullable RecordedMatches seen) {
        ScanFinding finding = each.finding();
        return new Row(
                ScanReport.id(finding),
                HolderPart.of(finding),
                SourcePart.of(finding.holding().source()),
                PathPart.of(finding),
                AdvicePart.of(each),
                UnpinPart.of(each.advice().unpin()),
                SeenPart.of(seen == null ? null : seen.cost(finding)));
    }

    private static @Nullable Integer line(int line) {
        return line > 0 ? line : null;
    }

    /**
     * The ids of the findings of a scan that {@link #write} has written.
     *
     * @throws IOException if there is none
     */
    public static Set<String> readIds(Path file) throws IOException {
        try {
            JsonNode document = MAPPER.readTree(OptionFile.read(file, MOST_BYTES));
            JsonNode findings = document.get("findings");
            if (!document.has("scanFormat") || findings == null || !findings.isArray()) {
                throw new IOException("it is not a scan of vt-monitor as scan writes it with -o scan.json");
            }
            Set<String> ids = new TreeSet<>();
            for (JsonNode finding : findings) {
                ids.add(finding.path("id").asString());
            }
            return ids;
        } catch (JacksonException e) {
            throw new IOException("it is not JSON: " + FailureText.ofJson(e.getOriginalMessage()), e);
        }
    }
}
