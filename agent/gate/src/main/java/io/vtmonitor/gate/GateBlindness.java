package io.vtmonitor.gate;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.gate.GateExpression.Subject;
import io.vtmonitor.gate.GateFigures.Counted;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind.Hides;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Figures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.text.LimitText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds what the input can't show about a condition, so that a condition that is not met proves nothing. */
final class GateBlindness {
    private final GateFigures figures;
    private final Set<String> said = new LinkedHashSet<>();

    private GateBlindness(GateFigures figures) {
        this.figures = figures;
    }

    /**
     * A sentence each; none where every condition that is not met is known to be kept.
     *
     * @param strict whether what may hide something counts as well
     */
    static List<String> of(GateFigures figures, List<GateExpression> kept, boolean strict) {
        GateBlindness blindness = new GateBlindness(figures);
        if (!kept.isEmpty()) {
            kept.forEach(expression -> blindness.limits(expression, strict));
            if (!kept.stream().allMatch(expression -> expression.subject().isOfWaits())) {
                blindness.noTime();
                blindness.noPackage();
            }
            kept.forEach(blindness::of);
        }
        return new ArrayList<>(blindness.said);
    }

    private void limits(GateExpression expression, boolean strict) {
        for (Limit limit : LimitEffect.blind(expression, figures.reports())) {
            said.add(LimitText.sentence(limit));
        }
        if (strict) {
            for (Limit limit : LimitEffect.limiting(expression, figures.reports())) {
                // Every report lacks them: a gate that is blind for that would judge nothing.
                if (limit.hides() != Hides.OPEN_PINS) {
                    said.add(LimitText.sentence(limit) + " (--strict)");
                }
            }
        }
    }

    private void noTime() {
        long nanos = figures.reports().stream()
                .flatMap(report -> report.jvms().stream())
                .mapToLong(Jvm::wallNanos)
                .sum();
        if (nanos <= 0) {
            said.add("nothing was watched, or --since and --until select none of it");
        }
    }

    /** What is left out for being short, or of another time, is told by options that are there for that. */
    private void noPackage() {
        long elsewhere = figures.leftOut().byPackage();
        boolean none =
                figures.reports().stream().allMatch(report -> report.totals().pins() == 0);
        if (none && elsewhere > 0) {
            said.add("none of " + Plural.of(elsewhere, "pin")
                    + " has a holder or an entry in the package that --package names: code that pins nothing looks the"
                    + " same as a mistyped name. If you expect none, use the condition package: instead");
        }
    }

    /** Of pins that are shorter than a threshold was for a while, none is known of that time. */
    private void shorterForAWhile(GateExpression expression, Report report) {
        for (Limit limit : report.limits()) {
            if (LimitEffect.raisesThreshold(limit.kind()) && limit.seconds("threshold") > expression.limit()) {
                said.add(LimitText.sentence(limit) + ", so '" + expression.text() + "' can't be evaluated");
            }
        }
    }

    /** Where monitors pin, events of their own tell of the waits at them, with a threshold of their own. */
    private void shorter(GateExpression expression, Jvm jvm) {
        long pins = jvm.pinnedThresholdNanos();
        Long monitors = jvm.monitorThresholdNanos();
        if (pins / 1e9 > expression.limit()) {
            said.add("pins shorter than " + Durations.text(pins) + " were not recorded, so '" + expression.text()
                    + "' can't be evaluated");
        }
        if (monitors != null && monitors > pins && monitors / 1e9 > expression.limit()) {
            said.add("waits for monitors shorter than " + Durations.text(monitors)
                    + " were not recorded, which pin on JDK " + jvm.javaVersion() + ", so '" + expression.text()
                    + "' can't be evaluated (docs/ci.md says how to record them)");
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
                said.add(Plural.of(other.pins(), "pin") + " of sites that are not listed, "
                        + (expression.subject() == Subject.LONGEST ? "the longest of " : "in all ")
                        + Durations.text(most) + ", may be what '" + expression.text() + "' asks for");
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
            said.add("threads of another scheduler than the default one were seen, and pins don't tell whose carriers"
                    + " they held, so '" + expression.text() + "' can't be evaluated");
        }
    }

    private void of(GateExpression expression) {
        folded(expression);
        otherSchedulers(expression);
        if (expression.subject().isOfWaits()) {
            if (figures.reports().stream().anyMatch(report -> report.waits().looks() == 0)) {
                said.add("what virtual threads wait for was not checked, so '" + expression.text()
                        + "' can't be evaluated (the agent checks it, and thread dumps show it)");
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
                said.add("the stack of " + Plural.of(unknown, "pin") + " is not known, so '" + expression.text()
                        + "' can't be evaluated");
            }
        }
    }
}
