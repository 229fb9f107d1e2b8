package io.vtmonitor.cli.input;

import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.report.figures.LeftOut;
import java.util.function.Predicate;

/**
 * Passes on the pins of a recording that match {@link PinFilterOptions}, and counts the others.
 *
 * <p>Not thread-safe.
 */
final class FindingFilter {
    private final boolean all;
    private final long from;
    private final long to;
    private final Predicate<Diagnosis> isInPackage;
    private final DiagnosedPinSink next;
    private long outside;
    private long elsewhere;

    /**
     * @param all whether all pins match, so that the other arguments are not used
     * @param from start of the requested time, in nanoseconds since the epoch
     * @param to end of the requested time, exclusive, in nanoseconds since the epoch
     */
    FindingFilter(boolean all, long from, long to, Predicate<Diagnosis> isInPackage, DiagnosedPinSink next) {
        this.all = all;
        this.from = from;
        this.to = to;
        this.isInPackage = isInPackage;
        this.next = next;
    }

    /** Receives the pins. If all match, this is {@code next} itself. */
    DiagnosedPinSink sink() {
        return all ? next : this::accept;
    }

    private void accept(DiagnosedPin diagnosed) {
        long start = diagnosed.pin().startNanos();
        if (!isWithin(start, diagnosed.pin().endNanos(), from, to)) {
            outside++;
        } else if (!isInPackage.test(diagnosed.diagnosis())) {
            elsewhere++;
        } else {
            next.accept(diagnosed);
        }
    }

    /** Whether an interval overlaps the requested time, or, if it has no length, lies in it. */
    static boolean isWithin(long start, long end, long from, long to) {
        return start < to && (start >= from || end > from);
    }

    /**
     * The number of pins left out so far.
     *
     * @param tooShort pins that were left out before this filter
     */
    LeftOut leftOut(long tooShort) {
        return new LeftOut(tooShort, outside, elsewhere);
    }
}
