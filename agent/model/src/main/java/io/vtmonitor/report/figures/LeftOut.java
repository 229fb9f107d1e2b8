package io.vtmonitor.report.figures;

import org.jspecify.annotations.Nullable;

/**
 * Pins that were recorded but left out by options. Each is counted once, under the first option below that leaves it
 * out.
 *
 * @param byThreshold shorter than {@code --threshold}
 * @param byTime ended before {@code --since}, or began at {@code --until} or later
 * @param byPackage without a holder or an entry in {@code --package}
 */
public record LeftOut(long byThreshold, long byTime, long byPackage) {
    public static final LeftOut NONE = new LeftOut(0, 0, 0);

    public LeftOut and(@Nullable LeftOut more) {
        return more == null
                ? this
                : new LeftOut(byThreshold + more.byThreshold, byTime + more.byTime, byPackage + more.byPackage);
    }

    public long all() {
        return byThreshold + byTime + byPackage;
    }
}
