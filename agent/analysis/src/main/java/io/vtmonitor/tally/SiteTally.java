package io.vtmonitor.tally;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.PinnedReason;
import io.vtmonitor.model.PinnedReason.Kind;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Initializer;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of one site in one JVM, with the words of one pin, as far as they hold for all. */
final class SiteTally {
    private final int number;
    private final Tally all = new Tally();
    private final DurationHistogram histogram = new DurationHistogram();
    private WeakestProof proof = new WeakestProof();
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private Diagnosis longest;
    private long longestNanos = -1;

    /**
     * @param number counts the sites in the order in which they came
     * @param first diagnosis of the first pin
     */
    SiteTally(int number, Diagnosis first) {
        this.number = number;
        this.longest = first;
    }

    int number() {
        return number;
    }

    Diagnosis longest() {
        return longest;
    }

    DurationHistogram histogram() {
        return histogram;
    }

    /** There is a pin of this diagnosis; to be called at least once for each. */
    void seen(Diagnosis diagnosis) {
        proof.add(diagnosis);
    }

    /** All its pins were of one diagnosis, and are of this one. */
    void revised(Diagnosis diagnosis) {
        proof = new WeakestProof();
        proof.add(diagnosis);
        longest = diagnosis;
    }

    /** One of several that turned out to be the same site. */
    private void add(SiteTally part) {
        all.add(part.all);
        histogram.add(part.histogram);
        proof.add(part.proof);
        firstNanos = Math.min(firstNanos, part.firstNanos);
        lastNanos = Math.max(lastNanos, part.lastNanos);
        longest(part.longest, part.longestNanos);
    }

    /** One out of all those of one site, at least one. */
    static SiteTally sum(List<SiteTally> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        SiteTally sum = new SiteTally(parts.get(0).number, parts.get(0).longest);
        parts.forEach(sum::add);
        return sum;
    }

    /** Pins of one diagnosis; their durations are added to the histogram one by one. */
    void add(long count, long sum, long max, long first, long last) {
        all.add(count, sum, max);
        firstNanos = Math.min(firstNanos, first);
        lastNanos = Math.max(lastNanos, last);
    }

    /**
     * A pin, or the longest of several, was so long: whether it tells of the site, {@link SiteDescriptionOrder} says.
     */
    void longest(Diagnosis diagnosis, long nanos) {
        if (nanos >= 0 && (longestNanos < 0 || order(diagnosis, nanos) > 0)) {
            longest = diagnosis;
            longestNanos = nanos;
        }
    }

    /** Above zero where it tells more than what is told; texts are made only where nothing else decides. */
    private int order(Diagnosis diagnosis, long nanos) {
        int harder = Integer.compare(
                SiteDescriptionOrder.hardness(diagnosis.holders()), SiteDescriptionOrder.hardness(longest.holders()));
        int longer = harder != 0 ? harder : Long.compare(nanos, longestNanos);
        return longer != 0 || diagnosis.equals(longest)
                ? longer
                : SiteDescriptionOrder.text(shown(longest)).compareTo(SiteDescriptionOrder.text(shown(diagnosis)));
    }

    /** What is said of a site, without figures. */
    private static SiteFigures shown(Diagnosis diagnosis) {
        return new SiteTally(0, diagnosis).figures(0, List.of());
    }

    /**
     * The figures as they stand; what follows from the stacks is left to {@link Merge}.
     *
     * @param begin of the JVM, or of the watch where that is not known, nanoseconds since the epoch
     * @param stacks the site's
     */
    SiteFigures figures(long begin, List<StackFigures> stacks) {
        return proof.weakened(new SiteFigures(
                longest.site().id(),
                longest.site().operation(),
                longest.reason(),
                longest.compensated(),
                lines(longest.holders()),
                List.of(),
                all.pins(),
                all.nanos(),
                0,
                0,
                all.maxNanos(),
                histogram.buckets(),
                Occurrence.RECURRING,
                all.pins() == 0 ? 0 : Math.max(0, firstNanos - begin),
                all.pins() == 0 ? 0 : Math.max(0, lastNanos - begin),
                longest.verdict(),
                longest.advice(),
                longest.unread(),
                stacks,
                longest.blocking().monitorClass(),
                initializer(longest.blocking().reasonText()),
                longestNanos < 0 || longestNanos == all.maxNanos() ? null : longestNanos));
    }

    /** The class that was waited for; who ran its initializer is looked for among all stacks. */
    private static @Nullable Initializer initializer(@Nullable String reasonText) {
        PinnedReason reason = PinnedReason.parse(reasonText);
        return reason == null || reason.kind() != Kind.CLASS_INIT_WAIT || reason.className() == null
                ? null
                : new Initializer(reason.className(), List.of());
    }

    private static List<HolderLine> lines(List<Holder> holders) {
        List<HolderLine> lines = new ArrayList<>(holders.size());
        for (Holder holder : holders) {
            lines.add(HolderLine.of(holder));
        }
        return lines;
    }
}
