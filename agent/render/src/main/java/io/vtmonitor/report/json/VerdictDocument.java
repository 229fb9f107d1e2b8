package io.vtmonitor.report.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.ChainText;
import io.vtmonitor.report.text.HeadlineText;
import io.vtmonitor.report.text.VerdictText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.StdConverter;

/**
 * A verdict as it is in JSON: in words, which are its facts when it is read.
 *
 * @param kind as {@link WaitVerdictKind#toString}, or the kind of a newer release
 * @param words the facts in words
 * @param covers null in the JSON of a release that did not have this field
 */
record VerdictDocument(
        String kind,
        Confidence confidence,
        Instant begin,
        Instant end,
        boolean over,
        int threads,
        @Nullable String site,
        @Nullable String pool,
        @JsonUnwrapped Words words,
        @Nullable List<String> covers) {
    /**
     * The facts in words.
     *
     * @param headline null in the JSON of a release that did not have this field
     * @param chain null in the JSON of a release that did not have this field
     */
    record Words(
            String evidence,
            String cure,
            @Nullable String headline,
            @Nullable List<WaitFacts.Step> chain) {
        static Words of(WaitVerdict verdict) {
            WaitFacts facts = verdict.facts();
            return new Words(
                    VerdictText.evidence(verdict),
                    VerdictText.cure(facts),
                    isOfFormerRelease(facts) ? null : HeadlineText.of(verdict),
                    ChainText.of(facts));
        }

        private static boolean isOfFormerRelease(WaitFacts facts) {
            return facts instanceof WaitFacts.Worded worded && worded.headline().isEmpty();
        }

        WaitFacts.Worded facts() {
            return new WaitFacts.Worded(
                    evidence, cure, headline == null ? "" : headline, chain == null ? List.of() : chain);
        }
    }

    /** Writes a verdict. */
    static final class Writer extends StdConverter<WaitVerdict, VerdictDocument> {
        @Override
        public VerdictDocument convert(WaitVerdict verdict) {
            return new VerdictDocument(
                    verdict.kind().toString(),
                    verdict.confidence(),
                    verdict.begin(),
                    verdict.end(),
                    verdict.over(),
                    verdict.threads(),
                    verdict.site(),
                    verdict.pool(),
                    Words.of(verdict),
                    verdict.covers());
        }
    }

    /** The verdict; null if its kind is of a newer release. */
    @Nullable
    WaitVerdict verdict() {
        WaitVerdictKind known = null;
        for (WaitVerdictKind each : WaitVerdictKind.values()) {
            known = each.toString().equals(kind) ? each : known;
        }
        return known == null
                ? null
                : new WaitVerdict(
                        known,
                        confidence,
                        begin,
                        end,
                        over,
                        threads,
                        site,
                        pool,
                        words.facts(),
                        1,
                        begin,
                        covers == null ? List.of() : covers);
    }
}
