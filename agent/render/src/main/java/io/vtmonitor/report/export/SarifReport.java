package io.vtmonitor.report.export;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.model.Advice;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.text.LimitText;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The sites as a SARIF 2.1.0 log, for code scanning: a result for each site, a rule for each entry of advice. A result
 * is an {@code error} from a tenth of the pinned time on, a {@code warning} from a hundredth on, and otherwise a
 * {@code note}. Sites that pinned only once, or for which a spare carrier may have been started, are always a
 * {@code note}.
 */
public final class SarifReport {
    private final Report report;
    private final @Nullable SourceTree sources;
    private final Map<String, Advice> rules = new LinkedHashMap<>();

    private SarifReport(Report report, @Nullable SourceTree sources) {
        this.report = report;
        this.sources = sources;
    }

    /**
     * The log.
     *
     * @param sources where to search for classes. Each result has the file and line of its nearest holder that is
     *     found, or of the frame nearest to the blocking call. Sites without such a frame are left out, and a
     *     notification has their number. If null, every site is a result, which only names its holders
     */
    public static String write(Report report, @Nullable SourceTree sources) {
        return new SarifReport(report, sources).log().text();
    }

    private SarifLog log() {
        SarifLog log = new SarifLog(report.source().tool(), sources != null);
        List<SiteFigures> homeless = new ArrayList<>();
        for (SiteFigures site : report.sites()) {
            SarifResult result = new SarifResult(site, sources);
            if (result.isHomeless()) {
                homeless.add(site);
            } else {
                rules.putIfAbsent(site.advice().id(), site.advice());
                int rule = List.copyOf(rules.keySet()).indexOf(site.advice().id());
                result.write(log.addResult(), rule, share(site));
            }
        }
        rules(log);
        notes(log, homeless);
        return log;
    }

    private double share(SiteFigures site) {
        double total = report.totals().pinnedNanos();
        return total > 0 ? Math.min(1, site.pinnedNanos() / total) : 0;
    }

    private void rules(SarifLog log) {
        for (Advice advice : rules.values()) {
            ObjectNode rule = log.addRule().put("id", advice.id());
            rule.putObject("shortDescription").put("text", advice.summary());
            rule.putObject("fullDescription").put("text", advice.summary());
            if (advice.evidence() != null && isAddress(advice.evidence())) {
                rule.put("helpUri", advice.evidence());
            }
            rule.putObject("properties")
                    .putArray("tags")
                    .add("performance")
                    .add("virtual-threads")
                    .add(advice.kind().toString());
        }
    }

    /** Whether the text is a URI as the schema requires it. Advice may come from a user's file. */
    private static boolean isAddress(String text) {
        try {
            return URI.create(text).isAbsolute();
        } catch (IllegalArgumentException ignored) {
            return false;
        }
    }

    private void notes(SarifLog log, List<SiteFigures> homeless) {
        if (!homeless.isEmpty()) {
            long nanos = homeless.stream().mapToLong(SiteFigures::pinnedNanos).sum();
            boolean one = homeless.size() == 1;
            log.note("%d %s with %s %s no frame whose source file is below --source-root: %s left out"
                    .formatted(
                            homeless.size(),
                            one ? "site" : "sites",
                            Durations.text(nanos),
                            one ? "has" : "have",
                            one ? "it is" : "they are"));
        }
        if (report.other().pins() > 0) {
            log.note("%s with %s left out: their sites are beyond the bound"
                    .formatted(
                            Plural.of(report.other().pins(), "pin"),
                            Durations.text(report.other().pinnedNanos())));
        }
        LimitText.sentences(report.limits()).forEach(log::note);
    }
}
