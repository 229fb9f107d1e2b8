package io.vtmonitor.gate;

import io.vtmonitor.gate.GateFigures.Counted;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.SiteChange;
import io.vtmonitor.report.GateFacts.BlindSpot;
import io.vtmonitor.report.GateFacts.Evidence;
import io.vtmonitor.report.GateFacts.Excepted;
import io.vtmonitor.report.GateFacts.ExpiredException;
import io.vtmonitor.report.GateFacts.LostCapacity;
import io.vtmonitor.report.GateFacts.Met;
import io.vtmonitor.report.GateFacts.NotRequested;
import io.vtmonitor.report.GateFacts.Note;
import io.vtmonitor.report.GateFacts.OfComparison;
import io.vtmonitor.report.GateFacts.OneTimeSites;
import io.vtmonitor.report.GateFacts.PackageTime;
import io.vtmonitor.report.GateFacts.PinCount;
import io.vtmonitor.report.GateFacts.PinnedTime;
import io.vtmonitor.report.GateFacts.SiteCheck;
import io.vtmonitor.report.GateFacts.Sites;
import io.vtmonitor.report.GateFacts.StarvedTime;
import io.vtmonitor.report.GateFacts.StarvedTimeOfAll;
import io.vtmonitor.report.GateFacts.UnlistedPins;
import io.vtmonitor.report.GateFacts.UnusedException;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.SiteFigures;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Evaluates conditions on reports. */
public final class Gate {
    private final List<GateExpression> expressions;
    private final GateIgnores ignores;
    private final boolean countOneTime;
    private final boolean strict;
    private final LocalDate today;

    /**
     * @param strict whether the gate is blind, too, where something may hide what was asked
     * @param today on which exceptions are in force or over
     */
    public Gate(
            List<GateExpression> expressions,
            GateIgnores ignores,
            boolean countOneTime,
            boolean strict,
            LocalDate today) {
        this.expressions = List.copyOf(expressions);
        this.ignores = ignores;
        this.countOneTime = countOneTime;
        this.strict = strict;
        this.today = today;
    }

    /**
     * What becomes of each condition.
     *
     * @param reports what is judged
     * @param difference what changed up to them; null if nothing is compared, and no condition asks for it
     */
    public GateResult judge(List<Report> reports, @Nullable Difference difference) {
        GateFigures figures = new GateFigures(reports, ignores, today, countOneTime);
        Map<String, SiteChange> changes = new TreeMap<>();
        if (difference != null) {
            difference.sites().forEach(change -> changes.put(change.id(), change));
        }
        List<Condition> conditions = expressions.stream()
                .map(expression -> withLimits(condition(expression, figures, changes), expression, reports))
                .toList();
        List<BlindSpot> blind = GateBlindness.of(figures, difference, kept(conditions), strict);
        List<Note> notes = notes(figures);
        if (difference != null
                && expressions.stream().anyMatch(is -> is.subject().needsBaseline())) {
            // They may have made a condition seem met, or kept.
            difference.notes().forEach(note -> notes.add(new OfComparison(note)));
        }
        return new GateResult(conditions, blind, notes);
    }

    private List<GateExpression> kept(List<Condition> conditions) {
        List<GateExpression> kept = new ArrayList<>();
        for (int i = 0; i < conditions.size(); i++) {
            if (!conditions.get(i).tripped()) {
                kept.add(expressions.get(i));
            }
        }
        return kept;
    }

    /** With what may hide that a condition is met, where it is not. */
    private static Condition withLimits(Condition condition, GateExpression is, List<Report> reports) {
        return condition.tripped()
                ? condition
                : new Condition(
                        condition.expression(),
                        false,
                        condition.evidence(),
                        condition.met(),
                        LimitEffect.limiting(is, reports));
    }

    private static Condition condition(GateExpression is, GateFigures figures, Map<String, SiteChange> changes) {
        return switch (is.subject()) {
            case TOTAL ->
                condition(
                        is,
                        is.isMetBy(figures.seconds()),
                        new PinnedTime(figures.seconds(), isPartly(figures)),
                        figures.sites());
            case PINS ->
                condition(
                        is,
                        is.isMetBy((double) figures.pins()),
                        new PinCount(figures.pins(), isPartly(figures)),
                        figures.sites());
            case LOST ->
                condition(
                        is,
                        is.isMetBy(figures.surelyLost()),
                        new LostCapacity(figures.capacityLost(), figures.capacityLost() > figures.surelyLost()),
                        figures.uncompensatedSites());
            case STARVED ->
                condition(
                        is,
                        is.isMetBy(figures.surelyStarvedSeconds()),
                        new StarvedTime(
                                figures.starvedSeconds(), figures.starvedSeconds() > figures.surelyStarvedSeconds()),
                        figures.uncompensatedSites());
            case SITE -> each(is, figures.sites(), Counted::seconds, SiteCheck.TIME, isPartly(figures));
            case LONGEST -> each(is, figures.sites(), Counted::longest, SiteCheck.LONG_PIN, isPartly(figures));
            case NEW -> each(is, changed(figures, changes, Kind.APPEARED), Counted::seconds, SiteCheck.NEW, false);
            case GREW ->
                each(
                        is,
                        changed(figures, changes, Kind.GREW),
                        site -> growth(changes.get(site.id())),
                        SiteCheck.GROWTH,
                        false);
            case PACKAGE -> ofPackage(is, figures);
            case WAITING -> GateWaits.condition(is, figures.reports(), GateWaits::isForHeld);
            case POOL -> GateWaits.condition(is, figures.reports(), GateWaits::isForPool);
        };
    }

    private static boolean isPartly(GateFigures figures) {
        return !figures.once().isEmpty() || !figures.ignored().isEmpty();
    }

    private static Condition condition(GateExpression is, boolean tripped, Evidence evidence, List<Counted> sites) {
        List<Met> met = tripped ? sites.stream().<Met>map(Counted::facts).toList() : List.of();
        return new Condition(is.text(), tripped, evidence, met, List.of());
    }

    private static Condition each(
            GateExpression is,
            List<Counted> candidates,
            ToDoubleFunction<Counted> value,
            SiteCheck check,
            boolean partly) {
        List<Counted> met = candidates.stream()
                .filter(site -> is.isMetBy(value.applyAsDouble(site)))
                .toList();
        return condition(is, !met.isEmpty(), new Sites(check, met.size(), partly), met);
    }

    private static Condition ofPackage(GateExpression is, GateFigures figures) {
        List<Counted> sites = figures.sites().stream()
                .filter(site -> site.isInPackage(is.packagePrefix()))
                .toList();
        double seconds = sites.stream().mapToDouble(Counted::seconds).sum();
        boolean tripped = !sites.isEmpty() && is.isMetBy(seconds);
        return condition(is, tripped, new PackageTime(is.packagePrefix(), seconds, sites.size()), sites);
    }

    private static List<Counted> changed(GateFigures figures, Map<String, SiteChange> changes, Kind kind) {
        return figures.sites().stream()
                .filter(site -> {
                    SiteChange change = changes.get(site.id());
                    return change != null && change.kind() == kind;
                })
                .toList();
    }

    private static double growth(@Nullable SiteChange change) {
        return change == null || change.before().perHour() == 0
                ? 0
                : change.after().perHour() / change.before().perHour() - 1;
    }

    private List<Note> notes(GateFigures figures) {
        List<Note> notes = new ArrayList<>();
        if (figures.leftOut().all() > 0) {
            notes.add(new NotRequested(figures.leftOut()));
        }
        if (!figures.once().isEmpty()) {
            notes.add(new OneTimeSites(figures.once().size(), nanos(figures.once())));
        }
        figures.ignored()
                .forEach((entry, sites) ->
                        notes.add(new Excepted(entry.given(), sites.size(), nanos(sites), entry.reason())));
        for (GateIgnores.Entry entry : ignores.entries()) {
            LocalDate until = entry.until();
            if (until != null && entry.isOver(today)) {
                notes.add(new ExpiredException(entry.number(), entry.given(), until));
            } else if (!figures.ignored().containsKey(entry)) {
                notes.add(new UnusedException(entry.number(), entry.given()));
            }
        }
        if (figures.folded() > 0) {
            notes.add(new UnlistedPins(figures.folded()));
        }
        if (isPartly(figures) && expressions.stream().anyMatch(is -> is.subject() == GateExpression.Subject.STARVED)) {
            notes.add(new StarvedTimeOfAll());
        }
        return notes;
    }

    private static long nanos(List<SiteFigures> sites) {
        return sites.stream().mapToLong(SiteFigures::pinnedNanos).sum();
    }
}
