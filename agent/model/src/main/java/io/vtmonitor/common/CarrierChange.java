package io.vtmonitor.common;

import java.util.ArrayList;
import java.util.List;

/**
 * The parallelism of the scheduler was changed.
 *
 * @param atNanos when that was seen, nanoseconds since the epoch
 * @param carriers what it has aimed at since then, 1 at least
 */
public record CarrierChange(long atNanos, int carriers) {
    /** Kept of one JVM; an application that changes the number more often is followed no further. */
    public static final int MOST = 100;

    /** Several of them as one text, which {@link #parse} reads. */
    public static String text(List<CarrierChange> changes) {
        StringBuilder text = new StringBuilder();
        for (CarrierChange change : changes) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(change.atNanos())
                    .append(':')
                    .append(change.carriers());
        }
        return text.toString();
    }

    /** Reads what {@link #text} wrote; what is damaged is left out. */
    public static List<CarrierChange> parse(String text) {
        List<CarrierChange> changes = new ArrayList<>();
        for (String one : text.trim().split(" ", MOST + 1)) {
            int colon = one.indexOf(':');
            Integer carriers = CarrierPool.number(one.substring(colon + 1));
            if (colon > 0 && carriers != null && changes.size() < MOST) {
                try {
                    changes.add(new CarrierChange(Long.parseLong(one.substring(0, colon)), carriers));
                } catch (NumberFormatException ignored) {
                    // One change less.
                }
            }
        }
        return changes;
    }

    /**
     * The mean of what the scheduler aimed at.
     *
     * @param first before the first change
     * @param changes in the order of their times
     * @param fromNanos begin, nanoseconds since the epoch
     * @param toNanos end, likewise
     */
    public static double mean(int first, List<CarrierChange> changes, long fromNanos, long toNanos) {
        double sum = 0;
        long since = fromNanos;
        int carriers = first;
        for (CarrierChange change : changes) {
            long at = Math.max(since, Math.min(change.atNanos(), toNanos));
            sum += (double) carriers * (at - since);
            since = at;
            carriers = change.carriers();
        }
        sum += (double) carriers * (toNanos - since);
        return toNanos > fromNanos ? sum / (toNanos - fromNanos) : carriers;
    }
}
