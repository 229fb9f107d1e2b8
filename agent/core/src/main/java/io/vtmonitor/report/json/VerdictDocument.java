package io.vtmonitor.report.json;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.VerdictText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.StdConverter;

/**
 * A verdict as the JSON has it: in words, of which the facts are read back.
 *
 * @param covers null where the JSON is of a release that did not know of it
 */
record VerdictDocument(
        WaitVerdictKind kind,
        Confidence confidence,
        Instant begin,
        Instant end,
        boolean over,
        int threads,
        @Nullable String site,
        @Nullable String pool,
        String evidence,
        String cure,
        @Nullable List<String> covers) {
    /** To the JSON. */
    static final class Writer extends StdConverter<WaitVerdict, VerdictDocument> {
        @Override
        public VerdictDocument convert(WaitVerdict verdict) {
            return new VerdictDocument(
                    verdict.kind(),
                    verdict.confidence(),
                    verdict.begin(),
                    verdict.end(),
                    verdict.over(),
                    verdict.threads(),
                    verdict.site(),
                    verdict.pool(),
                    VerdictText.evidence(verdict),
                    VerdictText.cure(verdict.facts()),
                    verdict.covers());
        }
    }

    /** Back from it. */
    static final class Reader extends StdConverter<VerdictDocument, WaitVerdict> {
        @Override
        public WaitVerdict convert(VerdictDocument read) {
            return new WaitVerdict(
                    read.kind,
                    read.confidence,
                    read.begin,
                    read.end,
                    read.over,
                    read.threads,
                    read.site,
                    read.pool,
                    new WaitFacts.Told(read.evidence, read.cure),
                    1,
                    read.begin,
                    read.covers == null ? List.of() : read.covers);
        }
    }
}
