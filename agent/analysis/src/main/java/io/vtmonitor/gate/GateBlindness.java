package io.vtmonitor.gate;

import io.vtmonitor.gate.GateExpression.Subject;
import io.vtmonitor.gate.GateFigures.Counted;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.DifferenceFacts;
import io.vtmonitor.report.DifferenceFacts.LimitOf;
import io.vtmonitor.report.DifferenceFacts.PinsOfOneSide;
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
import io.vtmonitor.report.GateFacts.UnknownCarriers;
import io.vtmonitor.report.GateFacts.UnknownStacks;
import io.vtmonitor.report.GateFacts.UnlistedSites;
import io.vtmonitor.report.GateFacts.WaitsUnwatched;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.LimitKind.Hides;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds what the input can't show about a condition, so that a condition that is not met proves nothing. */
final class GateBlindness {
    private final GateFigures figures;
    private final Set<String> appeared = new HashSet<>();
    private final Set<BlindSpot> found = new LinkedHashSet<>();

    private GateBlindness(GateFigures figures, @Nullable Difference difference) {
        this.figures = figures;
        if (difference != null) {
            difference.sites().stream()
                    .filter(change -> change.kind() == Kind.APPEARED)
                    .forEach(change -> appeared.add(change.id()));
        }
    }

    /**
     * None if every condition that is not met is known to be kept.
     *
     * @param strict whether what may hide something counts as well
     */
    static List<BlindSpot> of(
            GateFigures figures, @Nullable Difference difference, List<GateExpression> kept, boolean strict) {
        GateBlindness blindness = new GateBlindness(figures, difference);
        if (!kept.isEmpty()) {
            kept.forEach(expression -> blindness.limits(expression, strict));
            if (!kept.stream().allMatch(expression -> expression.subject().isOfWaits())) {
                blindness.noTime();
                blindness.noPackage();
            }
            kept.forEach(blindness::of);
            if (difference != null) {
                kept.stream()
                        .filter(expression -> expression.subject() == Subject.GREW
                                || (expression.subject() == Subject.NEW && isOfDumps(difference)))
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

    /** Whether the baseline is dumps, so that no site can be found new. */
    private static boolean isOfDumps(Difference difference) {
        return difference.notes().stream()
                .anyMatch(note -> note instanceof PinsOfOneSide of && of.known() == SideName.AFTER);
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

    /**
     * Sites beyond the bound are one figure: whether one of them meets the condition, or a listed one together with
     * what is in that figure, is not known.
     */
    private void folded(GateExpression expression) {
        List<Report> all = figures.reports();
        switch (expression.subject()) {
            case LONGEST -> all.forEach(report -> longest(expression, report.other()));
            case PACKAGE -> {
                if (!unlisted(expression, all, 0)) {
                    unlisted(
                            expression,
                            all,
                            figures.sites().stream()
                                    .filter(site -> site.isInPackage(expression.packagePrefix()))
                                    .mapToLong(Counted::nanos)
                                    .sum());
                }
            }
            case SITE, NEW -> {
                boolean may = unlisted(expression, all, 0);
                long most = all.stream()
                        .mapToLong(report -> report.other().pinnedNanos())
                        .sum();
                for (Counted site : figures.sites()) {
                    boolean asked = expression.subject() == Subject.SITE || appeared.contains(site.id());
                    if (!may && asked && expression.isMetBy((most + site.nanos()) / 1e9)) {
                        may = unlisted(expression, withMoreOf(site), site.nanos());
                    }
                }
            }
            default -> {}
        }
    }

    private void longest(GateExpression expression, Figures other) {
        if (other.maxNanos() > 0 && expression.isMetBy(other.maxNanos() / 1e9)) {
            found.add(new UnlistedSites(other.pins(), true, other.maxNanos(), 0, expression.text()));
        }
    }

    /** Whether the condition may be met by what those reports do not list, together with what is listed. */
    private boolean unlisted(GateExpression expression, List<Report> reports, long listedNanos) {
        long pins = 0;
        long nanos = 0;
        for (Report report : reports) {
            pins += report.other().pins();
            nanos += report.other().pinnedNanos();
        }
        boolean may = nanos > 0 && expression.isMetBy((nanos + listedNanos) / 1e9);
        if (may) {
            found.add(new UnlistedSites(pins, false, nanos, listedNanos, expression.text()));
        }
        return may;
    }

    /**
     * Those whose unlisted pins may be of a listed site. The report of one JVM either lists all pins of a site or none;
     * one of several may be merged from reports that list it and reports that do not.
     */
    private List<Report> withMoreOf(Counted site) {
        Set<String> ids = site.figures().stream().map(SiteFigures::id).collect(Collectors.toSet());
        return figures.reports().stream()
                .filter(report -> report.other().pins() > 0)
                .filter(report -> report.jvms().size() > 1
                        || report.sites().stream().noneMatch(listed -> ids.contains(listed.id())))
                .toList();
    }

    /** What is known of another scheduler's threads is that they were there. */
    private void capacity(GateExpression expression) {
        double atMost = switch (expression.subject()) {
            case LOST -> figures.lostAtMost();
            case STARVED -> figures.starvedSeconds();
            default -> -1;
        };
        if (atMost < 0 || !expression.isMetBy(atMost)) {
            return;
        }
        if (figures.hasOtherSchedulers()) {
            found.add(new OtherSchedulers(expression.text()));
        }
        if (figures.hasUnknownCarriers()) {
            found.add(new UnknownCarriers(expression.text()));
        }
    }

    /** The watch over waits may have ended before the JVM did. */
    private void endOfWaits(Report report) {
        for (Limit limit : report.waits().limits()) {
            if (limit.kind() == LimitKind.WAITS_LOST || limit.kind() == LimitKind.WAITS_ENDED) {
                found.add(new Limited(limit, false));
            }
        }
    }

    private void of(GateExpression expression) {
        folded(expression);
        capacity(expression);
        if (expression.subject().isOfWaits()) {
            if (figures.reports().stream().anyMatch(report -> report.waits().looks() == 0)) {
                found.add(new WaitsUnwatched(expression.text()));
            }
            figures.reports().forEach(this::endOfWaits);
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
