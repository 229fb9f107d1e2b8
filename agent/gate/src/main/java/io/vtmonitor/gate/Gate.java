package io.vtmonitor.gate;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.gate.GateFigures.Counted;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.SiteChange;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.text.LimitText;
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
     * @param difference what changed up to them; null where nothing is compared, and no condition asks for it
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
        List<String> blind = GateBlindness.of(figures, kept(conditions), strict);
        List<String> notes = notes(figures, blind);
        if (difference != null
                && expressions.stream().anyMatch(is -> is.subject().needsBaseline())) {
            // They may have made a condition seem met, or kept.
            difference.notes().forEach(note -> notes.add("note on the comparison: " + note));
        }
        return new GateResult(conditions, !blind.isEmpty(), notes);
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
                        condition.sentence() + LimitEffect.text(LimitEffect.limiting(is, reports)),
                        condition.sites());
    }

    private static Condition condition(GateExpression is, GateFigures figures, Map<String, SiteChange> changes) {
        return switch (is.subject()) {
            case TOTAL ->
                all(
                        is,
                        figures.seconds(),
                        Durations.text(figures.seconds()) + " pinned in all" + rest(figures),
                        figures.sites());
            case PINS ->
                all(
                        is,
                        (double) figures.pins(),
                        Plural.of(figures.pins(), "pin") + " in all" + rest(figures),
                        figures.sites());
            case LOST ->
                ofScheduler(
                        is,
                        figures,
                        figures.surelyLost(),
                        figures.capacityLost(),
                        Durations.percent(figures.capacityLost()) + " of the capacity lost");
            case STARVED ->
                ofScheduler(
                        is,
                        figures,
                        figures.surelyStarvedSeconds(),
                        figures.starvedSeconds(),
                        figures.starvedSeconds() > 0
                                ? "no carrier was free for " + Durations.text(figures.starvedSeconds())
                                : "at no time were all carriers pinned");
            case SITE -> each(is, figures.sites(), Counted::seconds, "no site has that much" + rest(figures));
            case LONGEST -> each(is, figures.sites(), Counted::longest, "no pin is that long" + rest(figures));
            case NEW -> each(is, changed(figures, changes, Kind.APPEARED), Counted::seconds, "no such site is new");
            case GREW ->
                each(
                        is,
                        changed(figures, changes, Kind.GREW),
                        site -> growth(changes.get(site.id())),
                        "no site grew that much");
            case PACKAGE -> ofPackage(is, figures);
            case WAITING -> GateWaits.condition(is, figures.reports(), GateWaits::isForHeld);
            case POOL -> GateWaits.condition(is, figures.reports(), GateWaits::isForPool);
        };
    }

    private static String rest(GateFigures figures) {
        return figures.once().isEmpty() && figures.ignored().isEmpty() ? "" : ", without what is left out";
    }

    private static Condition all(GateExpression is, double value, String seen, List<Counted> contributing) {
        return condition(is, is.isMetBy(value), seen, contributing);
    }

    /** Of pins of other schedulers it is not known which they are: what they may have made true does not count. */
    private static Condition ofScheduler(
            GateExpression is, GateFigures figures, double surely, double atMost, String seen) {
        String bound = figures.hasOtherSchedulers() && atMost > surely
                ? ", if all pins were of the default scheduler's carriers"
                : "";
        return condition(is, is.isMetBy(surely), seen + bound, figures.uncompensatedSites());
    }

    private static Condition condition(GateExpression is, boolean tripped, String seen, List<Counted> sites) {
        String join = sites.size() == 1 ? ", at " : ", most at ";
        String most = tripped && !sites.isEmpty() ? join + sites.get(0).sentence() : "";
        return new Condition(is.text(), tripped, seen + most, tripped ? sentences(sites) : List.of());
    }

    private static Condition each(
            GateExpression is, List<Counted> candidates, ToDoubleFunction<Counted> value, String none) {
        List<Counted> met = candidates.stream()
                .filter(site -> is.isMetBy(value.applyAsDouble(site)))
                .toList();
        String seen = met.isEmpty() ? none : Plural.of(met.size(), "site");
        return condition(is, !met.isEmpty(), seen, met);
    }

    private static Condition ofPackage(GateExpression is, GateFigures figures) {
        List<Counted> sites = figures.sites().stream()
                .filter(site -> site.isInPackage(is.packagePrefix()))
                .toList();
        double seconds = sites.stream().mapToDouble(Counted::seconds).sum();
        boolean tripped = !sites.isEmpty() && is.isMetBy(seconds);
        String seen = Durations.text(seconds) + " pinned in " + Plural.of(sites.size(), "site")
                + " with a holder or an entry in " + is.packagePrefix();
        return condition(is, tripped, seen, sites);
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

    private static List<String> sentences(List<Counted> sites) {
        return sites.stream().map(Counted::sentence).toList();
    }

    private List<String> notes(GateFigures figures, List<String> blind) {
        List<String> notes = new ArrayList<>();
        blind.forEach(limit -> notes.add("the gate is blind: " + limit));
        long notAskedFor = figures.leftOut().all();
        if (notAskedFor > 0) {
            notes.add(notAskedFor + (notAskedFor == 1 ? " pin was" : " pins were")
                    + " not requested, and no condition counts them: " + LimitText.by(figures.leftOut()));
        }
        if (!figures.once().isEmpty()) {
            notes.add("left out as loading and initialization of classes, which happen once per JVM: "
                    + sum(figures.once()) + "; --count-one-time counts them");
        }
        figures.ignored()
                .forEach((entry, sites) ->
                        notes.add("left out by '" + entry.given() + "': " + sum(sites) + "; " + entry.reason()));
        for (GateIgnores.Entry entry : ignores.entries()) {
            if (entry.isOver(today)) {
                notes.add("line " + entry.number() + " of the list of exceptions, '" + entry.given() + "', expired on "
                        + entry.until() + ": its sites count");
            } else if (!figures.ignored().containsKey(entry)) {
                notes.add("line " + entry.number() + " of the list of exceptions, '" + entry.given()
                        + "', matches no site");
            }
        }
        if (figures.folded() > 0) {
            notes.add(Plural.of(figures.folded(), "pin")
                    + " of sites beyond the bound: counted in the total, but for no site");
        }
        boolean leftOut = !figures.once().isEmpty() || !figures.ignored().isEmpty();
        if (leftOut && expressions.stream().anyMatch(is -> is.subject() == GateExpression.Subject.STARVED)) {
            notes.add("starved time can't be divided by site: it includes the time of sites that are left out");
        }
        return notes;
    }

    private static String sum(List<SiteFigures> sites) {
        long nanos = sites.stream().mapToLong(SiteFigures::pinnedNanos).sum();
        return Plural.of(sites.size(), "site") + " with " + Durations.text(nanos);
    }
}
