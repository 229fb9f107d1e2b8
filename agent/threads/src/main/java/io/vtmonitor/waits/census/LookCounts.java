package io.vtmonitor.waits.census;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.util.ArrayList;
import java.util.List;

/**
 * How many looks there were, how many threads they saw, and what they could not see. Written by one thread, read by
 * any.
 */
final class LookCounts {
    private long begun;
    private long looks;
    private long first;
    private long last;
    private int threads;
    private int most;
    private int ofOthers;
    private long unlisted;
    private boolean monitorsHidden;
    private List<String> missing = List.of();

    /** Begins a look and returns its number. */
    synchronized long begin() {
        return ++begun;
    }

    /**
     * Counts a look that succeeded. A look that fails, for example because there is too little memory, does not count.
     *
     * @param seen how many threads the look saw
     * @param ofOtherSchedulers how many of these are threads of other schedulers than the default one
     * @param notListed how many threads are known to be missing
     * @param hidden whether threads waited for monitors that this JDK does not show
     * @param fields names of fields that show which thread waits for which, and that this JDK lacks
     */
    synchronized void end(
            long nanos, int seen, int ofOtherSchedulers, long notListed, boolean hidden, List<String> fields) {
        missing = fields;
        first = ++looks == 1 ? nanos : first;
        last = nanos;
        threads = seen;
        most = Math.max(most, threads);
        ofOthers = Math.max(ofOthers, ofOtherSchedulers);
        unlisted = Math.max(unlisted, notListed);
        monitorsHidden |= hidden;
    }

    synchronized long looks() {
        return looks;
    }

    /** Nanoseconds from the last look to that time. */
    synchronized long since(long nanos) {
        return nanos - last;
    }

    /** Nanoseconds from the first look to the last. */
    synchronized long nanos() {
        return last - first;
    }

    synchronized int threads() {
        return threads;
    }

    synchronized int most() {
        return most;
    }

    synchronized List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        if (unlisted > 0) {
            limits.add(Limit.of(LimitKind.WAITS_OF_UNLISTED, unlisted));
        }
        if (ofOthers > 0) {
            limits.add(Limit.of(LimitKind.WAITS_FOR_OTHER_CARRIERS, ofOthers));
        }
        if (monitorsHidden) {
            limits.add(Limit.of(LimitKind.WAITS_FOR_MONITORS, Runtime.version().feature()));
        }
        if (!missing.isEmpty()) {
            limits.add(Limit.of(LimitKind.FIELDS_MISSING, String.join(", ", missing)));
        }
        return limits;
    }
}
