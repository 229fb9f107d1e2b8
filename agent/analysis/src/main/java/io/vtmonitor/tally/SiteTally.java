package io.vtmonitor.tally;

import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.PinnedReason;
import io.vtmonitor.model.PinnedReason.Kind;
import io.vtmonitor.model.Site;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Initializer;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one site, with the description that one pin gives, as far as it holds for all. Adds up pins of one
 * JVM, or figures of several reports. Times are nanoseconds of one clock: since the epoch for pins, since the JVM began
 * for reports.
 */
final class SiteTally {
    private static final int LISTED_ENTRIES = 10;

    /** The length of the pin that describes the site, until one is known. */
    private static final long NO_PIN = -1;

    private final int number;
    private final Tally all = new Tally();
    private final DurationHistogram histogram = new DurationHistogram();
    private WeakestProof proof = new WeakestProof();

    /** Its figures are those of one report, or zero; the length of the pin that it describes is right. */
    private SiteFigures description;

    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    /** Whether no report saw its pins continue; see {@link SiteSpan#isQuietUntil}. */
    private boolean quiet = true;

    /** @param first report that has the site; its figures are not added */
    SiteTally(SiteFigures first) {
        this(-1, first);
    }

    /**
     * @param number counts the sites of the JVM in the order in which they came
     * @param first diagnosis of the first pin, which is not added
     */
    SiteTally(int number, Diagnosis first) {
        this(number, description(first, NO_PIN));
    }

    private SiteTally(int number, SiteFigures description) {
        this.number = number;
        this.description = description;
    }

    int number() {
        return number;
    }

    String id() {
        return description.id();
    }

    DurationHistogram histogram() {
        return histogram;
    }

    /** There is a pin of this diagnosis; to be called at least once for each. */
    void seen(Diagnosis diagnosis) {
        proof.add(diagnosis);
    }

    /** All its pins were of one diagnosis, and are of this one, perhaps of another site. */
    void revised(Diagnosis diagnosis) {
        proof = new WeakestProof();
        proof.add(diagnosis);
        description = description(diagnosis, description.describedPinNanos());
    }

    /** Pins of one diagnosis; their durations are added to the histogram one by one. */
    void add(long count, long sum, long max, long first, long last) {
        all.add(count, sum, max);
        firstNanos = Math.min(firstNanos, first);
        lastNanos = Math.max(lastNanos, last);
    }

    /**
     * The figures of one report, without its stacks.
     *
     * @param watched its JVM where it has one alone: of several each has been judged before
     */
    void add(SiteFigures site, @Nullable Jvm watched) {
        if (SiteDescriptionOrder.isBetter(site, description)) {
            description = site;
        }
        proof.add(site);
        add(
                site.pins(),
                site.pinnedNanos(),
                site.maxNanos(),
                site.span().firstNanos(),
                site.span().lastNanos());
        site.times().histogram().forEach(histogram::add);
        quiet &= watched == null ? site.occurrence() == Occurrence.ONCE : isQuiet(site, watched);
    }

    private static boolean isQuiet(SiteFigures site, Jvm watched) {
        SiteSpan span = new SiteSpan(site.span().firstNanos(), site.span().lastNanos());
        return span.isQuietUntil(watched.endNanos());
    }

    /** One of several that turned out to be the same site of the same JVM. */
    private void add(SiteTally part) {
        all.add(part.all);
        histogram.add(part.histogram);
        proof.add(part.proof);
        firstNanos = Math.min(firstNanos, part.firstNanos);
        lastNanos = Math.max(lastNanos, part.lastNanos);
        if (part.isDescribed() && (!isDescribed() || SiteDescriptionOrder.isBetter(part.description, description))) {
            description = part.description;
        }
    }

    /** One out of all those of one site, at least one. */
    static SiteTally sum(List<SiteTally> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        SiteTally sum = new SiteTally(parts.get(0).number, parts.get(0).description);
        parts.forEach(sum::add);
        return sum;
    }

    private boolean isDescribed() {
        return description.describedPinNanos() != NO_PIN;
    }

    /**
     * A pin, or the longest of several, was so long: whether it describes the site, {@link SiteDescriptionOrder} says.
     */
    void describe(Diagnosis diagnosis, long nanos) {
        if (!isDescribed() || isBetter(diagnosis, nanos)) {
            description = description(diagnosis, nanos);
        }
    }

    /** Makes a description only where nothing else decides: there are far more pins than those that describe. */
    private boolean isBetter(Diagnosis diagnosis, long nanos) {
        int order = SiteDescriptionOrder.compare(diagnosis.holders(), nanos, description);
        return order > 0 || (order == 0 && SiteDescriptionOrder.isBetter(description(diagnosis, nanos), description));
    }

    /** What a diagnosis says of its site, without figures. */
    private static SiteFigures description(Diagnosis diagnosis, long nanos) {
        Site site = diagnosis.site();
        return new SiteFigures(
                site.id(),
                site.operation(),
                diagnosis.reason(),
                diagnosis.compensated(),
                lines(diagnosis.holders()),
                List.of(),
                SiteFigures.PinTimes.NONE,
                new SiteFigures.Span(Occurrence.RECURRING, 0, 0),
                diagnosis.verdict(),
                diagnosis.advice(),
                diagnosis.unread(),
                List.of(),
                new SiteFigures.AwaitedClass(
                        diagnosis.blocking().monitorClass(),
                        initializer(diagnosis.blocking().reasonText())),
                nanos);
    }

    private static List<HolderLine> lines(List<Holder> holders) {
        List<HolderLine> lines = new ArrayList<>(holders.size());
        for (Holder holder : holders) {
            lines.add(HolderLine.of(holder));
        }
        return lines;
    }

    /** The class that was waited for; who ran its initializer is looked for among all stacks. */
    private static @Nullable Initializer initializer(@Nullable String reasonText) {
        PinnedReason reason = PinnedReason.parse(reasonText);
        return reason == null || reason.kind() != Kind.CLASS_INIT_WAIT || reason.className() == null
                ? null
                : new Initializer(reason.className(), List.of());
    }

    /**
     * The figures of pins as they stand, as {@link Merge} takes them, which sees to what follows from the stacks.
     *
     * @param begin of the JVM, or of the watch where that is not known, nanoseconds since the epoch
     * @param stacks the site's
     */
    SiteFigures figures(long begin, List<StackFigures> stacks) {
        return figures(
                new SiteSpan(
                        all.pins() == 0 ? 0 : Math.max(0, firstNanos - begin),
                        all.pins() == 0 ? 0 : Math.max(0, lastNanos - begin)),
                stacks,
                List.of(),
                description.awaited().initializer());
    }

    /**
     * The figures of reports as they stand.
     *
     * @param stacks the site's
     * @param initializers where a class that was waited for is looked up
     */
    SiteFigures figures(List<StackFigures> stacks, Initializers initializers) {
        Initializer waitedFor = description.awaited().initializer();
        return figures(
                new SiteSpan(firstNanos, lastNanos),
                stacks,
                entries(stacks),
                waitedFor == null ? null : initializers.of(waitedFor.className()));
    }

    private SiteFigures figures(
            SiteSpan span, List<StackFigures> stacks, List<String> entries, @Nullable Initializer initializer) {
        long described = description.describedPinNanos();
        return proof.weakened(new SiteFigures(
                description.id(),
                description.operation(),
                description.reason(),
                description.compensated(),
                description.holders(),
                entries,
                new SiteFigures.PinTimes(
                        all.pins(),
                        all.nanos(),
                        histogram.quantile(0.5, all.maxNanos()),
                        histogram.quantile(0.99, all.maxNanos()),
                        all.maxNanos(),
                        histogram.buckets()),
                new SiteFigures.Span(
                        span.occurrence(description, all.pins(), quiet), span.firstNanos(), span.lastNanos()),
                description.verdict(),
                description.advice(),
                description.unread(),
                stacks,
                new SiteFigures.AwaitedClass(description.awaited().monitorClass(), initializer),
                described == NO_PIN || described == all.maxNanos() ? null : described));
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
