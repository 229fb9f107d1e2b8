package io.vtmonitor.tally;

import io.vtmonitor.report.figures.Initializer;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One site of several reports. */
final class MergedSite {
    private static final int LISTED_ENTRIES = 10;
    private static final Comparator<MergedStack> MOST_FIRST = MergedSite::order;

    private final Tally tally = new Tally();
    private final DurationHistogram histogram = new DurationHistogram();
    private final Map<MergedStack.Key, MergedStack> stacks = new LinkedHashMap<>();
    private final WeakestProof proof = new WeakestProof();
    private SiteFigures told;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private boolean quiet = true;

    MergedSite(SiteFigures first) {
        this.told = first;
    }

    /**
     * The figures of one report, without its stacks.
     *
     * @param watched its JVM where it has one alone: of several each has been judged before
     */
    void add(SiteFigures site, @Nullable Jvm watched) {
        if (SiteDescriptionOrder.isBetter(site, told)) {
            told = site;
        }
        proof.add(site);
        tally.add(site.pins(), site.pinnedNanos(), site.maxNanos());
        site.histogram().forEach(histogram::add);
        firstNanos = Math.min(firstNanos, site.firstNanos());
        lastNanos = Math.max(lastNanos, site.lastNanos());
        quiet &= watched == null ? site.occurrence() == Occurrence.ONCE : isQuiet(site, watched);
    }

    private static boolean isQuiet(SiteFigures site, Jvm watched) {
        SiteSpan span = new SiteSpan(site.firstNanos(), site.lastNanos());
        return span.isQuietUntil(watched.endNanos());
    }

    /**
     * The place of a stack.
     *
     * @param full true where no stack is admitted any more
     * @return null for one that came too late
     */
    @Nullable
    MergedStack stack(StackFigures stack, boolean full) {
        MergedStack known = stacks.get(new MergedStack.Key(stack.frames(), stack.truncated()));
        if (known == null && !full) {
            known = new MergedStack(stack);
            stacks.put(known.key(), known);
        }
        return known;
    }

    Collection<MergedStack> stacks() {
        return stacks.values();
    }

    /** The stacks as they stand; see {@link MergedStack#figures}. */
    List<StackFigures> stacks(int[] places) {
        List<MergedStack> most = new ArrayList<>(stacks.values());
        most.sort(MOST_FIRST);
        List<StackFigures> figures = new ArrayList<>(most.size());
        for (MergedStack stack : most) {
            figures.add(stack.figures(places));
        }
        return figures;
    }

    private static int order(MergedStack one, MergedStack other) {
        int more = Long.compare(other.tally().nanos(), one.tally().nanos());
        if (more != 0) {
            return more;
        }
        int text = one.key().frames().toString().compareTo(other.key().frames().toString());
        return text != 0
                ? text
                : Boolean.compare(one.key().truncated(), other.key().truncated());
    }

    /**
     * The figures as they stand.
     *
     * @param figures of its stacks
     * @param initializers where a class that was waited for is looked up
     */
    SiteFigures figures(List<StackFigures> figures, Initializers initializers) {
        SiteSpan span = new SiteSpan(firstNanos, lastNanos);
        Initializer waitedFor = told.initializer();
        return proof.weakened(new SiteFigures(
                told.id(),
                told.operation(),
                told.reason(),
                told.compensated(),
                told.holders(),
                entries(figures),
                tally.pins(),
                tally.nanos(),
                histogram.quantile(0.5, tally.maxNanos()),
                histogram.quantile(0.99, tally.maxNanos()),
                tally.maxNanos(),
                histogram.buckets(),
                span.occurrence(told, tally.pins(), quiet),
                span.firstNanos(),
                span.lastNanos(),
                told.verdict(),
                told.advice(),
                told.unread(),
                figures,
                told.monitorClass(),
                waitedFor == null ? null : initializers.of(waitedFor.className()),
                told.longestToldNanos() == tally.maxNanos() ? null : told.longestToldNanos()));
    }

    private static List<String> entries(List<StackFigures> stacks) {
        Map<String, Long> nanos = new HashMap<>();
        for (StackFigures stack : stacks) {
            String entry = stack.entry();
            if (entry != null) {
                nanos.merge(entry, stack.pinnedNanos(), Long::sum);
            }
        }
        List<Map.Entry<String, Long>> most = new ArrayList<>(nanos.entrySet());
        most.sort((one, other) -> {
            int more = Long.compare(other.getValue(), one.getValue());
            return more != 0 ? more : one.getKey().compareTo(other.getKey());
        });
        List<String> entries = new ArrayList<>();
        for (Map.Entry<String, Long> entry : most.subList(0, Math.min(LISTED_ENTRIES, most.size()))) {
            entries.add(entry.getKey());
        }
        return entries;
    }
}
