package io.vtmonitor.timeline;

import java.util.ArrayList;
import java.util.List;

/** Stretches that nobody watched, in their order; they do not overlap. Not thread-safe. */
final class UnwatchedTime {
    private final List<Gap> gaps = new ArrayList<>();

    private record Gap(long from, long to) {}

    /** The next one, nanoseconds since the epoch. */
    void add(long from, long to) {
        gaps.add(new Gap(from, to));
    }

    int size() {
        return gaps.size();
    }

    /** Begin of one, nanoseconds since the epoch. */
    long from(int gap) {
        return gaps.get(gap).from();
    }

    /** End of one, nanoseconds since the epoch. */
    long to(int gap) {
        return gaps.get(gap).to();
    }

    /** Number of the first one that ends after an instant; {@link #size} if there is none. */
    int firstAfter(long instant) {
        int low = 0;
        int high = gaps.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (gaps.get(middle).to() > instant) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
