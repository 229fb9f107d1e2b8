package io.vtmonitor.sink;

import java.util.Locale;

/** Durations and shares for people: three significant digits, a unit that fits. */
public final class Durations {
    private Durations() {}

    public static String text(double seconds) {
        if (seconds >= 99.95) {
            return String.format(Locale.ROOT, "%.0f s", seconds);
        }
        if (seconds >= 9.995) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        if (seconds >= 0.9995) {
            return String.format(Locale.ROOT, "%.2f s", seconds);
        }
        double millis = seconds * 1e3;
        return String.format(Locale.ROOT, millis >= 9.995 ? "%.0f ms" : "%.1f ms", millis);
    }

    public static String percent(double part) {
        return String.format(Locale.ROOT, part > 0 && part < 0.0995 ? "%.1f %%" : "%.0f %%", part * 100);
    }
}
