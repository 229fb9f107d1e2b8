package io.vtmonitor.gate;

import io.vtmonitor.gate.GateExpression.Subject;
import io.vtmonitor.gate.GateFigures.Counted;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.DifferenceFacts;
import io.vtmonitor.report.DifferenceFacts.LimitOf;
import io.vtmonitor.report.DifferenceFacts.SideName;
import io.vtmonitor.report.GateFacts.BlindBaseline;
import io.vtmonitor.report.GateFacts.BlindSpot;
import io.vtmonitor.report.GateFacts.Limited;
import io.vtmonitor.report.GateFacts.NotInPackage;
import io.vtmonitor.report.GateFacts.NothingWatched;
import io.vtmonitor.report.GateFacts.OtherSchedulers;
import io.vtmonitor.report.GateFacts.ShorterMonitorWaits;
import io.vtmonitor.report.GateFacts.ShorterPins;
import io.vtmonitor.report.GateFacts.ShorterPinsForAWhile;
import io.vtmonitor.report.GateFacts.UnknownStacks;
import io.vtmonitor.report.GateFacts.UnlistedSites;
import io.vtmonitor.report.GateFacts.WaitsUnwatched;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind.Hides;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what the input can't show about a condition, so that a condition that is not met proves nothing. */
final class GateBlindness {
    private final GateFigures figures;
    private final Set<BlindSpot> found = new LinkedHashSet<>();

    private GateBlindness(GateFigures figures) {
        this.figures = figures;
    }

    /**
     * None if every condition that is not met is known to be kept.
     *
     * @param strict whether what may hide something counts as well
     */
    static List<BlindSpot> of(
            GateFigures figures, @Nullable Difference difference, List<GateExpression> kept, boolean strict) {
        GateBlindness blindness = new GateBlindness(figures);
        if (!kept.isEmpty()) {
            kept.forEach(expression -> blindness.limits(expression, strict));
            if (!kept.stream().allMatch(expression -> expression.subject().isOfWaits())) {
                blindness.noTime();
                blindness.noPackage();
            }
            kept.forEach(blindness::of);
            if (difference != null) {
                kept.stream()
                        .filter(expression -> expression.subject() == Subject.GREW)
                        .forEach(expression -> blindness.baseline(expression, difference));
            }
        }
        return new ArrayList<>(blindness.found);
    }

    private void limits(GateExpression expression, boolean strict) {
        for (Limit limit : LimitEffect.blind(expression, figures.reports())) {
            found.add(new Limited(limit, false));
        }
        if (strict) {
            for (Limit limit : LimitEffect.limiting(expression, figures.reports())) {
                // Every report lacks them: a gate that is blind for that would judge nothing.
                if (limit.hides() != Hides.OPEN_PINS) {
                    found.add(new Limited(limit, true));
                }
            }
        }
    }

    private void baseline(GateExpression expression, Difference difference) {
        if (difference.before().wallNanos() <= 0) {
            found.add(new BlindBaseline(null, expression.text()));
        }
        for (DifferenceFacts.Note note : difference.notes()) {
            if (note instanceof LimitOf of
                    && of.side() == SideName.BEFORE
                    && of.limit().hides() == Hides.PINS) {
                found.add(new BlindBaseline(of.limit(), expression.text()));
            }
        }
    }

    private void noTime() {
        long nanos = figures.reports().stream()
                .flatMap(report -> report.jvms().stream())
                .mapToLong(Jvm::wallNanos)
                .sum();
        if (nanos <= 0) {
            found.add(new NothingWatched());
        }
    }

    /** What is left out for being short, or of another time, is said by options that exist for that. */
    private void noPackage() {
        long elsewhere = figures.leftOut().byPackage();
        boolean none =
                figures.reports().stream().allMatch(report -> report.totals().pins() == 0);
        if (none && elsewhere > 0) {
            found.add(new NotInPackage(elsewhere));
        }
    }

    /** Of pins that are shorter than a threshold was for a while, none is known of that time. */
    private void shorterForAWhile(GateExpression expression, Report report) {
        for (Limit limit : report.limits()) {
            if (LimitEffect.raisesThreshold(limit.kind()) && limit.seconds("threshold") > expression.limit()) {
                found.add(new ShorterPinsForAWhile(limit, expression.text()));
            }
        }
    }

    /** If monitors pin, separate events report the waits for them, with a separate threshold. */
    private void shorter(GateExpression expression, Jvm jvm) {
        long pins = jvm.pinnedThresholdNanos();
        Long monitors = jvm.monitorThresholdNanos();
        if (pins / 1e9 > expression.limit()) {
            found.add(new ShorterPins(pins, expression.text()));
        }
        if (monitors != null && monitors > pins && monitors / 1e9 > expression.limit()) {
            found.add(new ShorterMonitorWaits(monitors, jvm.javaVersion(), expression.text()));
        }
    }

    /** Sites beyond the bound are one figure: whether one of them meets the condition is not known. */
    private void folded(GateExpression expression) {
        for (Report report : figures.reports()) {
            Figures other = report.other();
            long most = switch (expression.subject()) {
                case LONGEST -> other.maxNanos();
                case SITE, PACKAGE, NEW -> other.pinnedNanos();
                default -> 0;
            };
            if (most > 0 && expression.isMetBy(most / 1e9)) {
                found.add(new UnlistedSites(
                        other.pins(), expression.subject() == Subject.LONGEST, most, expression.text()));
            }
        }
    }

    /** What is known of another scheduler's threads is that they were there. */
    private void otherSchedulers(GateExpression expression) {
        double atMost = switch (expression.subject()) {
            case LOST -> figures.capacityLost();
            case STARVED -> figures.starvedSeconds();
            default -> -1;
        };
        if (atMost >= 0 && figures.hasOtherSchedulers() && expression.isMetBy(atMost)) {
            found.add(new OtherSchedulers(expression.text()));
        }
    }

    private void of(GateExpression expression) {
        folded(expression);
        otherSchedulers(expression);
        if (expression.subject().isOfWaits()) {
            if (figures.reports().stream().anyMatch(report -> report.waits().looks() == 0)) {
                found.add(new WaitsUnwatched(expression.text()));
            }
        } else if (expression.subject() == Subject.LONGEST) {
            for (Report report : figures.reports()) {
                report.jvms().forEach(jvm -> shorter(expression, jvm));
                shorterForAWhile(expression, report);
            }
        } else if (expression.subject() == Subject.PACKAGE) {
            long unknown = figures.sites().stream()
                    .filter(site -> !site.isInPackage(expression.packagePrefix()))
                    .mapToLong(Counted::withoutStack)
                    .sum();
            if (unknown > 0) {
                found.add(new UnknownStacks(unknown, expression.text()));
            }
        }
    }
}
