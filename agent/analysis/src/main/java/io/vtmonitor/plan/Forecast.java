package io.vtmonitor.plan;

import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Outlook;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a report's sites say of the future: the outlook, and the plan. They follow from the sites alone, merged or not.
 */
public final class Forecast {
    public static final Outlook NONE = new Outlook(0, 0, 0, 0);

    private Forecast() {}

    /** The report with its outlook and its plan. */
    public static Report of(Report draft) {
        return of(draft, draft.limits());
    }

    /** The same with other limits. */
    public static Report of(Report draft, List<Limit> limits) {
        Plan plan = new Plan(draft.sites(), draft.jvms(), draft.totals().pinnedNanos());
        return draft.with(outlook(draft), plan.remedies(), limits);
    }

    private static Outlook outlook(Report report) {
        Map<Verdict, Long> nanos = new EnumMap<>(Verdict.class);
        for (SiteFigures site : report.sites()) {
            nanos.merge(site.verdict(), site.pinnedNanos(), Long::sum);
        }
        nanos.merge(Verdict.UNKNOWN, report.other().pinnedNanos(), Long::sum);
        return new Outlook(
                nanos.getOrDefault(Verdict.GONE_ON_24, 0L),
                nanos.getOrDefault(Verdict.EASED_ON_26, 0L),
                nanos.getOrDefault(Verdict.STAYS, 0L),
                nanos.getOrDefault(Verdict.UNKNOWN, 0L));
    }
}
