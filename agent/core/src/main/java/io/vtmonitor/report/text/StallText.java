package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Operation;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Stall.HeldCarrier;
import io.vtmonitor.report.figures.HolderLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A stall in words: the verdict, who is on each carrier, what to do. */
public final class StallText {
    private static final int LISTED_CARRIERS = 8;

    private StallText() {}

    /** As lines; the first one says it all. */
    public static List<String> lines(Stall stall) {
        if (stall.over()) {
            return List.of(
                    "the stall is over: virtual threads make progress again after " + Durations.text(stall.nanos()));
        }
        List<String> lines = new ArrayList<>();
        lines.add("STALL: no virtual thread got a carrier for " + Durations.text(stall.nanos()) + ", "
                + waiting(stall.queued()) + " for one. " + pattern(stall) + " " + stall.verdict());
        for (HeldCarrier carrier : stall.carriers()) {
            if (lines.size() <= LISTED_CARRIERS) {
                lines.add("  " + carrier(carrier));
            }
        }
        int hidden = stall.carriers().size() - LISTED_CARRIERS;
        if (hidden > 0) {
            lines.add("  and " + Plural.of(hidden, "more carrier") + ", see the report");
        }
        lines.add("  " + stall.action());
        if (stall.dump() != null) {
            lines.add("  All threads are in " + stall.dump());
        }
        return lines;
    }

    private static String waiting(long queued) {
        return queued == 0
                ? "none of the application's waits"
                : "at most " + queued + (queued == 1 ? " waits" : " wait");
    }

    private static String pattern(Stall stall) {
        String name = switch (stall.pattern()) {
            case LOCK_WITHOUT_CARRIER -> "A deadlock: a lock is handed to a thread without a carrier";
            case CLASS_INITIALIZER -> "A class initializer does not end";
            case PINS -> "The carriers are pinned";
            case CPU -> "The carriers are held by computations";
            case NATIVE_CALLS -> "The carriers are in native calls";
            case UNKNOWN -> "The cause is unknown";
        };
        return name + (stall.confidence() == Confidence.LIKELY ? " (likely)." : ".");
    }

    private static String carrier(HeldCarrier carrier) {
        StringBuilder text = new StringBuilder(carrier.carrier())
                .append(": ")
                .append(carrier.thread())
                .append(", ")
                .append(
                        carrier.operation() == Operation.UNKNOWN
                                ? carrier.state().toLowerCase(Locale.ROOT)
                                : carrier.operation().toString().replace('_', ' '));
        if (carrier.waitsFor() != null) {
            text.append(" for ").append(carrier.waitsFor());
        }
        if (carrier.owner() != null) {
            text.append(" (").append(carrier.owner()).append(")");
        }
        if (!carrier.holders().isEmpty()) {
            text.append("; held by ")
                    .append(carrier.holders().stream().map(StallText::holder).collect(Collectors.joining(", ")));
        } else if (!carrier.frames().isEmpty()) {
            text.append(" at ").append(carrier.frames().get(0));
        }
        return text.toString();
    }

    private static String holder(HolderLine holder) {
        return HolderText.where(holder) + " (" + HolderText.how(holder) + ")";
    }
}
