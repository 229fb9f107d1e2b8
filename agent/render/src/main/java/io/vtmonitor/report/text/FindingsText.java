package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Stall.HeldCarrier;
import io.vtmonitor.report.StallPattern;
import io.vtmonitor.report.WaitFacts.Deadlock;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.text.LeadText.Severity;
import io.vtmonitor.report.text.WaitsText.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is wrong besides pins that ended: deadlocks first, then stalls, then the other verdicts. */
public final class FindingsText {
    private FindingsText() {}

    /** Each finding with its cure. A stall that a deadlock or a carrier hog explains is not listed separately. */
    public static List<Line> lines(Report report) {
        List<Line> lines = new ArrayList<>();
        for (WaitVerdict verdict : report.waits().verdicts()) {
            if (verdict.kind() == WaitVerdictKind.DEADLOCK) {
                lines.add(line(verdict, report));
            }
        }
        for (Stall stall : unexplained(report)) {
            lines.add(line(stall));
        }
        for (WaitVerdict verdict : report.waits().verdicts()) {
            if (verdict.kind() != WaitVerdictKind.DEADLOCK) {
                lines.add(line(verdict, report));
            }
        }
        return lines;
    }

    /**
     * A verdict as a line.
     *
     * @param report the report that has the verdict
     */
    public static Line line(WaitVerdict verdict, Report report) {
        return Line.of(verdict, report.waits());
    }

    static Line line(Stall stall) {
        return new Line(
                "Stall" + (stall.over() ? ", over" : ""),
                when(stall),
                StallText.verdict(stall.facts()),
                StallText.action(stall),
                Severity.CRITICAL,
                StallText.headline(stall),
                StallText.chain(stall));
    }

    /** The stalls that no verdict explains. */
    static List<Stall> unexplained(Report report) {
        List<Stall> stalls = new ArrayList<>();
        for (Stall stall : report.stalls()) {
            if (!isExplained(stall, report)) {
                stalls.add(stall);
            }
        }
        return stalls;
    }

    /**
     * Whether the stall is the effect of a deadlock or a carrier hog that held all carriers at that time. The report
     * may also have stalls of other JVMs.
     */
    static boolean isExplained(Stall stall, Report report) {
        for (WaitVerdict verdict : report.waits().verdicts()) {
            if (verdict.covers().contains("stall") && isOf(stall, verdict) && overlap(stall, verdict)) {
                return true;
            }
        }
        return false;
    }

    /**
     * A deadlock may be found only after the stall was judged to be one of pins. It explains that stall, too, if all
     * threads on carriers are in its circle.
     */
    private static boolean isOf(Stall stall, WaitVerdict verdict) {
        return stall.pattern() == patternOf(verdict.kind())
                || (stall.pattern() == StallPattern.PINS
                        && verdict.facts() instanceof Deadlock deadlock
                        && isHeldBy(stall, deadlock));
    }

    private static boolean isHeldBy(Stall stall, Deadlock deadlock) {
        Set<Long> circle =
                deadlock.links().stream().map(link -> link.thread().id()).collect(Collectors.toSet());
        return !stall.carriers().isEmpty()
                && stall.carriers().stream()
                        .map(HeldCarrier::thread)
                        .allMatch(thread -> thread != null && circle.contains(thread.id()));
    }

    /** The sentence for a stall that a verdict explains. */
    static String explained(Stall stall) {
        return (stall.pattern() == StallPattern.CPU ? "the carrier hogs" : "the threads of the deadlock")
                + " hold the carriers.";
    }

    private static @Nullable StallPattern patternOf(WaitVerdictKind kind) {
        return switch (kind) {
            case DEADLOCK -> StallPattern.DEADLOCK;
            case CARRIER_HOG -> StallPattern.CPU;
            default -> null;
        };
    }

    /** Compares durations: the end of a stall in a report from a file may be out of the range of {@code Instant}. */
    private static boolean overlap(Stall stall, WaitVerdict verdict) {
        Duration later = Duration.between(stall.begin(), verdict.begin());
        return later.compareTo(Duration.ofNanos(stall.nanos())) <= 0
                && !verdict.end().isBefore(stall.begin());
    }

    /** When the stall was. A stall from a heap dump has no length, only the time of the dump. */
    static String when(Stall stall) {
        if (!stall.over() && stall.nanos() == 0) {
            return "at " + HeadText.toMillis(stall.begin());
        }
        return (stall.over() ? "from " : "since ") + HeadText.toMillis(stall.begin()) + ", for "
                + Durations.text(stall.nanos()) + (stall.over() ? "" : " so far");
    }
}
