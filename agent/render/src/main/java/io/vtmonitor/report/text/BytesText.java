package io.vtmonitor.report.text;

import java.util.Locale;

/** Amounts of memory in words. */
final class BytesText {
    private static final double STEP = 1024;

    private BytesText() {}

    /** In KB, MB or GB of 1024 each. */
    static String of(double bytes) {
        double megabytes = bytes / (STEP * STEP);
        return megabytes < 1
                ? String.format(Locale.ROOT, "%.1f KB", bytes / STEP)
                : megabytes < STEP
                        ? String.format(Locale.ROOT, "%.0f MB", megabytes)
                        : String.format(Locale.ROOT, "%.1f GB", megabytes / STEP);
    }
}
