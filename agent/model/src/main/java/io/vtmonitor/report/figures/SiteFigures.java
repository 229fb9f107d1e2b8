package io.vtmonitor.report.figures;

import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a site.
 *
 * @param id see {@code Site.id}
 * @param operation what was waited for
 * @param reason why the carrier was held
 * @param compensated see {@code Diagnosis.compensated}
 * @param holders nearest to the block first. Lines are those of one pin: of the pins whose holders a newer JDK helps
 *     least, the longest, or one of several longest. The reason, the monitors, and the advice are of that pin, too. The
 *     confidence, the verdict, and the unread classes hold for every pin of the site
 * @param entries outermost application frames, most pinned first, at most ten
 * @param times how many pins, and how long
 * @param span when the pins began
 * @param verdict what a newer JDK does to the pin that it helps least
 * @param advice what to do
 * @param unread classes whose class files were not found and that may also hold the carrier in some of the pins, at
 *     most ten, by name; see {@code HolderFinder.unread}
 * @param stacks the distinct stacks, most pinned seconds first, up to a limit on the stacks of all sites. Pins with
 *     further stacks are counted in the site only; a limit of the report says so
 * @param awaited the class whose monitor or initialization was waited for
 * @param describedNanos duration of the pin that has these holders; null if it is the longest of the site
 */
public record SiteFigures(
        String id,
        Operation operation,
        Reason reason,
        boolean compensated,
        List<HolderLine> holders,
        List<String> entries,
        PinTimes times,
        Span span,
        Verdict verdict,
        Advice advice,
        List<String> unread,
        List<StackFigures> stacks,
        AwaitedClass awaited,
        @Nullable Long describedNanos) {
    /**
     * How many pins, and how long.
     *
     * @param pins how many
     * @param pinnedNanos sum of their durations
     * @param p50Nanos half of the pins were shorter; exact within 7 %
     * @param p99Nanos one pin in a hundred was longer; exact within 7 %
     * @param maxNanos the longest
     * @param histogram see {@link Figures#histogram()}
     */
    public record PinTimes(
            long pins, long pinnedNanos, long p50Nanos, long p99Nanos, long maxNanos, List<Bucket> histogram) {
        /** The times of a site without pins. */
        public static final PinTimes NONE = new PinTimes(0, 0, 0, 0, 0, List.of());
    }

    /**
     * When the pins began.
     *
     * @param occurrence whether the site pins only until its classes are loaded
     * @param firstNanos start of the first pin, in nanoseconds since the watch began
     * @param lastNanos start of the last pin, in nanoseconds since the watch began
     */
    public record Span(Occurrence occurrence, long firstNanos, long lastNanos) {}

    /**
     * The class whose monitor or initialization was waited for.
     *
     * @param monitorClass class of the monitor that was waited for, if a monitor event has it; null otherwise
     * @param initializer the class whose initialization was waited for; null except for class_init_wait on JDK 24 and
     *     later
     */
    public record AwaitedClass(
            @Nullable String monitorClass, @Nullable Initializer initializer) {
        public static final AwaitedClass NONE = new AwaitedClass(null, null);
    }

    public long pins() {
        return times.pins;
    }

    public long pinnedNanos() {
        return times.pinnedNanos;
    }

    public long maxNanos() {
        return times.maxNanos;
    }

    public Occurrence occurrence() {
        return span.occurrence;
    }

    /** Duration of the pin that has these holders. */
    public long describedPinNanos() {
        return describedNanos == null ? times.maxNanos : describedNanos;
    }

    /** The same with other advice. */
    public SiteFigures with(Advice other) {
        return with(holders, verdict, other, unread);
    }

    /** The same with other holders, another verdict, other advice, and other unread classes. */
    public SiteFigures with(
            List<HolderLine> otherHolders, Verdict otherVerdict, Advice otherAdvice, List<String> otherUnread) {
        return new SiteFigures(
                id,
                operation,
                reason,
                compensated,
                otherHolders,
                entries,
                times,
                span,
                otherVerdict,
                otherAdvice,
                otherUnread,
                stacks,
                awaited,
                describedNanos);
    }
}
