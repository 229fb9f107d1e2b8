package io.vtmonitor.report.json;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.text.StallText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.StdConverter;

/**
 * A stall as the JSON has it: in words, of which the facts are read back.
 *
 * @param pattern as {@link StallPattern#toString}, or that of a newer release
 */
record StallDocument(
        Instant begin,
        long nanos,
        boolean over,
        String pattern,
        Confidence confidence,
        String verdict,
        String action,
        long queued,
        List<Stall.HeldCarrier> carriers,
        @Nullable String dump) {
    /** To the JSON. */
    static final class Writer extends StdConverter<Stall, StallDocument> {
        @Override
        public StallDocument convert(Stall stall) {
            return new StallDocument(
                    stall.begin(),
                    stall.nanos(),
                    stall.over(),
                    stall.pattern().toString(),
                    stall.confidence(),
                    StallText.verdict(stall.facts()),
                    StallText.action(stall),
                    stall.queued(),
                    stall.carriers(),
                    stall.dump());
        }
    }

    /** Back from it. */
    static final class Reader extends StdConverter<StallDocument, Stall> {
        @Override
        public Stall convert(StallDocument read) {
            return new Stall(
                    read.begin,
                    read.nanos,
                    read.over,
                    pattern(read.pattern),
                    read.confidence,
                    new StallFacts.Worded(read.verdict, read.action),
                    null,
                    read.queued,
                    read.carriers,
                    read.dump);
        }

        private static StallPattern pattern(String name) {
            for (StallPattern each : StallPattern.values()) {
                if (each.toString().equals(name)) {
                    return each;
                }
            }
            return StallPattern.UNKNOWN; // the words say what it is
        }
    }
}
