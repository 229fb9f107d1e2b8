package io.vtmonitor.report.json;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Stall.Awaited;
import io.vtmonitor.report.Stall.HeldCarrier;
import io.vtmonitor.report.Stall.Owner;
import io.vtmonitor.report.StallFacts;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.WaitFacts.Named;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.text.StallText;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.StdConverter;

/**
 * A stall as it is in JSON: in words, which are its facts when it is read.
 *
 * @param pattern as {@link StallPattern#toString}, or the pattern of a newer release
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
        List<CarrierDocument> carriers,
        @Nullable String dump) {
    /** One of the carriers. */
    record CarrierDocument(
            String carrier,
            @Nullable String thread,
            String state,
            Operation operation,
            @Nullable String waitsFor,
            @Nullable String owner,
            List<HolderLine> holders,
            List<StackFrame> frames) {
        private static final Pattern THREAD =
                Pattern.compile("virtual thread #(\\d{1,18})(?: \"(.*)\")?", Pattern.DOTALL);

        static CarrierDocument of(HeldCarrier held) {
            return new CarrierDocument(
                    held.carrier(),
                    StallText.thread(held),
                    held.state(),
                    held.operation(),
                    held.waitsFor() == null ? null : StallText.awaited(held.waitsFor()),
                    held.owner() == null ? null : StallText.owner(held.owner()),
                    held.holders(),
                    held.frames());
        }

        HeldCarrier read() {
            Matcher named = THREAD.matcher(Objects.requireNonNullElse(thread, ""));
            return new HeldCarrier(
                    carrier,
                    named.matches()
                            ? new Named(
                                    Long.parseLong(named.group(1)),
                                    Objects.requireNonNullElse(named.group(2), ""),
                                    true)
                            : null,
                    state,
                    operation,
                    waitsFor == null ? null : new Awaited.Thing(waitsFor),
                    owner == null ? null : new Owner.Worded(owner),
                    holders,
                    frames);
        }
    }

    /** Writes a stall. */
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
                    stall.carriers().stream().map(CarrierDocument::of).toList(),
                    stall.dump());
        }
    }

    /** Reads a stall. */
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
                    read.carriers.stream().map(CarrierDocument::read).toList(),
                    read.dump);
        }

        private static StallPattern pattern(String name) {
            for (StallPattern each : StallPattern.values()) {
                if (each.toString().equals(name)) {
                    return each;
                }
            }
            return StallPattern.UNKNOWN; // of a newer release; the words explain it
        }
    }
}
