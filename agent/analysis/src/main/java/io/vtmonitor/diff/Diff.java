package io.vtmonitor.diff;

import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.Part;
import io.vtmonitor.report.Difference.SiteChange;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Compares two sets of reports, site by site. */
public final class Diff {
    /**
     * The share of a site's carrier-seconds per hour that may differ where nobody says otherwise; see {@link #between}.
     */
    public static final double NOISE = 0.1;

    /** A difference of two standard deviations comes by chance about once in twenty comparisons of equal programs. */
    private static final double CHANCE = 2;

    private final DiffSide before;
    private final DiffSide after;
    private final double noise;

    private Diff(List<Report> before, List<Report> after, double noise) {
        this.before = new DiffSide(before);
        this.after = new DiffSide(after);
        this.noise = noise;
    }

    /**
     * What changed.
     *
     * @param noise a site whose carrier-seconds per hour differ by no more than this share of what they were is the
     *     same, and so is one whose difference is within what chance makes of independent pins; 0 or more
     */
    public static Difference between(List<Report> before, List<Report> after, double noise) {
        return new Diff(before, after, noise).difference();
    }

    private Difference difference() {
        DiffReasons reasons = new DiffReasons(before, after);
        Set<String> ids = new LinkedHashSet<>();
        if (!before.ofDumps() && !after.ofDumps()) {
            ids.addAll(before.ids());
            ids.addAll(after.ids());
        }
        List<SiteChange> changes = new ArrayList<>();
        ids.forEach(id -> changes.add(change(id, reasons)));
        changes.sort(Comparator.comparingDouble((SiteChange change) -> -Math.abs(change.changePerHour()))
                .thenComparing(SiteChange::id));
        return new Difference(
                Difference.SCHEMA_VERSION,
                noise,
                before.figures(),
                after.figures(),
                changes,
                DiffWaits.verdicts(before.waits(), after.waits()),
                DiffWaits.changes(before.waits(), after.waits(), noise),
                reasons.notes());
    }

    private SiteChange change(String id, DiffReasons reasons) {
        SiteFigures shown = Objects.requireNonNull(after.has(id) ? after.shown(id) : before.shown(id));
        Part was = before.part(id);
        Part is = after.part(id);
        Kind kind = kind(id, was, is);
        return new SiteChange(
                id,
                reasons.formerIds(id),
                kind,
                shown.operation(),
                shown.reason(),
                shown.occurrence(),
                shown.verdict(),
                was,
                is,
                is.perHour() - was.perHour(),
                reasons.why(id, kind, shown));
    }

    private Kind kind(String id, Part was, Part is) {
        if (!before.has(id)) {
            return Kind.APPEARED;
        }
        if (!after.has(id)) {
            return Kind.VANISHED;
        }
        double change = is.perHour() - was.perHour();
        double chance = CHANCE * Math.hypot(before.deviation(id), after.deviation(id));
        if (Math.abs(change) <= Math.max(noise * was.perHour(), chance)) {
            return Kind.SAME;
        }
        return change > 0 ? Kind.GREW : Kind.SHRANK;
    }
}
