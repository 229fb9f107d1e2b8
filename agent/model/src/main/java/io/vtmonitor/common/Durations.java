package io.vtmonitor.common;

import java.util.Locale;

/**
 * Durations and shares for people: three significant digits, a unit that fits. Not by {@code String.format}, whose
 * first number looks up locales for longer than a small recording takes to be read.
 */
public final class Durations {
    private Durations() {}

    public static String text(long nanos) {
        return text(nanos / 1e9);
    }

    /** The duration; below a tenth of a millisecond in microseconds, written us as in options. */
    public static String text(double seconds) {
        if (seconds >= 99.95) {
            return number(seconds, 0) + " s";
        }
        if (seconds >= 9.995) {
            return number(seconds, 1) + " s";
        }
        if (seconds >= 0.9995) {
            return number(seconds, 2) + " s";
        }
        double millis = seconds * 1e3;
        if (millis < 0.0995) {
            return seconds > 0 ? number(seconds * 1e6, seconds >= 0.9995e-6 ? 0 : 1) + " us" : "0 ms";
        }
        return number(millis, millis >= 9.995 ? 0 : 1) + " ms";
    }

    /**
     * A threshold, to the microsecond: {@code 20 ms}, or {@code 1500 us} where it is no whole number of milliseconds.
     */
    public static String exact(long micros) {
        return micros % 1_000 == 0 ? micros / 1_000 + " ms" : micros + " us";
    }

    /** A share: {@code 0 %} is nothing and {@code 100 %} is all, so what lies close to them has a decimal. */
    public static String percent(double part) {
        if (part > 0 && part < 0.0005) {
            return "< 0.1 %";
        }
        if (part >= 0.9995 && part < 1) {
            return "> 99.9 %";
        }
        boolean close = (part > 0 && part < 0.0995) || (part >= 0.995 && part < 1);
        return number(part * 100, close ? 1 : 0) + " %";
    }

    /** Half up, as {@code %.1f} does: by the digits that {@code Double.toString} gives. */
    private static String number(double value, int decimals) {
        if (!(value < 1e7) || value < 0) {
            return String.format(Locale.ROOT, "%." + decimals + "f", value);
        }
        String digits = value < 1e-3 ? "0.000" : Double.toString(value);
        int dot = digits.indexOf('.');
        long number = Long.parseLong(digits.substring(0, dot));
        int at = dot + 1;
        for (int i = 0; i < decimals; i++, at++) {
            number = number * 10 + (at < digits.length() ? digits.charAt(at) - '0' : 0);
        }
        if (at < digits.length() && digits.charAt(at) >= '5') {
            number++;
        }
        String text = Long.toString(number);
        if (decimals == 0) {
            return text;
        }
        text = "0".repeat(Math.max(0, decimals + 1 - text.length())) + text;
        int whole = text.length() - decimals;
        return text.substring(0, whole) + '.' + text.substring(whole);
    }
}
