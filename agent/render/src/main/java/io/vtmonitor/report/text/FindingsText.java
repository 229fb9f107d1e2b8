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

    /** Each with its cure. A stall that is the effect of a deadlock or a carrier hog is part of that. */
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

    /** A verdict of that report. */
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

    /** Stalls but for those that a verdict explains. */
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
     * Whether it is part of a deadlock or a carrier hog that kept every carrier meanwhile; a report may have others, of
     * other JVMs.
     */
    static boolean isExplained(Stall stall, Report report) {
        for (WaitVerdict verdict : report.waits().verdicts()) {
            if (verdict.covers().contains("stall") && isOf(stall, verdict) && overlap(stall, verdict)) {
                return true;
            }
        }
        return false;
    }

    /** A circle may be found only after the stall was judged: then its threads are those on all carriers. */
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

    /** What to say of such a stall. */
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

    /** In durations: the end of a stall that was read may be no instant. */
    private static boolean overlap(Stall stall, WaitVerdict verdict) {
        Duration later = Duration.between(stall.begin(), verdict.begin());
        return later.compareTo(Duration.ofNanos(stall.nanos())) <= 0
                && !verdict.end().isBefore(stall.begin());
    }

    /** One that a heap dump shows has no length. */
    static String when(Stall stall) {
        if (!stall.over() && stall.nanos() == 0) {
            return "at " + HeadText.toMillis(stall.begin());
        }
        return (stall.over() ? "from " : "since ") + HeadText.toMillis(stall.begin()) + ", for "
                + Durations.text(stall.nanos()) + (stall.over() ? "" : " so far");
    }
}
