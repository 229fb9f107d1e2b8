package io.vtmonitor.cli.input;

import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.report.figures.LeftOut;
import java.util.function.Predicate;

/**
 * Hands on what {@link PinFilterOptions} asks for of one recording, and counts the rest.
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
     * @param all whether everything is asked for: the others are not looked at then
     * @param from begin of the time asked for, nanoseconds since the epoch
     * @param to its end, exclusive, likewise
     */
    FindingFilter(boolean all, long from, long to, Predicate<Diagnosis> isInPackage, DiagnosedPinSink next) {
        this.all = all;
        this.from = from;
        this.to = to;
        this.isInPackage = isInPackage;
        this.next = next;
    }

    /** What takes the findings: the next itself where nothing is left out. */
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

    /** Whether what began and ended then has a part of a time, or lies in it without having a length. */
    static boolean isWithin(long start, long end, long from, long to) {
        return start < to && (start >= from || end > from);
    }

    /**
     * What was left out up to now.
     *
     * @param tooShort what did not get here
     */
    LeftOut leftOut(long tooShort) {
        return new LeftOut(tooShort, outside, elsewhere);
    }
}
