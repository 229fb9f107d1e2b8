package io.vtmonitor.waits.census;

import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import java.util.ArrayList;
import java.util.List;

/** How many looks there were, at how many threads, and what they could not see. Written by one thread, read by any. */
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

    /** The number of the look that begins. */
    synchronized long begin() {
        return ++begun;
    }

    /**
     * A look has gone well; one that fails, for want of memory, is none.
     *
     * @param seen threads
     * @param ofOtherSchedulers so many of them
     * @param notListed threads that are known to be missing
     * @param hidden whether threads waited for monitors that this JDK does not name
     * @param fields of the JDK that tell who waits for whom, and are not there
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

    /** From the last look to that time, in nanoseconds. */
    synchronized long since(long nanos) {
        return nanos - last;
    }

    /** From the first look to the last. */
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
