package io.vtmonitor.report.figures;

import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One site.
 *
 * @param id see {@code Site.id}
 * @param operation what was waited for
 * @param reason why the carrier was kept
 * @param compensated see {@code Diagnosis.compensated}
 * @param holders nearest to the block first, with the lines of the stack of the longest pin, or of one of several
 *     equally long ones, among those whose holders a newer JDK helps least; the reason, the monitors and the advice are
 *     that pin's as well. How sure that is, the verdict and the unread classes hold for every pin of the site
 * @param entries outermost application frames, most pinned first, at most ten
 * @param times of its pins
 * @param span when they began
 * @param verdict what a newer JDK does to all of its pins: to the one that it helps least
 * @param advice what to do
 * @param unread classes whose class file was not seen and that may hold as well in some of the pins, at most ten by
 *     name; see {@code HolderFinder.unread}
 * @param stacks all that are distinct, most pinned seconds first, up to a bound on the stacks of all sites; what came
 *     after that is counted in the site alone, and the limits say so
 * @param awaited the class whose monitor or initialization was waited for
 * @param describedNanos duration of the pin that has these holders, null if it is the longest of the site
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
     * @param p50Nanos half were shorter; within 7 %
     * @param p99Nanos one in a hundred was longer; within 7 %
     * @param maxNanos the longest
     * @param histogram see {@link Figures#histogram()}
     */
    public record PinTimes(
            long pins, long pinnedNanos, long p50Nanos, long p99Nanos, long maxNanos, List<Bucket> histogram) {
        /** Of a site without a pin. */
        public static final PinTimes NONE = new PinTimes(0, 0, 0, 0, 0, List.of());
    }

    /**
     * When the pins began.
     *
     * @param occurrence whether it is over once classes are loaded
     * @param firstNanos begin of its first pin, since the watch began
     * @param lastNanos begin of its last pin, likewise
     */
    public record Span(Occurrence occurrence, long firstNanos, long lastNanos) {}

    /**
     * The class whose monitor or initialization was waited for.
     *
     * @param monitorClass class of the monitor that was waited for, where a monitor event tells; null otherwise
     * @param initializer the class that was waited for, null for all but class_init_wait on JDK 24+
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

    /** The same with another advice. */
    public SiteFigures with(Advice other) {
        return with(holders, verdict, other, unread);
    }

    /** The same, with other words about why it pins and what helps. */
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
