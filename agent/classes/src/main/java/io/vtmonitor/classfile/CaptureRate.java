package io.vtmonitor.classfile;

import java.time.Duration;
import java.util.function.LongSupplier;

/** So many times in a period; what is not used does not add up. For one thread at a time. */
final class CaptureRate {
    private final int most;
    private final long periodNanos;
    private final LongSupplier nanoTime;
    private long periodBegan;
    private int taken;

    CaptureRate(int most, Duration period, LongSupplier nanoTime) {
        this.most = most;
        this.periodNanos = period.toNanos();
        this.nanoTime = nanoTime;
        periodBegan = nanoTime.getAsLong();
    }

    /** True if it is allowed once more; that is then used up. */
    boolean take() {
        long now = nanoTime.getAsLong();
        if (now - periodBegan >= periodNanos) {
            periodBegan = now;
            taken = 0;
        }
        if (taken >= most) {
            return false;
        }
        taken++;
        return true;
    }
}
